import { result } from '../../support/payments';
import {
	LimitedService,
	outcomesOf,
	refusing,
	SlowService,
	start,
	stopAtFailure as stop,
	type Send,
	type Speed,
} from '../../support/service';
import { settle } from '../../support/settle';
import { VirtualClock } from '../../support/virtualClock';

let service: SlowService;
let clock: VirtualClock;
beforeEach(() => {
	service = new SlowService();
	clock = new VirtualClock();
});

/** One at a time by default, and as much time passes as it takes. */
const run = async (count: number, send: Send, speed: Partial<Speed> = {}) =>
	await clock.until(start(count, send, { clock, concurrency: 1, ...speed }));

describe('payments that nothing speaks against', () => {
	it('go out the first one alone, and then as many at a time as allowed', async () => {
		const { run } = await service.run(8);
		expect(service.started).toEqual([0]);
		await service.end([0]);
		expect(service.started).toEqual([0, 1, 2, 3]);
		await service.end([2, 4]);
		expect(service.started).toEqual([0, 1, 2, 3, 4, 5]);
		await service.end([5, 3, 1, 6, 7]);
		expect(service.peak).toBe(3);
		expect((await run).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
	});

	it.each<[string, number[], Partial<Speed>, number[]]>([
		['between batches', [0, 0, 0, 0, 0], { concurrency: 2 }, [0, 0, 1000, 1000, 2000]],
		['from the start of a batch, not its end', [400, 400, 400], {}, [0, 1000, 2000]],
		[
			'after a slow batch too: what was lost is not made up for in a burst',
			[2500, 0, 0, 0, 0, 0],
			{ concurrency: 2 },
			[0, 2500, 2500, 2500, 3500, 3500],
		],
	])('keep the interval %s', async (_, durations, speed, expected) => {
		const startedAt: number[] = [];
		const send: Send = async ({ index }) => {
			startedAt.push(clock.passed);
			await clock.sleep(durations[index] as number);
			return result(index, 'accepted');
		};
		await run(durations.length, send, { batchIntervalMs: 1000, ...speed });
		expect(startedAt).toEqual(expected);
	});
});

describe('a run that ends early', () => {
	it('begins nothing new after a failure in stop mode, and waits for what is under way', async () => {
		const { run } = await service.run(6, stop);
		await service.end([0]);
		await service.end([2], 'rejected');
		await service.end([1], 'rejected', { endsRun: true, says: 'Token refused' });
		await service.end([3], 'unknown');
		const results = await run;
		expect(outcomesOf(results)).toEqual([
			...['accepted', 'rejected', 'rejected', 'unknown'],
			...['notSent', 'notSent'],
		]);
		// The first reason, not the last.
		expect(results[4]?.says).toBe('Item 3 stopped the run');
		expect(results[4]?.orderReference).toBe('INV-4');
	});

	it('stops in either mode where no other item would fare better', async () => {
		const { run } = await service.run(3);
		await service.end([0], 'rejected', { endsRun: true, says: 'Token refused' });
		const results = await run;
		expect(outcomesOf(results)).toEqual(['rejected', 'notSent', 'notSent']);
		expect(results[2]?.says).toBe('Token refused');
	});

	it('stops after three unclear ends in a row, and stays stopped', async () => {
		const { run } = await service.run(8);
		await service.end([0, 1, 2], 'unknown');
		await service.end([3, 4]);
		const results = await run;
		expect(outcomesOf(results).slice(3)).toEqual([
			...['accepted', 'accepted'],
			...['notSent', 'notSent', 'notSent'],
		]);
		expect(results[7]?.says).toContain('3 payments in a row without a clear response');
	});

	it.each(['accepted', 'rejected'] as const)('counts anew after one that is %s', async (clear) => {
		const { run } = await service.run(6, { concurrency: 1 });
		await service.end([0, 1], 'unknown');
		await service.end([2], clear);
		await service.end([3, 4], 'unknown');
		await service.end([5]);
		expect(outcomesOf(await run)).not.toContain('notSent');
	});
});

describe('a cancelled execution', () => {
	const canceled = 'The execution was canceled';

	it('begins nothing new, and waits for what is under way', async () => {
		const cancel = new AbortController();
		const { run } = await service.run(6, { cancelSignal: cancel.signal });
		await service.end([0]);
		cancel.abort();
		await service.end([1, 2, 3]);
		expect(outcomesOf(await run).slice(3)).toEqual(['accepted', 'notSent', 'notSent']);
	});

	it.each<[string, Partial<Speed>, Array<number | undefined>]>([
		['the next batch', { batchIntervalMs: 2 ** 30 }, []],
		['the pace', {}, [undefined, 60_000]],
	])('does not wait for %s', async (_, speed, waits) => {
		const cancel = new AbortController();
		const { send } = refusing(clock, ...waits);
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

describe('while a run waits', () => {
	it('three unclear ends in a row still end the run', async () => {
		let sent = 0;
		const { results } = await run(6, async ({ index }) =>
			sent++ === 0 ? result(index, 'rejected', { waitMs: 1_000 }) : result(index, 'unknown'),
		);
		expect(outcomesOf(results).slice(2)).toEqual(['unknown', ...Array(3).fill('notSent')]);
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
		const { send } = refusing(clock, 4_000, 5_000);
		const { results } = await run(3, send, { maximumWaitMs });
		expect(results[0]?.outcome).toBe(outcome);
		if (outcome === 'accepted') return;
		const asks = 'The service asks to wait 5 seconds. Maximum Wait does not allow it';
		expect(results.map(({ says }) => says)).toEqual([`Too early. ${asks}`, asks, asks]);
		expect(results[0]?.nextStep).toBe(
			'Run this item again in 5 seconds, or set the option Maximum Wait to more',
		);
	});

	it('of 0 never waits, also where no time is named', async () => {
		const { send, sentAt } = refusing(clock, 0);
		const { results } = await run(2, send, { maximumWaitMs: 0 });
		expect(outcomesOf(results)).toEqual(['rejected', 'notSent']);
		expect(results[0]).toMatchObject({ waitMs: 1_000, says: expect.stringContaining('no time') });
		expect([sentAt, clock.passed]).toEqual([[0], 0]);
	});

	it('may be shorter than the pace, where a batch interval leaves less to wait', async () => {
		const { send } = new LimitedService(clock, 60_000);
		const speed = { batchIntervalMs: 40_000, maximumWaitMs: 30_000 };
		const { results } = await run(4, send, speed);
		expect(outcomesOf(results)).toEqual(Array(4).fill('accepted'));
	});

	it.each([
		[59_999, 'notSent'],
		[60_000, 'accepted'],
	])('of %i ms for a run behind one that waits for a minute: %s', async (...of) => {
		const [maximumWaitMs, outcome] = of;
		const account = `minute ${maximumWaitMs}`;
		const first = start(1, refusing(clock, 60_000).send, { clock, account });
		await settle();
		const { send } = refusing(clock);
		const second = start(1, send, { clock, account, maximumWaitMs });
		const [, { results }] = await clock.until(Promise.all([first, second]));
		expect(outcomesOf(results)).toEqual([outcome]);
		if (outcome === 'notSent')
			expect(results[0]?.says).toContain('wait 60 seconds. That is longer');
	});

	it('of a run that stands in line, for a wait that comes meanwhile', async () => {
		const account = 'meanwhile';
		const speed = { clock, account, maximumWaitMs: 60_000 };
		const first = start(1, refusing(clock, 5_000, 3_600_000).send, speed);
		await settle();
		const { send, sentAt } = refusing(clock);
		const { results } = await clock.until(start(2, send, speed));
		expect(outcomesOf([...(await first).results, ...results])).toEqual([
			...['rejected', 'notSent', 'notSent'],
		]);
		expect([sentAt, clock.passed]).toEqual([[], 5_000]);
	});
});
