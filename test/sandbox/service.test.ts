import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { defaultSettings, type Payout } from '../../sandbox';
import { serviceDay } from '../../sandbox/lists';
import { exchangeCents, formatCents, parseCents, shareOf } from '../../sandbox/money';
import { PayoutPace, paceRefusal } from '../../sandbox/pace';
import {
	call,
	freshToken,
	initiate,
	jsonOf,
	ledger,
	lookUp,
	paths,
	pay,
	previewBody,
	refusalOf,
	sandbox,
	useSandbox,
} from './support';

const fees = { ACH: { TZS: '1500.00', USD: '0.60' }, RTGS: { TZS: '10000.00', USD: '4.00' } };

useSandbox({ fees, exchangeRate: '2500.00', settlementMs: 60_000 });
afterEach(async () => {
	jest.restoreAllMocks();
	expect((await ledger()).contractViolations).toEqual([]);
});

const listBanks = async (authorization: string | null = null) =>
	(await call('/list/banks', { method: 'GET', authorization })).status;

describe('money', () => {
	it('is whole cents, read and written without loss', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n - 1n }), (cents) => {
				expect(parseCents(Number(formatCents(cents)))).toBe(cents);
			}),
		);
		expect(() => parseCents('1.001')).toThrow(RangeError);
		expect([exchangeCents(1n, '0.5'), shareOf(4_999n, 1n)]).toEqual([1n, 0n]);
	});

	it('leaves the balance with its fee, and is exchanged where the currencies differ', async () => {
		expect(await jsonOf(pay({ amount: 100.1 }))).toMatchObject({ amount: '1600.10' });
		const usd = pay({ currency: 'USD', amount: 19.99, orderReference: '2' });
		expect(await jsonOf(usd)).toMatchObject({
			amount: '20.59',
			exchange: { sourceAmount: 19.99, rate: 2500 },
			beneficiary: { amount: '49975.00' },
		});
		expect((await ledger()).balances).toEqual({ TZS: '999998399.90', USD: '999979.41' });
	});

	it('is not there for a payout that the balance does not cover, and its reference stays free', async () => {
		await sandbox.control.settings({ balances: { TZS: '1599.99', USD: '0' } });
		expect(await refusalOf(await pay())).toMatch(/^422 .*1600\.00/);
		await sandbox.control.settings({ balances: { TZS: '1600.00', USD: '0' } });
		expect((await pay()).status).toBe(200);
		expect((await ledger()).balances.TZS).toBe('0.00');
	});

	it('comes back once, for accounts that end in 0000 and by order', async () => {
		await pay({ accountNumber: '0150120000' });
		await pay({ orderReference: '2' });
		await sandbox.control.settings({ settlementMs: 0 });
		const statusesOf = (payouts: Payout[]) => payouts.map(({ status }) => status);
		expect(statusesOf((await ledger()).payouts)).toEqual(['REVERSED', 'SUCCESS']);
		for (const status of ['REFUNDED', 'FAILED']) await sandbox.control.setPayoutStatus('2', status);
		const { returned, balances } = await ledger();
		expect([returned, balances.TZS]).toEqual([{ 'order-1': 1, 2: 1 }, '1000000000.00']);
		await expect(sandbox.control.setPayoutStatus('2', 'SUCCESS')).rejects.toThrow('back');
	});
});

