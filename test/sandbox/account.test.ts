import {
	call,
	jsonOf,
	ledger,
	listPage,
	pay,
	refusalOf,
	sandbox,
	useSandboxServer,
} from './support';

const DAY_MS = 86_400_000;

useSandboxServer({ balances: { TZS: '10000.00' } });
afterEach(async () => expect((await ledger()).contractViolations).toEqual([]));

const get = async (path: string) => await call(path, { method: 'GET' });
const statement = async (query: object) =>
	await jsonOf<{
		accountDetails: Record<string, unknown>;
		transactions: Array<Record<string, unknown>>;
	}>(get(`/account/statement?${new URLSearchParams({ ...query })}`));

it('has a balance in each currency, once there was money', async () => {
	const [tzs] = await jsonOf<object[]>(get('/account/balance'));
	expect(tzs).toEqual({ currency: 'TZS', balance: 10000 });
	await sandbox.control.settings({ hasBalance: false });
	expect(await refusalOf(await get('/account/balance'))).toMatch(/^404 No balance account is /);
	expect(await refusalOf(await pay())).toMatch(/^404 No balance account is linked/);
});

it('tells in a statement what moved the balance, and adds up', async () => {
	await pay({ amount: 100.5 });
	await sandbox.control.setPayoutStatus('order-1', 'REFUNDED');
	await sandbox.control.settings({ balances: { TZS: '500.00' } });
	const { accountDetails, transactions } = await statement({ currency: 'TZS' });
	const told = transactions.map(({ type, entry, amount, balance, orderReference }) =>
		[type, entry, amount, balance, orderReference].join(' ').trim(),
	);
	expect(told).toEqual([
		'Payout Debit 100.5 9899.5 order-1',
		'Fee - Payout Debit 1500 8399.5 order-1',
		'Refunded Payout Credit 1600.5 10000 order-1',
		'Withdraw Debit 9500 500',
	]);
	expect(accountDetails).toEqual({
		...{ currency: 'TZS', openingBalance: 10000, closingBalance: 500 },
		...{ totalCredits: 1600.5, totalDebits: 11100.5 },
	});
	expect((await statement({ currency: 'USD' })).transactions).toEqual([]);
});

it('has a clock of its own, by which it dates answers, payouts and statements', async () => {
	const yesterday = new Date(Date.now() - DAY_MS);
	await sandbox.control.settings({ clockAheadMs: -DAY_MS });
	const { headers } = await pay();
	const difference = Date.parse(headers.get('date') ?? '') - yesterday.getTime();
	expect(Math.abs(difference)).toBeLessThan(60_000);
	await sandbox.control.settings({ clockAheadMs: 0 });
	await pay({ orderReference: '2' });
	const today = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
	const query = { startDate: today, endDate: today };
	const { data } = await jsonOf<{ data: Array<{ orderReference: string }> }>(
		listPage('payouts', query),
	);
	expect(data.map(({ orderReference }) => orderReference)).toEqual(['2']);
	const { accountDetails, transactions } = await statement({ currency: 'TZS', ...query });
	expect(transactions.map(({ orderReference }) => orderReference)).toEqual(['2', '2']);
	expect(accountDetails).toMatchObject({ openingBalance: 8400, closingBalance: 6800 });
});

it('lists the exchange rates that are asked for', async () => {
	const rates = async (query: string) =>
		(await jsonOf<Array<{ rate: number }>>(get(`/exchange-rates/all${query}`))).map(
			({ rate }) => rate,
		);
	expect(await rates('')).toEqual([0.0004, 2500]);
	expect(await rates('?source=USD&target=TZS')).toEqual([2500]);
	expect(await rates('?source=EUR')).toEqual([]);
});
