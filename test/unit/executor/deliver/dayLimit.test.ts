import type { IDataObject } from 'n8n-workflow';
import type {
	Outcome,
	Payment,
	Result,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import { withPace } from '../../../../nodes/CardBankPayments/executor/deliver/pace';
import type { SendFact } from '../../../../nodes/CardBankPayments/executor/proof/judge';
import { payment, result } from '../../support/payments';
import { meansOf, outcomesOfResults, serviceOf } from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';
import { expectGoodWording } from '../../support/wording';

/* Maximum per Day while payouts are under way: of one run, of several, and of several processes. */

let clock: VirtualClock;
/** What the service has paid: its list. */
let paid: IDataObject[];
/** Milliseconds at which lists were asked for, and at which payouts left. */
let listedAt: number[];
let sentAt: number[];
/** How long the service takes for each, and for single payouts. */
let [listMs, payMs] = [0, 0];
let slow: Record<string, number>;
let fee = 0;
/** The answers that are on their way, by the time at which they were asked for. */
let lists: Record<number, Promise<void>>;
/** How it answers, where it does not accept. */
let answers: Record<string, Array<Partial<SendFact>>>;
/** Which lists do not come, by their number. */
let lost: number[];
/** Happens at the service before it answers. */
let happens: Record<string, () => void>;
/** Tells the accounts of one test from those of another: they share nothing. */
let test = 0;

beforeEach(() => {
	test++;
	clock = new VirtualClock();
	[paid, listedAt, sentAt, listMs, payMs, fee] = [[], [], [], 0, 0, 0];
	[answers, happens, lists, lost, slow] = [{}, {}, {}, [], {}];
});

/** Somebody is paid, by this node or otherwise. */
function pay(orderReference: string, units: number): void {
	const createdAt = new Date(clock.now()).toISOString();
	const amount = units + fee;
	paid.push({ orderReference, amount, fee, currency: 'TZS', status: 'PENDING', createdAt });
}

/** Payouts of 100, 101, … */
const payouts = (prefix: string, count = 5): Payment[] =>
	Array.from({ length: count }, (_, index) =>
		payment(index, { orderReference: `${prefix}${index}`, cents: BigInt(10_000 + 100 * index) }),
	);

/** How one run goes; runs of one process share what is under way. */
interface Run extends Partial<Means> {
	process?: number;
	/** By how many milliseconds a run takes the service to be behind what it is. */
	behindMs?: number;
}

async function start(payments: Payment[], { process = 1, behindMs = 0, ...changes }: Run) {
	const service = serviceOf({
		paceKey: `limits ${test} ${process}`,
		async send({ index, orderReference, cents }) {
			sentAt.push(clock.passed);
			happens[orderReference]?.();
			const answer = answers[orderReference]?.shift();
			const accepted = { is: 'answered', result: result(index, 'accepted') } as const;
			await clock.sleep(slow[orderReference] ?? payMs);
			if (answer === undefined) pay(orderReference, Number(cents) / 100);
			return { ...accepted, ...answer } as SendFact;
		},
		async read() {
			listedAt.push(clock.passed);
			if (lost.includes(listedAt.length)) return result(0, 'unknown');
			const records = [...paid];
			const at = clock.wallTime();
			// Those that are asked for at the same moment arrive together.
			await (lists[at] ??= clock.sleep(listMs));
			return result(0, 'accepted', { records });
		},
		wallTime: () => clock.wallTime() - behindMs,
	});
	const { results } = await deliver(payments, [], meansOf({ clock, service, ...changes }));
	for (const { outcome, says } of results) if (outcome === 'invalid') expectGoodWording(says);
	return results.sort((one, other) => one.index - other.index);
}

/** Begins a run after so many milliseconds. */
const startAt = async (ms: number, payments: Payment[], run: Run) => {
	await clock.sleep(ms);
	return await start(payments, run);
};

const total = (of = paid) => of.reduce((sum, { amount }) => sum + Number(amount), 0);
const refused = (units: number): Partial<SendFact> => ({
	result: result(0, 'rejected', { cause: 'item', says: `No ${units}` }),
});

const expired: Partial<SendFact> = {
	is: 'refusedForNow',
	result: result(1, 'rejected', { httpStatus: 401, cause: 'account' }),
};
const waitAMinute: Partial<SendFact> = {
	is: 'refusedForNow',
	result: result(1, 'rejected', { httpStatus: 429, waitMs: 60_000 }),
};

describe('a run of minutes and another one, in another process', () => {
	const both = async (run: Run, afterMs: number, ofProcess = 2) =>
		await clock.until(
			Promise.all([
				start(payouts('A'), run),
				startAt(afterMs, payouts('B'), { ...run, process: ofProcess }),
			]),
		);

	it.each<[string, number, Run]>([
		['with a Batch Interval', 0, { batchIntervalMs: 2_000 }],
		['whose payouts take their time', 1_000, {}],
		['with several at a time', 3_000, { concurrency: 2 }],
	])('%s stay below the limit together', async (_, takesMs, run) => {
		payMs = takesMs;
		await both({ ...run, maximumPerDay: 80_000n }, 3_001);
		// Above it only by what was under way in the same second.
		expect(total()).toBeLessThanOrEqual(800);
		expect(total()).toBeGreaterThan(500);
	});

	it('in this process, only the first one goes out: what it has still to pay counts', async () => {
		const ended = await both({ batchIntervalMs: 2_000, maximumPerDay: 80_000n }, 3_001, 1);
		expect(ended.map(outcomesOfResults)).toEqual([
			Array(5).fill('accepted'),
			Array(5).fill('invalid'),
		]);
		expect(ended[1][0]?.says).toContain(
			'TZS 201.00 went out on 2026-11-21, 309.00 more are under way, and this run adds 510.00: above the Maximum per Day of 800.00',
		);
	});
});

it('several that need the list at the same time read one', async () => {
	[payMs, listMs] = [1_000, 400];
	await clock.until(start(payouts('A', 5), { maximumPerDay: 1_000_000n, concurrency: 4 }));
	expect(listedAt).toEqual([0, 1_400]);
	expect(sentAt).toEqual([400, ...Array<number>(4).fill(1_800)]);
});

it('at the service’s pace, the list is asked for when the payout may leave, and not before', async () => {
	answers = { A1: [waitAMinute] };
	await clock.until(start(payouts('A', 3), { maximumPerDay: 1_000_000n }));
	expect(listedAt).toEqual([0, 60_000, 120_000]);
	expect(sentAt).toEqual([0, 0, 60_000, 120_000]);
});

it('a new day of the service needs a list of its own, however young the last one is', async () => {
	payMs = 700;
	const eve = 9 * 3_600_000 - 500;
	await clock.advanceTo(eve);
	pay('Yesterday', 200);
	const running = start(payouts('A', 4), { maximumPerDay: 90_500n });
	await clock.advanceTo(eve + 600);
	pay('Today', 500);
	const ended = await clock.until(running);
	expect(outcomesOfResults(ended)).toEqual(['accepted', 'invalid', 'invalid', 'invalid']);
	expect(ended[1]?.says).toContain('TZS 600.00 went out on 2026-11-22, and this run adds 306');
	expect(listedAt.map((at) => at - eve)).toEqual([0, 700]);
});

it('what this run has paid yesterday does not count today', async () => {
	payMs = 700;
	await clock.advanceTo(9 * 3_600_000 - 1_000);
	const running = start(payouts('A', 4), { maximumPerDay: 40_600n });
	await clock.advanceTo(clock.passed + 1_300);
	pay('Today', 95);
	expect(outcomesOfResults(await clock.until(running))).toEqual(Array(4).fill('accepted'));
});

it('payouts whose token was refused at the same moment do not pass the limit together', async () => {
	answers = Object.fromEntries([1, 2, 3, 4].map((index) => [`A${index}`, [expired]]));
	happens = { A1: () => pay('Another', 400) };
	[payMs, listMs] = [100, 200];
	const run = { concurrency: 5, maximumPerDay: 70_000n };
	const ended = await clock.until(start(payouts('A'), run));
	expect(total()).toBeLessThanOrEqual(700);
	expect(ended.find(({ outcome }) => outcome === 'invalid')?.says).toContain('adds 410.00');
});

describe('two calls of an agent in one process', () => {
	const calls = async (
		afterMs: number,
		maximumPerDay = 15_000n,
		other: Run = { maximumPerDay },
	) => {
		const [one, two] = [payouts('A', 1), payouts('B', 1)];
		const first = start(one, other);
		const ended = await clock.until(Promise.all([first, startAt(afterMs, two, { maximumPerDay })]));
		return ended.flatMap(outcomesOfResults);
	};

	it.each([
		['at the same moment', 0],
		['while the first one is under way', 1_500],
		['when the first one has just been answered', 3_000],
		['later', 9_000],
	])('%s count each other', async (_, afterMs) => {
		payMs = 3_000;
		expect(await calls(afterMs)).toEqual(['accepted', 'invalid']);
		expect(total()).toBe(100);
	});

	it('count one that was answered while the list was read, which did not show it yet', async () => {
		[payMs, listMs] = [3_000, 1_000];
		expect(await calls(3_500)).toEqual(['accepted', 'invalid']);
	});

	it('count one that left and was answered meanwhile, also where its run takes today for yesterday', async () => {
		// Without the option, no list tells that run what day it is.
		listMs = 1_000;
		const limited = start(payouts('A', 1), { maximumPerDay: 15_000n });
		const other = startAt(200, payouts('B', 1), { behindMs: 24 * 3_600_000 });
		const [first, second] = await clock.until(Promise.all([limited, other]));
		expect(outcomesOfResults(second)).toEqual(['accepted']);
		expect(outcomesOfResults(first)).toEqual(['invalid']);
	});

	it('count one that leaves without the option', async () => {
		payMs = 3_000;
		expect(await calls(1_500, 15_000n, {})).toEqual(['accepted', 'invalid']);
	});

	it.each([1_500, 3_500, 5_000])('both pay where the limit allows it (%i ms)', async (afterMs) => {
		[payMs, listMs] = [3_000, 1_000];
		expect(await calls(afterMs, 20_000n)).toEqual(['accepted', 'accepted']);
	});
});

it('what a run may not pay any more is not held for it', async () => {
	const usd = { currency: 'USD', orderReference: 'U', cents: 100n };
	const items = [...payouts('A', 3), payment(3, usd), payment(4, { ...usd, orderReference: 'V' })];
	const first = start(items, { maximumPerDay: 60_000n, batchIntervalMs: 2_000 });
	await clock.advanceTo(1_000);
	pay('Another', 300);
	// By then the first run has kept in what was left in TZS, and waits with its last payout.
	await clock.advanceTo(5_000);
	const second = await clock.until(start(payouts('B', 2), { maximumPerDay: 60_200n }));
	expect(outcomesOfResults(second)).toEqual(['accepted', 'accepted']);
	expect(outcomesOfResults(await clock.until(first)).join()).toBe(
		'accepted,invalid,invalid,accepted,accepted',
	);
});

it('what a cancelled run had still to pay counts no longer', async () => {
	const cancel = new AbortController();
	const run = { maximumPerDay: 60_000n, batchIntervalMs: 2_000, cancelSignal: cancel.signal };
	const first = start(payouts('A'), run);
	await clock.advanceTo(2_500);
	cancel.abort();
	expect(
		outcomesOfResults(await clock.until(first)).filter((one) => one === 'notSent'),
	).toHaveLength(3);
	const next = await clock.until(start(payouts('B', 3), { maximumPerDay: 60_000n }));
	expect(outcomesOfResults(next)).toEqual(Array(3).fill('accepted'));
});

it.each<[string, Outcome, Partial<SendFact>]>([
	['was rejected', 'rejected', refused(100)],
	[
		'an earlier run has made',
		'alreadySent',
		{ result: result(0, 'alreadySent', { cause: 'reference', says: 'Used' }) },
	],
])('a payout that %s counts as nothing of today', async (_, outcome, answer) => {
	for (const name of ['A0', 'A1', 'A2']) answers[name] = [answer];
	payMs = 1_000;
	happens.A3 = () => pay('others', 200);
	const ended = await clock.until(start(payouts('A'), { maximumPerDay: 60_000n }));
	expect(outcomesOfResults(ended)).toEqual([...Array(3).fill(outcome), 'accepted', 'accepted']);
	expect(total()).toBe(407);
});

it('a payout that stays unclear counts, although no list shows it', async () => {
	answers.A0 = [{ result: result(0, 'unknown', { cause: 'service', says: 'Lost' }) }];
	payMs = 1_000;
	happens.A0 = () => pay('others', 1);
	const ended = await clock.until(start(payouts('A'), { maximumPerDay: 51_000n }));
	expect(outcomesOfResults(ended)).toEqual(['unknown', ...Array(4).fill('invalid')]);
});

it('what a run that has ended does not send any more keeps no other run in', async () => {
	answers.A1 = [refused(101)];
	happens.A2 = () => (payMs = 240_000);
	const maximumPerDay = 80_000n;
	const stops = { concurrency: 2, stopsRun: ({ outcome }: Result) => outcome === 'rejected' };
	const [, other] = await clock.until(
		Promise.all([
			start(payouts('A', 7), { ...stops, maximumPerDay }),
			startAt(60_000, payouts('B', 2), { maximumPerDay }),
		]),
	);
	expect(outcomesOfResults(other)).toEqual(['accepted', 'accepted']);
});

it('the fee that the service shows of a payout of another run here is not taken for a part of it', async () => {
	fee = 5;
	const run = { batchIntervalMs: 2_000, maximumPerDay: 102_000n };
	const ended = await clock.until(
		Promise.all([start(payouts('A'), run), startAt(1, payouts('B'), run)]),
	);
	expect(ended.map(outcomesOfResults)).toEqual([1, 2].map(() => Array(5).fill('accepted')));
});

it.each<[string, number[], number]>([
	['is asked for once more', [3], 5],
	['that does not come again keeps the rest in', [3, 4], 2],
	['keeps all in where it is the first', [1], 0],
])('a list that does not come %s', async (_, numbers, sent) => {
	lost = numbers;
	await clock.until(start(payouts('A'), { batchIntervalMs: 2_000, maximumPerDay: 102_000n }));
	expect(sentAt).toHaveLength(sent);
});

it('nothing of a run is kept in the process once no run is left', async () => {
	// The next run meets the same pace, since it has to wait.
	answers.A1 = [waitAMinute];
	await clock.until(start(payouts('A', 3), { maximumPerDay: 102_000n, maximumWaitMs: 0 }));
	await withPace(`limits ${test} 1`, clock, async ({ underWay, isSet }) => {
		expect([isSet, underWay.size]).toEqual([true, 0]);
		await Promise.resolve();
	});
});

it('what left before midnight, and was answered after it, counts on the day before', async () => {
	// 12:00 UTC is 15:00 in Dar es Salaam.
	const midnightMs = 9 * 3_600_000;
	payMs = 3_000;
	answers.A0 = [{}];
	happens.A0 = () => pay('A0', 100);
	const others = clock.sleep(midnightMs + 500).then(() => pay('other', 60));
	const run = startAt(midnightMs - 1_000, payouts('A', 2), { maximumPerDay: 25_000n });
	const [ended] = await clock.until(Promise.all([run, others]));
	expect(outcomesOfResults(ended)).toEqual(['accepted', 'accepted']);
});

describe('while a payout is under way, and the next one is refused', () => {
	const started = (maximumPerDay: bigint, means: Run = {}) =>
		start(payouts('A', 12), { concurrency: 2, maximumPerDay, ...means });

	it('what comes back when the day is full is kept in, too', async () => {
		// A1 is refused for its token at 1,600 ms, after the list of about 1,000 ms has stopped all that waited.
		[payMs, slow, answers] = [200, { A1: 1_500 }, { A1: [expired] }];
		const running = started(126_600n);
		await clock.advanceTo(500);
		pay('Elsewhere', 752);
		await clock.until(running);
		expect(total()).toBe(1_266);
	});

	describe('for its pace', () => {
		beforeEach(() => {
			// A1 is refused at 2,700 ms. From 2,400 to 2,800 ms, the list is read for another one.
			[payMs, listMs, slow] = [100, 400, { A0: 1_000, A1: 900 }];
			answers = { A1: [waitAMinute] };
		});

		it('nothing leaves any more, also where the list of the day was read then', async () => {
			await clock.until(started(1_000_000n));
			expect(sentAt.filter((at) => at > 2_700 && at < 62_700)).toEqual([]);
		});

		it('what the list of the day has stopped does not wait', async () => {
			const running = started(1_000_000n);
			await clock.advanceTo(2_350);
			pay('Elsewhere', 10_000);
			await clock.until(running);
			expect(clock.passed).toBeLessThan(4_000);
		});
	});

	it('those that waited for a slow list do not read it again', async () => {
		[payMs, listMs] = [500, 4_000];
		answers = { A1: [{ ...expired, is: 'answered' }] };
		await clock.until(started(100_000_000n, { concurrency: 5 }));
		// For the first one alone, and then for each five.
		expect(clock.passed).toBeLessThanOrEqual(4 * 4_500);
	});
});
