import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { faultKinds } from '../../sandbox';
import { Contract } from '../../sandbox/contract';
import {
	call,
	initiate,
	jsonOf,
	ledger,
	messageOf,
	pastedToken,
	paths,
	pay,
	previewBody,
	sandbox,
	useSandbox,
} from './support';

useSandbox();

describe('the three operations', () => {
	it('answers the initiation with a link of its own and the client id', async () => {
		const answer = await initiate();
		expect(answer.status).toBe(200);
		expect(await answer.json()).toEqual({
			cardPaymentLink: expect.stringMatching(new RegExp(`^${sandbox.url}/pay/[\\w-]+$`)),
			clientId: 'sandbox-client',
		});
	});

	it('accepts further fields of the customer, and a checksum', async () => {
		const customer = { id: 'c', name: 'Asha', tags: ['a'] };
		expect((await initiate({ customer, checksum: 'abc' })).status).toBe(200);
	});

	it('previews methods whose fees differ, and uses no reference up', async () => {
		for (let round = 0; round < 2; round++) {
			const answer = await call(paths.preview, { body: previewBody });
			expect(answer.status).toBe(200);
			expect(await answer.json()).toEqual({
				activeMethods: [
					{ name: 'VISA', fee: 0.74, message: 1 },
					{ name: 'MASTERCARD', fee: 0.79, message: 2 },
					{ name: 'AMERICAN EXPRESS', fee: 0.89, message: 3 },
				],
			});
		}
		expect((await initiate()).status).toBe(200);
	});

	it('answers a payout with the whole resource', async () => {
		const answer = await pay({ currency: 'USD', accountCurrency: 'TZS', transferType: 'RTGS' });
		expect(answer.status).toBe(200);
		expect(await answer.json()).toEqual({
			id: expect.any(String),
			orderReference: 'order-1',
			createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
			amount: '104.00',
			currency: 'USD',
			fee: '4.00',
			exchanged: true,
			exchange: { sourceCurrency: 'USD', targetCurrency: 'TZS', sourceAmount: 100, rate: 2500 },
			status: 'AUTHORIZED',
			channel: 'BANK TRANSFER',
			channelProvider: 'CRDB Bank',
			transferType: 'RTGS',
			order: { amount: '100.00', currency: 'USD' },
			beneficiary: { accountNumber: '0150123456', accountName: 'Asha Mushi', amount: '250000.00' },
			clientId: 'sandbox-client',
			estimatedArrival: 'Instant',
		});
	});
});

describe('the list of banks', () => {
	it('has name, value and BIC of each, and pays to every one of them', async () => {
		const answer = call('/list/banks', { method: 'GET' });
		const banks = await jsonOf<Array<{ name: string; bic: string }>>(answer);
		expect(banks.length).toBeGreaterThan(3);
		for (const { name, bic } of banks) {
			const paid = await jsonOf(pay({ bic, orderReference: bic }));
			expect(paid).toMatchObject({ channelProvider: name });
		}
	});
});

describe('openapi.yaml', () => {
	const document = parse(readFileSync(join(__dirname, '../../sandbox/openapi.yaml'), 'utf8'));

	it('is OpenAPI 3.1 and knows the same kinds of faults as the code', () => {
		expect(document.openapi).toMatch(/^3\.1\./);
		expect(document.components.schemas.Fault.properties.kind.enum.sort()).toEqual(
			[...faultKinds].sort(),
		);
	});

	it('says of every operation of the service where it comes from', () => {
		const sources = Object.entries<Record<string, Record<string, string>>>(document.paths)
			.filter(([path]) => path.startsWith('/third-parties/'))
			.flatMap(([, methods]) => Object.values(methods))
			.map(({ operationId, 'x-source': source }) => [operationId, source]);
		expect(Object.fromEntries(sources)).toEqual({
			initiateCardPayment: 'interface document',
			previewCardPayment: 'interface document',
			createBankPayout: 'interface document',
			generateToken: 'public documentation',
			getPayment: 'public documentation',
			previewBankPayout: 'public documentation',
			getPayout: 'public documentation',
			getManyPayments: 'public documentation',
			getManyPayouts: 'public documentation',
			verifyBankAccount: 'public documentation',
			listBanks: 'sandbox',
		});
	});

	it('finds what is wrong with an answer', async () => {
		const contract = await Contract.load();
		const operation = contract.match({
			method: 'POST',
			path: `/third-parties${paths.payout}`,
			headers: {},
			rawBody: '',
			body: undefined,
		});
		const sound = await jsonOf<Record<string, unknown>>(pay());
		const violation = (changes: object, status = 200) =>
			contract.violation(operation, status, { ...sound, ...changes });
		expect(violation({})).toBeUndefined();
		expect(violation({ amount: 100 })).toContain('amount');
		expect(violation({ fee: undefined })).toContain('fee');
		expect(violation({ createdAt: 'today' })).toContain('createdAt');
		expect(violation({ exchanged: true })).toContain('exchange');
		expect(violation({}, 202)).toContain('202');
	});

	it('stops an answer of the sandbox itself that breaks it, and the ledger tells', async () => {
		await sandbox.control.settings({ clientId: '' });
		const answer = await pay({}, { authorization: pastedToken });
		expect(answer.status).toBe(500);
		expect(await messageOf(answer)).toContain('clientId');
		const { contractViolations } = await ledger();
		expect(contractViolations).toEqual([expect.stringContaining('clientId')]);
	});
});
