import fc from 'fast-check';
import { Gate } from '../../../../nodes/CardBankPayments/executor/send/gate';
import { sendAll, type Pace } from '../../../../nodes/CardBankPayments/executor/send/pace';
import { PacedService } from '../../support/pacedService';
import { payments, result } from '../../support/payments';
import { goOn, outcomesOf, SlowService, stepsOf } from '../../support/service';
import { settle } from '../../support/settle';
import { VirtualClock } from '../../support/virtualClock';

let service: SlowService;
beforeEach(() => (service = new SlowService()));

describe('the pace of sending', () => {
	it('sends the first payment alone, and the others only after its answer', async () => {
		const { run } = await service.run(5);
		expect(service.started).toEqual([0]);
		await service.end(0);
		expect(service.started).toEqual([0, 1, 2, 3]);
		await service.endAll([1, 2, 3, 4]);
		await run;
	});

	it('keeps as many under way as allowed, and never more', async () => {
		const { run } = await service.run(8);
		await service.end(0);
		await service.end(2);
		expect(service.underWay).toEqual([1, 3, 4]);
		await service.endAll([4, 3, 1]);
		expect(service.underWay).toEqual([5, 6, 7]);
		await service.endAll([5, 6, 7]);
		await run;
		expect(service.peak).toBe(3);
	});

	it('gives the results in the order of the payments, whichever answer comes first', async () => {
		const { run } = await service.run(4);
		await service.end(0);
		await service.end(3, 'rejected');
		await service.end(2, 'unknown');
		await service.end(1, 'alreadySent');
		const results = await run;
		expect(results.map(({ index }) => index)).toEqual([0, 1, 2, 3]);
		expect(outcomesOf(results)).toEqual(['accepted', 'alreadySent', 'unknown', 'rejected']);
	});

	it('sends nothing when there is nothing to send', async () => {
		const { run } = await service.run(0);
		expect(await run).toEqual([]);
		expect(service.started).toEqual([]);
	});

	it('sends each payment exactly once, in order, within the concurrency', async () => {
		const cases = fc.asyncProperty(
			fc.nat({ max: 30 }),
			fc.integer({ min: 1, max: 50 }),
			async (count, concurrency) => {
				const started: number[] = [];
				let underWay = 0;
				let peak = 0;
				const send = async ({ index }: { index: number }) => {
					started.push(index);
					peak = Math.max(peak, ++underWay);
					await settle();
					underWay--;
					return result(index, 'accepted');
				};
				const { results, waitedMs } = await sendAll(
					payments(count),
					stepsOf(send),
					goOn({ concurrency }),
				);
				expect(waitedMs).toBe(0);
				const all = Array.from({ length: count }, (_, index) => index);
				expect(started).toEqual(all);
				expect(results.map(({ index }) => index)).toEqual(all);
				expect(peak).toBe(Math.min(concurrency, Math.max(count - 1, Math.min(count, 1))));
			},
		);
		await fc.assert(cases, { numRuns: 50 });
	});

	it('does not wait inside a batch', async () => {
		const cancel = new AbortController();
		const pace = { batchIntervalMs: 2 ** 30, cancelSignal: cancel.signal };
		const { run } = await service.run(4, pace);
		await service.end(0);
		expect(service.started).toEqual([0, 1, 2]);
		cancel.abort();
		await service.endAll([1, 2]);
		expect(outcomesOf(await run)).toEqual(['accepted', 'accepted', 'accepted', 'notSent']);
	});
});

describe('the interval between batches', () => {
	/** When each payment was started, by the milliseconds that each of them takes. */
	async function startsOf(durations: number[], pace: Partial<Pace>): Promise<number[]> {
		const clock = new VirtualClock();
		const starts: number[] = [];
		const send = async ({ index }: { index: number }) => {
			starts.push(clock.passed);
			await clock.sleep(durations[index] as number);
			return result(index, 'accepted');
		};
		const run = sendAll(payments(durations.length), stepsOf(send), goOn({ ...pace, clock }));
		await clock.until(run);
		return starts;
	}

	it('is kept by batches that are answered at once', async () => {
		const starts = await startsOf(Array(6).fill(0), { concurrency: 2, batchIntervalMs: 1000 });
		expect(starts).toEqual([0, 0, 1000, 1000, 2000, 2000]);
	});

	it('is counted from the start of a batch, not from its end', async () => {
		const starts = await startsOf(Array(3).fill(400), { concurrency: 1, batchIntervalMs: 1000 });
		expect(starts).toEqual([0, 1000, 2000]);
	});

	it('is kept after a slow batch too: what was lost is not made up for in a burst', async () => {
		const durations = [2500, 0, 0, 0, 0, 0, 0, 0];
		const starts = await startsOf(durations, { concurrency: 2, batchIntervalMs: 1000 });
		expect(starts).toEqual([0, 2500, 2500, 2500, 3500, 3500, 4500, 4500]);
	});

	it('is kept when a slow payment in the middle holds up its batch', async () => {
		const durations = [0, 3700, 0, 0, 0];
		const starts = await startsOf(durations, { concurrency: 1, batchIntervalMs: 1000 });
		expect(starts).toEqual([0, 1000, 4700, 5700, 6700]);
	});

	it('is no wait for another run that shares the service’s own pace', async () => {
		const clock = new VirtualClock();
		const gate = new Gate(clock);
		const { send } = new PacedService(clock, 10_000);
		const pay = async (changes: Partial<Pace>) => {
			await sendAll(payments(4), stepsOf(send), goOn({ clock, gate, ...changes }));
			return clock.passed;
		};
		const slow = pay({ concurrency: 1, batchIntervalMs: 600_000 });
		expect(await clock.until(pay({ concurrency: 2 }))).toBe(40_000);
		expect(await clock.until(slow)).toBe(1_800_000);
	});
});
