import type { IDataObject } from 'n8n-workflow';
import type { Payment, Verdict } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { unknown } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import { Admission } from '../../../../nodes/CardBankPayments/executor/deliver/admission';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import { RunWorld } from '../../../../nodes/CardBankPayments/executor/deliver/world';
import { payment, result } from '../../support/payments';

/** Half past midnight in East Africa, when it is still yesterday in London. */
const NOW = Date.parse('2026-11-23T21:30:00Z');
const TODAY = '2026-11-24';
/** The lists begin a day earlier. */
const [EVE, YESTERDAY] = ['2026-11-22', '2026-11-23'];

/** The readings of one run, in their order. */
let read: string[];
let balances: IDataObject[];
let paid: IDataObject[];
/** How the service ends each reading, where it does not give what there is. */
let lost: Verdict | undefined;
/** What the service says that the time is, for each list. */
let times: Array<number | undefined>;
let aheadMs: number;

beforeEach(() => {
	[read, balances, paid, lost, times] = [[], [], [], undefined, []];
	[passed, aheadMs] = [0, 0];
});

const service = {
	async read({ option }: { option: { value?: unknown } }, query?: IDataObject) {
		const { startDate, endDate } = query ?? {};
		const isList = option.value === 'getMany';
		read.push(isList ? `list ${startDate} ${endDate ?? ''}`.trim() : 'balance');
		const records = isList ? paid : balances;
		if (isList) aheadMs = (times.shift() ?? clock.wallTime()) - clock.wallTime();
		return await Promise.resolve(lost ?? result(0, 'accepted', { records }));
	},
	wallTime: () => clock.wallTime() + aheadMs,
};

/** Milliseconds since the test began. */
let passed: number;
const clock = { now: () => passed, wallTime: () => NOW + passed };

/** What decides about the payouts of one run, and its answers. */
function admission(settings: Pick<Means, 'checkBalance'> & Partial<Means>) {
	const means = { service, clock, stopsRun: () => false, ...settings } as unknown as Means;
	const world = new RunWorld(means);
	let payments: Payment[] = [];
	const isStopped = (one: Payment) => world.stopped(one) !== undefined;
	const waiting = () => payments.filter((one) => !isStopped(one));
	const one = new Admission(means, world, new Map(), waiting);
	const stopped = () => payments.flatMap((of) => world.stopped(of)?.result ?? []);
	return {
		ended: one.ended.bind(one),
		admit: one.admit.bind(one),
		/** How those end that must not go out, of what the run has still to pay. */
		async stops(...these: Payment[]) {
			payments = these;
			await one.admit(nothing);
			return stopped();
		},
	};
}

const limitOf = (maximumPerDay: bigint) => ({ checkBalance: false, maximumPerDay });
const short = { outcome: 'notSent', cause: 'account' };
/** Leaves, and takes no room. */
const nothing = payment(9, { cents: 0n });
const tzs = payment(0, { cents: 300n });
const usd = payment(1, { cents: 300n, currency: 'USD' });

it('reads the balance and then the list of today, of what is left', async () => {
	balances = [{ currency: 'TZS', balance: 3 }];
	paid = [{ amount: '1.00', currency: 'USD', status: 'SUCCESS' }];
	const run = admission({ checkBalance: true, maximumPerDay: 300n });
	expect(await run.stops(tzs, usd)).toMatchObject([{ index: 1, ...short }]);
	expect(read).toEqual(['balance', `list ${YESTERDAY}`]);
});

it('reads no list where the balance leaves nothing to send', async () => {
	const run = admission({ checkBalance: true, maximumPerDay: 300n });
	expect(await run.stops(tzs, usd)).toMatchObject([short, short]);
	expect(read).toEqual(['balance']);
});

const noList = 'The list of what went out today could not be read: ';

it.each<[string, Parameters<typeof admission>[0], Verdict | undefined, string]>([
	[
		'the balance does not come',
		{ checkBalance: true },
		unknown('Lost'),
		'The balance could not be read: Lost',
	],
	['the list does not come', limitOf(300n), unknown('Lost'), `${noList}Lost`],
	['a record in it shows nothing', limitOf(300n), undefined, `${noList}a payout in it`],
])('sends nothing where %s, and says why', async (_, settings, answer, says) => {
	[lost, paid] = [answer, [{}]];
	const notSent = {
		...{ outcome: 'notSent', cause: 'service' },
		says: expect.stringContaining(says),
	};
	expect(await admission(settings).stops(tzs, usd)).toMatchObject([notSent, notSent]);
});

it.each<[string, number[], string[]]>([
	['the day of our clock, where the service says no time', [], [YESTERDAY]],
	['the day of the service', [NOW + 1_000], [YESTERDAY]],
	['the day that begins meanwhile', [NOW + 86_400_000, NOW + 86_400_001], [YESTERDAY, TODAY]],
])('asks for %s', async (_, says, days) => {
	times = says;
	expect(await admission(limitOf(300n)).stops(tzs, usd)).toEqual([]);
	expect(read).toEqual(days.map((day) => `list ${day}`));
});

