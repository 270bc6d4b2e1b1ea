import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { result } from '../../support/payments';
import {
	LimitedService,
	outcomesOf,
	start,
	stopAtFailure as stop,
	type Send,
	type Speed,
} from '../../support/service';
import { settle } from '../../support/settle';
import { VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock()));

/** One at a time by default, and as much time passes as it takes. */
const run = async (count: number, send: Send, speed: Partial<Speed> = {}) =>
	await clock.until(start(count, send, { clock, concurrency: 1, ...speed }));

/** Refuses so, one wait after the other, each by its milliseconds; accepts where there is none. */
function refusing(...waits: Array<number | undefined>) {
	const sentAt: number[] = [];
	const send: Send = async ({ index }) => {
		const waitMs = waits[sentAt.push(clock.passed) - 1];
		return waitMs === undefined
			? result(index, 'accepted')
			: result(index, 'rejected', { says: 'Too early', waitMs });
	};
	return { send, sentAt };
}

it.each<[string, number[], Partial<Speed>, number[]]>([
	['the first one alone', [100, 100, 50, 100, 0], { concurrency: 3 }, [0, 100, 100, 100, 150]],
	[
		'in batches',
		[0, 0, 0, 0, 0],
		{ batchIntervalMs: 1000, concurrency: 2 },
		[0, 0, 1000, 1000, 2000],
	],
	['from the start of a batch', [400, 400, 400], { batchIntervalMs: 1000 }, [0, 1000, 2000]],
	[
		'without a burst after a slow batch',
		[2500, 0, 0, 0, 0, 0],
		{ batchIntervalMs: 1000, concurrency: 2 },
		[0, 2500, 2500, 2500, 3500, 3500],
	],
])('payments go out %s', async (_, durations, speed, expected) => {
	const startedAt: number[] = [];
	const send: Send = async ({ index }) => {
		startedAt.push(clock.passed);
		await clock.sleep(durations[index] as number);
		return result(index, 'accepted');
	};
	const { results } = await run(durations.length, send, speed);
	expect(startedAt).toEqual(expected);
	expect(results.map(({ index }) => index)).toEqual(durations.map((_, index) => index));
});

describe('a run', () => {
	type Ends = Array<[ms: number, outcome: Result['outcome'], changes?: Partial<Result>]>;
	const tokenRefused = { endsRun: true, says: 'Token refused' };
	const unclear: Ends[number] = [0, 'unknown'];

	it.each<[string, Partial<Speed>, Ends, string]>([
		[
			'that stops waits for what is under way, and names its first reason',
			{ concurrency: 3, ...stop },
			[
				[0, 'accepted'],
				[20, 'rejected', tokenRefused],
				[10, 'rejected'],
				[30, 'unknown'],
			],
			'Item 3 stopped the run',
		],
		['stops where no item would fare better', {}, [[0, 'rejected', tokenRefused]], 'Token refused'],
		[
			'stops after three unclear ends in a row',
			{},
			[
				unclear,
				unclear,
				[0, 'accepted'],
				unclear,
				unclear,
				[0, 'rejected'],
				unclear,
				unclear,
				unclear,
			],
			'The service left 3 payments in a row without a clear response',
		],
	])('%s', async (_, speed, ends, says) => {
		const { results } = await run(
			ends.length + 2,
			async ({ index }) => {
				const [ms, outcome, changes] = ends[index] as Ends[number];
				await clock.sleep(ms);
				return result(index, outcome, changes);
			},
			speed,
		);
		const outcomes = ends.map(([, outcome]) => outcome);
		expect(outcomesOf(results)).toEqual([...outcomes, 'notSent', 'notSent']);
		expect(results.at(-1)).toMatchObject({ says, orderReference: `INV-${ends.length + 1}` });
	});
});

