import { startSandbox, type Sandbox } from '../../sandbox';
import { call, cardPayment, initiate, messageOf, paths, pay, payout, previewBody } from './support';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox();
});
beforeEach(() => sandbox.control.reset());
afterAll(() => sandbox.close());

describe('a request that breaks the contract', () => {
	const payoutCases: Array<[string, Record<string, unknown>, string]> = [
		['no amount', { amount: undefined }, 'amount'],
		['an amount as text', { amount: '100' }, 'amount'],
		['an amount of zero', { amount: 0 }, 'amount'],
		['a negative amount', { amount: -1 }, 'amount'],
		['an amount with three decimals', { amount: 1.005 }, 'amount'],
		['an amount with an exponent', { amount: 1e21 }, 'amount'],
		['no account number', { accountNumber: undefined }, 'accountNumber'],
		['an account number that is a number', { accountNumber: 150 }, 'accountNumber'],
		['an empty account name', { accountName: '' }, 'accountName'],
		['an unknown currency', { currency: 'KES' }, 'currency'],
		['an empty order reference', { orderReference: '' }, 'orderReference'],
		['an unknown BIC', { bic: 'NOSUCHBK' }, 'NOSUCHBK'],
		['an unknown transfer type', { transferType: 'SWIFT' }, 'transferType'],
		['a receiving currency other than TZS', { accountCurrency: 'USD' }, 'accountCurrency'],
		['a checksum that is no text', { checksum: 1 }, 'checksum'],
		['a field that does not exist', { colour: 'red' }, 'colour'],
	];

	it.each(payoutCases)(
		'refuses a payout with %s and names the field',
		async (_, changes, field) => {
			const answer = await pay(sandbox, changes);
			expect(answer.status).toBe(400);
			expect(await messageOf(answer)).toContain(field);
			expect((await sandbox.control.ledger()).payouts).toEqual([]);
		},
	);

	const cardCases: Array<[string, Record<string, unknown>, string]> = [
		['an amount as number', { amount: 25.5 }, 'amount'],
		['an amount of zero', { amount: '0.00' }, 'amount'],
		['an amount with three decimals', { amount: '1.005' }, 'amount'],
		['an amount with a separator', { amount: '1,000' }, 'amount'],
		['a currency other than USD', { currency: 'TZS' }, 'currency'],
		['no customer', { customer: undefined }, 'customer'],
		['a customer without id', { customer: { name: 'x' } }, 'customer.id'],
		[
			'the details of a customer, but one',
			{ customer: { fullName: 'x', phoneNumber: '1' } },
			'customer.email',
		],
		[
			'both the id and the details of a customer',
			{ customer: { id: 'x', fullName: 'x', email: 'x', phoneNumber: '1' } },
			'customer',
		],
		['a field that does not exist', { customerId: 'x' }, 'customerId'],
	];

	it.each(cardCases)(
		'refuses an initiation with %s and names the field',
		async (_, changes, field) => {
			const answer = await initiate(sandbox, changes);
			expect(answer.status).toBe(400);
			expect(await messageOf(answer)).toContain(field);
		},
	);

	it('refuses a preview with a field that does not exist and names it', async () => {
		const answer = await call(sandbox, paths.preview, { body: { ...previewBody, customer: {} } });
		expect(answer.status).toBe(400);
		expect(await messageOf(answer)).toContain('customer');
	});

	it('names every field at once', async () => {
		const message = await messageOf(
			await pay(sandbox, { amount: -1, currency: 'KES', colour: 'red' }),
		);
		expect(message).toEqual(expect.stringMatching(/amount/));
		expect(message).toEqual(expect.stringMatching(/currency/));
		expect(message).toEqual(expect.stringMatching(/colour/));
	});

	it.each([['not json'], ['{"amount":'], ['']])(
		'refuses the body %j as not being JSON',
		async (rawBody) => {
			const headers = { 'content-type': 'application/json' };
			const answer = await call(sandbox, paths.payout, { rawBody, headers });
			expect(answer.status).toBe(400);
			expect(await messageOf(answer)).toContain('body');
		},
	);

	it.each([['[]'], ['null'], ['"text"'], ['7']])(
		'refuses the body %s as not being an object',
		async (rawBody) => {
			const answer = await call(sandbox, paths.payout, { rawBody });
			expect(answer.status).toBe(400);
			expect(await messageOf(answer)).toContain('body');
		},
	);

	it('refuses a body that is not declared as JSON', async () => {
		const headers = { 'content-type': 'text/plain' };
		const answer = await call(sandbox, paths.payout, { body: payout(), headers });
		expect(answer.status).toBe(415);
	});

	it('refuses a body that is far too large', async () => {
		const answer = await pay(sandbox, { accountName: 'x'.repeat(200_000) });
		expect(answer.status).toBe(413);
	});

	it('answers 404 for an unknown path and 405 for the wrong method', async () => {
		expect((await call(sandbox, '/payouts', { body: {} })).status).toBe(404);
		expect((await call(sandbox, `${paths.payout}/`, { body: payout() })).status).toBe(404);
		expect((await call(sandbox, paths.initiate, { method: 'PUT' })).status).toBe(405);
		expect((await call(sandbox, '/list/banks', { body: cardPayment() })).status).toBe(405);
	});
});
