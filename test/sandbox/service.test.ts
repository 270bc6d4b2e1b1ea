import { defaultSettings } from '../../sandbox';
import type { FeeBearer } from '../../sandbox/types';
import { eastAfricanDay } from '../../sandbox/lists';
import { PayoutPace, paceRefusal } from '../../sandbox/pace';
import {
	bankPayout,
	call,
	freshToken,
	makeLink,
	jsonOf,
	ledger,
	listPage,
	pastedAuthorization,
	pay,
	refusalOf,
	sandbox,
	useSandboxServer,
} from './support';

const fees = { ACH: { TZS: '1500.00', USD: '0.60' }, RTGS: { TZS: '10000.00', USD: '4.00' } };

useSandboxServer({ fees, exchangeRate: '2500.00' });
afterEach(async () => {
	jest.restoreAllMocks();
	expect((await ledger()).contractViolations).toEqual([]);
});

const listBanks = async (authorization: string | null = null) =>
	(await call('/list/banks', { method: 'GET', authorization })).status;

describe('money', () => {
	it('leaves the balance with its fee, where there is enough, and is exchanged between currencies', async () => {
		await sandbox.control.settings({ balances: { TZS: '1600.10', USD: '20.59' } });
		expect(await jsonOf(pay({ amount: 100.1 }))).toMatchObject({ amount: '1600.10' });
		const usd = { currency: 'USD', amount: 19.99, orderReference: '2' };
		expect(await jsonOf(pay(usd))).toMatchObject({
			amount: '20.59',
			exchange: { sourceAmount: 19.99, rate: 2500 },
			beneficiary: { amount: '49975.00' },
		});
		expect(await refusalOf(await pay({ orderReference: '3' }))).toMatch(/^422 .*1600\.00/);
		// Of an exchange, a list shows something and a look-up nothing: openapi.yaml forbids all else.
		expect((await call('/payouts/2', { method: 'GET' })).status).toBe(200);
		expect((await listPage('payouts')).status).toBe(200);
		expect(await ledger()).toMatchObject({ balances: { TZS: '0.00', USD: '0.00' } });
	});

	it.each<[FeeBearer, object, string, string]>([
		['merchant', { payoutFeeBearer: 'merchant' }, '11500.00', '10000.00'],
		['beneficiary', { payoutFeeBearer: 'customer' }, '10000.00', '8500.00'],
		['both', { payoutFeeBearer: 'both' }, '10750.00', '9250.00'],
	])('leaves with a fee that the %s bears: %j', async (feeBearer, says, amount, received) => {
		await sandbox.control.settings({ feeBearer });
		const { accountName, ...order } = bankPayout({ amount: 10_000 });
		const numbers = { amount: Number(amount), receiver: { amount: Number(received) } };
		expect(await jsonOf(call('/payouts/preview-bank-payout', { body: order }))).toMatchObject({
			...{ ...says, ...numbers, fee: 1500 },
		});
		const made = { amount, fee: '1500.00', beneficiary: { accountName, amount: received } };
		expect(await jsonOf(pay({ amount: 10_000 }))).toMatchObject(made);
	});

	it('is never less than the fee that the beneficiary bears', async () => {
		await sandbox.control.settings({ feeBearer: 'beneficiary' });
		expect(await refusalOf(await pay({ amount: 1500 }))).toMatch(/^400 .*does not cover/);
	});

	it('comes back once, for accounts that end in 0000 and by order', async () => {
		await pay({ accountNumber: '0150120000' });
		await pay({ orderReference: '2' });
		await sandbox.control.settings({ settlementMs: 0 });
		const { payouts } = await ledger();
		expect(payouts.map(({ status }) => status)).toEqual(['REVERSED', 'SUCCESS']);
		for (const status of ['REFUNDED', 'FAILED']) await sandbox.control.setPayoutStatus('2', status);
		expect((await ledger()).balances.TZS).toBe('1000000000.00');
	});
});

describe('an order reference', () => {
	it('is paid once, and many payouts at the same moment are one', async () => {
		await sandbox.control.settings({ delayMs: 30 });
		const answers = await Promise.all(Array.from({ length: 10 }, async () => await pay()));
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
		expect((await makeLink({ orderReference: 'order-1' })).status).toBe(200);
		expect((await makeLink({ orderReference: 'order-1' })).status).toBe(409);
		expect((await ledger()).paid).toEqual({ 'order-1': 1 });
	});

	it('holds letters and digits only, where that is asked for', async () => {
		await sandbox.control.settings({ plainReferences: true });
		expect(await refusalOf(await pay({ orderReference: 'INV-204' }))).toMatch(/^400 .*alphanum/);
		expect((await pay({ orderReference: 'INV204a' })).status).toBe(200);
	});
});

describe('a token', () => {
	it('is issued for the right keys, and taken in one spelling only', async () => {
		expect(await freshToken('sandbox-client', 'wrong')).toBeUndefined();
		const token = String(await freshToken());
		const bare = token.slice('Bearer '.length);
		const statuses = await Promise.all([token, bare, `bearer ${bare}`].map(listBanks));
		expect(statuses).toEqual([200, 401, 401]);
		expect(JSON.stringify(await ledger())).not.toContain(bare);
	});

	it('expires after its lifetime, and on demand', async () => {
		await sandbox.control.settings({ tokenLifetimeSeconds: 60 });
		const issuedAt = Date.now();
		const clock = jest.spyOn(Date, 'now').mockReturnValue(issuedAt);
		const token = await freshToken();
		clock.mockReturnValue(issuedAt + 59_999);
		expect(await listBanks(token)).toBe(200);
		clock.mockReturnValue(issuedAt + 60_000);
		expect(await listBanks(token)).toBe(401);
		const other = await freshToken();
		await sandbox.control.expireTokens();
		expect([await listBanks(other), await listBanks(pastedAuthorization)]).toEqual([401, 200]);
	});

	it('is the only one that counts, where so set', async () => {
		await sandbox.control.settings({ onlyNewestToken: true });
		const first = await freshToken();
		expect([await listBanks(await freshToken()), await listBanks(first)]).toEqual([200, 401]);
	});
});

describe('a pace', () => {
	it.each([
		['message', 43.2, 400, 'please retry after 43.2 seconds', undefined],
		['retryAfter', 0.123, 429, 'Payout request is already in progress', '1'],
		['bare', 43, 429, 'Payout request is already in progress', undefined],
	] as const)('is told as %s of %d seconds', (form, seconds, status, message, retryAfter) => {
		const refusal = paceRefusal(form, seconds);
		expect([refusal.status, refusal.headers['retry-after']]).toEqual([status, retryAfter]);
		expect(refusal.message.endsWith(message)).toBe(true);
	});

	it('lasts from one accepted payout to the next', () => {
		let now = 1_000_000;
		const pace = new PayoutPace(() => now);
		const check = () => pace.check({ ...defaultSettings, paceSeconds: 60 });
		check();
		pace.accepted();
		now += 17_001;
		expect(check).toThrow('43 seconds');
		now += 42_999;
		check();
	});
});

it('counts days in East Africa Time', () => {
	expect(eastAfricanDay('2026-11-23T20:59:59.999Z')).toBe('2026-11-23');
	expect(eastAfricanDay('2026-11-23T21:00:00.000Z')).toBe('2026-11-24');
});