it('counts what was paid since the day began, whatever a list shows besides', async () => {
	const at = (createdAt: string) => ({ createdAt, amount: 3, currency: 'TZS', status: 'SUCCESS' });
	const stopped = async (...days: string[]) => {
		paid = days.map(at);
		return await admission(limitOf(600n)).stops(tzs);
	};
	const eve = '2026-11-23T20:59:59.999Z';
	expect(await stopped(eve, '2026-11-23T21:00:00Z')).toEqual([]);
	expect(await stopped(eve, '2026-11-23T21:00:00Z', '2026-11-24T00:10:00+03:00')).toMatchObject([
		{ index: 0, outcome: 'invalid', cause: 'settings' },
	]);
});

it('sends nothing, not even later, where a record cannot be looked at', async () => {
	const odd = Object.defineProperty({}, 'status', {
		get: () => {
			throw new Error('odd');
		},
	});
	paid = [odd];
	const stopped = await admission(limitOf(300n)).stops(tzs, usd);
	expect(stopped).toMatchObject([{ outcome: 'notSent' }, { outcome: 'notSent' }]);
	expect(stopped[1]!.says).toBe('What decides about it could not be read: odd');
});

it('sends nothing where the service says another day each time', async () => {
	times = [1, 2, 3].map((days) => NOW + days * 86_400_000);
	const notSent = {
		...{ outcome: 'notSent', cause: 'service' },
		says: expect.stringContaining('the day of the service changed each time'),
	};
	expect(await admission(limitOf(300n)).stops(tzs, usd)).toMatchObject([notSent, notSent]);
	expect(read).toHaveLength(3);
});

it('asks for the day of the service first, once it is known', async () => {
	times = [NOW - 86_400_000, NOW - 86_400_000, NOW - 86_400_000 + 1_000];
	const run = admission(limitOf(900n));
	await run.stops(tzs, usd);
	passed = 1_000;
	await run.stops(tzs, usd);
	expect(read).toEqual([YESTERDAY, EVE, EVE].map((day) => `list ${day}`));
});

it('reads for the first payout, and for the limit of the day once a second and on each day', async () => {
	const [balance, day, neither] = [
		admission({ checkBalance: true }),
		admission(limitOf(1_000n)),
		admission({ checkBalance: false }),
	];
	const waiting = [10, 11, 12, 13, 14, 15, 16, 17].map((index) => payment(index, { cents: 1n }));
	const reads = async (one = waiting.shift()!) => {
		const before = read.length;
		for (const run of [balance, day, neither]) await run.admit(one);
		return read.slice(before).map((what) => what.split(' ')[0]);
	};
	// Half a second before midnight, by the service's clock.
	const nearly = Date.parse('2026-11-24T20:59:59.500Z');
	times = [0, 500, 1_499, 1_499, 2_499].map((ms) => nearly + ms);
	for (const run of [balance, day, neither]) await run.stops(...waiting);
	expect(read).toEqual(['balance', `list ${YESTERDAY}`]);
	expect(await reads()).toEqual([]);
	passed = 499;
	expect(await reads()).toEqual([]);
	passed = 500;
	expect(await reads()).toEqual(['list']);
	passed = 1_499;
	expect(await reads()).toEqual([]);
	// One that was under way then, or has left since, and was refused needs another, too.
	expect(await reads(nothing)).toEqual(['list']);
	const [next] = waiting;
	expect(await reads()).toEqual([]);
	expect(await reads(next)).toEqual(['list']);
	passed = 2_498;
	expect(await reads()).toEqual([]);
	passed = 2_499;
	expect(await reads()).toEqual(['list']);
});

it('counts what has left before, and stops all others of its currency', async () => {
	const run = admission(limitOf(901n));
	const [left, last] = [payment(3, { cents: 400n }), payment(4, { cents: 1n })];
	expect(await run.stops(left, tzs, last)).toEqual([]);
	await run.admit(left);
	run.ended(left, result(3, 'accepted'));
	passed = 1_000;
	expect(await run.stops(tzs, last, usd)).toEqual([]);
	// What the list shows counts once.
	paid = [
		{ amount: 4, currency: 'TZS', status: 'PENDING', orderReference: 'INV-3' },
		{ amount: 3, currency: 'TZS', status: 'PENDING', orderReference: 'X' },
	];
	passed = 2_000;
	const above = { outcome: 'invalid', cause: 'settings' };
	expect(await run.stops(tzs, last, usd)).toMatchObject([
		{ index: 0, ...above },
		{ index: 4, ...above },
	]);
	// One that came back leaves its room to others, and so does one that was rejected.
	paid = [{ amount: 4, currency: 'TZS', status: 'FAILED', orderReference: 'INV-3' }];
	const refused = payment(6, { cents: 901n });
	passed = 3_000;
	expect(await run.stops(refused)).toEqual([]);
	await run.admit(refused);
	run.ended(refused, result(6, 'rejected'));
	passed = 4_000;
	expect(await run.stops(payment(5, { cents: 901n }))).toEqual([]);
});