describe('an order reference', () => {
	it('is paid once, and many payouts at the same moment are one', async () => {
		await sandbox.control.settings({ delayMs: 30 });
		const answers = await Promise.all(Array.from({ length: 10 }, async () => await pay()));
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([200, ...Array<number>(9).fill(409)]);
		expect(await refusalOf(await pay({ amount: 7 }))).toMatch(
			/^409 Order reference order-1 already/,
		);
		expect((await initiate({ orderReference: 'order-1' })).status).toBe(200);
		expect((await initiate({ orderReference: 'order-1' })).status).toBe(409);
		expect((await ledger()).paid).toEqual({ 'order-1': 1 });
	});

	it('holds letters and digits only, where that is asked for', async () => {
		await sandbox.control.settings({ plainReferences: true });
		for (const orderReference of ['INV-204', ' INV204', 'Rechnung\u00fc']) {
			expect(await refusalOf(await pay({ orderReference }))).toMatch(/^400 .*alphanumeric/);
		}
		expect((await pay({ orderReference: 'INV204a' })).status).toBe(200);
	});

	it.each([
		['payouts', 'payout'],
		['payments', 'payment'],
	] as const)(
		'is found among %s however it is spelt, or said to be missing',
		async (what, word) => {
			const orderReference = 'a/b c?ü%';
			await pay({ orderReference });
			await initiate({ orderReference });
			expect(await jsonOf(lookUp(what, orderReference))).toMatchObject([{ orderReference }]);
			expect(await refusalOf(await lookUp(what, 'no'))).toBe(`404 Invalid or missing ${word}: no`);
		},
	);
});

describe('a token', () => {
	it('is issued for the right keys, and taken in one spelling only', async () => {
		expect(await freshToken('sandbox-client', 'wrong')).toBeUndefined();
		const token = String(await freshToken());
		expect(await listBanks(token)).toBe(200);
		const bare = token.slice('Bearer '.length);
		for (const spelling of [bare, `Bearer ${token}`, `bearer ${bare}`, `Bearer ${bare} x`]) {
			expect(await listBanks(spelling)).toBe(401);
		}
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
		expect([await listBanks(other), await listBanks('Bearer sandbox-access-token')]).toEqual([
			401, 200,
		]);
	});

	it.each([false, true])(
		'is the only one that counts, where so set: %p',
		async (onlyNewestToken) => {
			await sandbox.control.settings({ onlyNewestToken });
			const first = await freshToken();
			expect(await listBanks(await freshToken())).toBe(200);
			expect(await listBanks(first)).toBe(onlyNewestToken ? 401 : 200);
		},
	);

	it('pays from the account for which it was issued', async () => {
		const authorization = await freshToken();
		await sandbox.control.settings({ clientId: 'client-2', apiKey: 'key-2' });
		await pay({}, { authorization });
		await pay({ orderReference: '2' }, { authorization: await freshToken('client-2', 'key-2') });
		const { payouts } = await ledger();
		expect(payouts.map(({ clientId }) => clientId)).toEqual(['sandbox-client', 'client-2']);
	});
});

it.each([
	['hmacSha256Json', '{"amount":"25.50","currency":"USD","orderReference":"card-1"}'],
	['hmacSha256Values', '25.50USDcard-1'],
] as const)('asks for the checksum %s where the account has one', async (checksum, signed) => {
	await sandbox.control.reset({ checksum });
	const sign = (text: string) =>
		createHmac('sha256', 'sandbox-checksum-secret').update(text).digest('hex');
	const preview = async (changes: object) =>
		await call(paths.preview, { body: { ...previewBody, ...changes } });
	expect((await preview({ checksum: sign(signed) })).status).toBe(200);
	expect(await refusalOf(await preview({ checksum: sign('other') }))).toContain('is wrong');
	expect(await refusalOf(await preview({}))).toContain('is missing');
});

describe('a pace', () => {
	it.each([
		['message', 43.2, 400, 'please retry after 43.2 seconds', undefined],
		['message', 43, 400, 'please retry after 43 seconds', undefined],
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

	it('holds up payouts, and carries out none that comes too early', async () => {
		await sandbox.control.settings({ paceSeconds: 60 });
		expect((await pay({ orderReference: 'A' })).status).toBe(200);
		expect(await refusalOf(await pay({ orderReference: 'B' }))).toMatch(/retry after \d+ seconds$/);
		expect((await ledger()).payouts).toHaveLength(1);
	});
});

it('counts days in East Africa Time', () => {
	expect(serviceDay('2026-11-23T20:59:59.999Z')).toBe('2026-11-23');
	expect(serviceDay('2026-11-23T21:00:00.000Z')).toBe('2026-11-24');
});
