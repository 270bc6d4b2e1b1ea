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
	paths,
	pay,
	previewBody,
	refusalOf,
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

	it('previews methods whose fees differ, and uses no reference up', async () => {
		expect(await jsonOf(call(paths.preview, { body: previewBody }))).toEqual({
			activeMethods: [
				{ name: 'VISA', fee: 0.74, message: 1 },
				{ name: 'MASTERCARD', fee: 0.79, message: 2 },
				{ name: 'AMERICAN EXPRESS', fee: 0.89, message: 3 },
			],
		});
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

describe('openapi.yaml', () => {
	const document = parse(readFileSync(join(__dirname, '../../sandbox/openapi.yaml'), 'utf8'));

	it('is OpenAPI 3.1 and knows the same kinds of faults as the code', () => {
		expect(document.openapi).toMatch(/^3\.1\./);
		expect(document.components.schemas.Fault.properties.kind.enum.sort()).toEqual(
			[...faultKinds].sort(),
		);
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
		expect(await refusalOf(await pay())).toMatch(/^500 .*clientId/);
		const { contractViolations } = await ledger();
		expect(contractViolations).toEqual([expect.stringContaining('clientId')]);
	});
});

it.each<[typeof pay, object, string]>([
	[pay, { amount: undefined }, 'amount'],
	[pay, { amount: '100' }, 'amount'],
	[pay, { amount: 1.005 }, 'amount'],
	[pay, { accountName: '' }, 'accountName'],
	[pay, { bic: 'NOSUCHBK' }, 'NOSUCHBK'],
	[pay, { colour: 'red' }, 'colour'],
	[initiate, { amount: 25.5 }, 'amount'],
	[initiate, { currency: 'TZS' }, 'currency'],
	[initiate, { customer: { fullName: 'x', phoneNumber: '1' } }, 'customer.email'],
])('refuses what breaks the contract, and names it: %#, %p', async (send, changes, field) => {
	expect(await refusalOf(await send(changes))).toMatch(new RegExp(`^400 .*${field}`));
	expect((await ledger()).payouts).toEqual([]);
});

it('refuses a body that is no JSON object or too long, a path and a method that it does not have', async () => {
	expect(await refusalOf(await call(paths.payout, { rawBody: '[]' }))).toMatch(/^400 .*body/);
	expect((await pay({ accountName: 'x'.repeat(200_000) })).status).toBe(413);
	expect((await call('/payouts', { body: {} })).status).toBe(404);
	expect((await call(paths.initiate, { method: 'PUT' })).status).toBe(405);
});
