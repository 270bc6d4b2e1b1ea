import {
	call,
	cardPayment,
	initiate,
	ledger,
	messageOf,
	paths,
	pay,
	payout,
	previewBody,
	useSandbox,
} from './support';

useSandbox();

describe('a request that breaks the contract', () => {
	const refuses = async (answer: Response, field: string, status = 400) => {
		expect([answer.status, await messageOf(answer)]).toEqual([
			status,
			expect.stringContaining(field),
		]);
		expect((await ledger()).payouts).toEqual([]);
	};

	it.each<[string, Record<string, unknown>, string]>([
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
	])('is refused for a payout with %s, and names the field', async (_, changes, field) => {
		await refuses(await pay(changes), field);
	});

	const details = { fullName: 'x', phoneNumber: '1' };

	it.each<[string, Record<string, unknown>, string]>([
		['an amount as number', { amount: 25.5 }, 'amount'],
		['an amount of zero', { amount: '0.00' }, 'amount'],
		['an amount with three decimals', { amount: '1.005' }, 'amount'],
		['an amount with a separator', { amount: '1,000' }, 'amount'],
		['a currency other than USD', { currency: 'TZS' }, 'currency'],
		['no customer', { customer: undefined }, 'customer'],
		['a customer without id', { customer: { name: 'x' } }, 'customer.id'],
		['the details of a customer, but one', { customer: details }, 'customer.email'],
		['id and details of a customer', { customer: { id: 'x', ...details, email: 'x' } }, 'customer'],
		['a field that does not exist', { customerId: 'x' }, 'customerId'],
	])('is refused for an initiation with %s, and names the field', async (_, changes, field) => {
		await refuses(await initiate(changes), field);
	});

	it('is refused for a preview with a field that does not exist, and names it', async () => {
		const body = { ...previewBody, customer: {} };
		await refuses(await call(paths.preview, { body }), 'customer');
	});

	it('names every field at once', async () => {
		const message = await messageOf(await pay({ amount: -1, currency: 'KES', colour: 'red' }));
		for (const field of ['amount', 'currency', 'colour']) expect(message).toContain(field);
	});

	it.each(['not json', '{"amount":', '', '[]', 'null', '"text"', '7'])(
		'is refused where its body is no JSON object: %j',
		async (rawBody) => {
			const headers = { 'content-type': 'application/json' };
			await refuses(await call(paths.payout, { rawBody, headers }), 'body');
		},
	);

	it('refuses a body that is not declared as JSON', async () => {
		const headers = { 'content-type': 'text/plain' };
		const answer = await call(paths.payout, { body: payout(), headers });
		expect(answer.status).toBe(415);
	});

	it('refuses a body that is far too large', async () => {
		const answer = await pay({ accountName: 'x'.repeat(200_000) });
		expect(answer.status).toBe(413);
	});

	it('answers 404 for an unknown path and 405 for the wrong method', async () => {
		expect((await call('/payouts', { body: {} })).status).toBe(404);
		expect((await call(`${paths.payout}/`, { body: payout() })).status).toBe(404);
		expect((await call(paths.initiate, { method: 'PUT' })).status).toBe(405);
		expect((await call('/list/banks', { body: cardPayment() })).status).toBe(405);
	});
});