describe('a cancelled execution', () => {
	const canceled = 'The execution was canceled';

	it.each<[string, Partial<Speed>, Array<number | undefined>]>([
		['the next batch', { batchIntervalMs: 2 ** 30 }, []],
		['the pace', {}, [undefined, 60_000]],
	])('does not wait for %s', async (_, speed, waits) => {
		const cancel = new AbortController();
		const { send } = refusing(...waits);
		const pace = { clock, concurrency: 1, cancelSignal: cancel.signal, ...speed };
		const running = start(3, send, pace);
		await clock.advanceTo(10_000);
		cancel.abort();
		const { results } = await running;
		expect(outcomesOf(results)).toEqual([
			'accepted',
			waits.length > 0 ? 'rejected' : 'notSent',
			'notSent',
		]);
		expect(clock.passed).toBe(10_000);
	});

	it('leaves the line of its account, which goes on without it', async () => {
		const account = 'line';
		const cancel = new AbortController();
		const paced = new LimitedService(clock, 10_000);
		const of = async (count: number, cancelSignal?: AbortSignal) => {
			const running = start(count, paced.send, { clock, account, concurrency: 1, cancelSignal });
			await settle();
			return await running;
		};
		const first = of(2);
		await settle();
		const [second, third] = [of(1, cancel.signal), of(1)];
		await settle();
		cancel.abort();
		expect((await second).results).toMatchObject([{ outcome: 'notSent', says: canceled }]);
		const others = await clock.until(Promise.all([first, third]));
		expect(others.flatMap(({ results }) => outcomesOf(results))).toEqual(Array(3).fill('accepted'));
	});
});

describe('Maximum Wait', () => {
	it('counts a payment’s own waits together, not those in front of it', async () => {
		const { send } = new LimitedService(clock, 10_000);
		const { results, waitedMs } = await run(20, send, { maximumWaitMs: 10_000 });
		expect(outcomesOf(results)).toEqual(Array(20).fill('accepted'));
		expect(waitedMs).toBe(190_000);
	});

	it.each([
		[8_999, 'rejected'],
		[9_000, 'accepted'],
	])('of %i ms for one that is asked to wait for 4 and 5 seconds: %s', async (...of) => {
		const [maximumWaitMs, outcome] = of;
		const { send } = refusing(4_000, 5_000);
		const { results } = await run(3, send, { maximumWaitMs });
		expect(results[0]?.outcome).toBe(outcome);
		if (outcome === 'accepted') return;
		const asks = 'The service asks to wait 5 seconds. Maximum Wait does not allow it';
		expect(results.map(({ says }) => says)).toEqual([`Too early. ${asks}`, asks, asks]);
		expect(results[0]?.nextStep).toBe(
			'Run this item again in 5 seconds, or set the option Maximum Wait to more',
		);
	});

	it.each([
		[59_999, 'notSent'],
		[60_000, 'accepted'],
	])('of %i ms for a run behind one that waits for a minute: %s', async (...of) => {
		const [maximumWaitMs, outcome] = of;
		const account = `minute ${maximumWaitMs}`;
		const first = start(1, refusing(60_000).send, { clock, account });
		await settle();
		const { send } = refusing();
		const second = start(1, send, { clock, account, maximumWaitMs });
		const [, { results }] = await clock.until(Promise.all([first, second]));
		expect(outcomesOf(results)).toEqual([outcome]);
		if (outcome === 'notSent') expect(results[0]?.says).toContain('wait 60 seconds. Maximum Wait');
	});

	it('of a run that stands in line, for a wait that comes meanwhile', async () => {
		const account = 'meanwhile';
		const speed = { clock, account, maximumWaitMs: 60_000 };
		const first = start(1, refusing(5_000, 3_600_000).send, speed);
		await settle();
		const { send, sentAt } = refusing();
		const { results } = await clock.until(start(2, send, speed));
		expect(outcomesOf([...(await first).results, ...results])).toEqual([
			...['rejected', 'notSent', 'notSent'],
		]);
		expect([sentAt, clock.passed]).toEqual([[], 5_000]);
	});
});
