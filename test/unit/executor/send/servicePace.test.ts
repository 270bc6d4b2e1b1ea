import fc from 'fast-check';
import type { Steps } from '../../../../nodes/CardBankPayments/executor/send/pace';
import { PacedService, Quota, refusing, run } from '../../support/pacedService';
import { result } from '../../support/payments';
import { outcomesOf } from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock()));

describe('a service that keeps a pace', () => {
	it('is met with one refusal, and then with one request in the time that it showed', async () => {
		const service = new PacedService(clock, 60_000);
		const { results, waitedMs } = await run(clock, 5, service.send);
		expect(outcomesOf(results)).toEqual(Array(5).fill('accepted'));
		expect(service.log).toEqual(['0 0', '-1 0', '1 60000', '2 120000', '3 180000', '4 240000']);
		expect(waitedMs).toBe(240_000);
	});

	it('is paid in order and one at a time, whatever was under way at the first refusal', async () => {
		const service = new PacedService(clock, 10_000);
		await run(clock, 8, service.send, { concurrency: 4 });
		expect(service.paid).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
		expect(service.log.slice(5)).toEqual(
			[1, 2, 3, 4, 5, 6, 7].map((index) => `${index} ${index * 10_000}`),
		);
	});

	it('may be slower than Maximum Wait, where a batch interval leaves less to wait', async () => {
		const service = new PacedService(clock, 60_000);
		const pace = { batchIntervalMs: 40_000, maximumWaitMs: 30_000 };
		const { results } = await run(clock, 4, service.send, pace);
		expect(outcomesOf(results)).toEqual(Array(4).fill('accepted'));
	});

	it.each([
		['is not waited for after a payment that was refused', 'rejected', '2 10000'],
		['is waited for after one that was taken back', 'reversed', '2 20000'],
	] as const)('%s', async (_, outcome, next) => {
		const service = new PacedService(clock, 10_000);
		const send: Steps['send'] = async (each) => {
			if (each.index !== 1) return await service.send(each);
			if (outcome === 'rejected' && clock.passed > 0) return result(1, outcome);
			const sent = await service.send(each);
			return sent.outcome === 'accepted' ? result(1, outcome) : sent;
		};
		await run(clock, 3, send);
		expect(service.log.at(-1)).toBe(next);
		expect(service.refusals).toBe(1);
	});

	it('shows its pace with the next acceptance, where it names no time', async () => {
		const service = new PacedService(clock, 1_000, false);
		await run(clock, 10, service.send);
		expect(service.refusals).toBe(1);
		expect(service.paid).toHaveLength(10);
	});

	it('may name a time that is too short by less than a second', async () => {
		const service = new PacedService(clock, 59_500, true, Math.floor);
		await run(clock, 5, service.send);
		expect(service.paid).toEqual([0, 1, 2, 3, 4]);
		expect(service.refusals).toBe(2);
		expect(clock.passed).toBe(4 * 60_000);
	});

	it.each([
		['names the time', true],
		['names none', false],
	])('may keep a quota in place of a pace, and is used up to it: it %s', async (_, namesTime) => {
		const service = new Quota(clock, 120, 60_000, namesTime);
		const { results } = await run(clock, 300, service.send, { concurrency: 5 });
		expect(outcomesOf(results)).toEqual(Array(300).fill('accepted'));
		expect(clock.passed).toBeLessThan(4 * 60_000);
	});

	it('takes every payment once, within its own limit, refusing few', async () => {
		const cases = fc.asyncProperty(
			fc.integer({ min: 1, max: 25 }),
			fc.integer({ min: 1, max: 60 }),
			fc.integer({ min: 1, max: 6 }),
			async (count, seconds, concurrency) => {
				clock = new VirtualClock();
				const service = new PacedService(clock, seconds * 1000);
				await run(clock, count, service.send, { concurrency });
				expect(service.paid).toEqual(Array.from({ length: count }, (_, index) => index));
				expect(service.refusals).toBeLessThanOrEqual(concurrency);
				expect(clock.passed).toBe((count - 1) * seconds * 1000);
			},
		);
		await fc.assert(cases, { numRuns: 30 });
	});
});

describe('the wait of one payment', () => {
	it.each([
		['at least a second', [5], [0, 1_000]],
		['as long as it is named', [43_000], [0, 43_000]],
		['twice as long, where it is refused again', [2_000, 2_000, 1_000], [0, 2_000, 6_000, 14_000]],
		['what is left, where far less is named', [60_000, 5_000, 1], [0, 60_000, 65_000, 66_000]],
		['longer, where a longer time is named', [2_000, 9_000], [0, 2_000, 11_000]],
		['1, 2, 4 seconds, where none is named', [0, 0, 0], [0, 1_000, 3_000, 7_000]],
		['twice what was named before, where none is named', [5_000, 0], [0, 5_000, 15_000]],
	])('is %s', async (_, waits, expected) => {
		const { send, sentAt } = refusing(clock, waits);
		await run(clock, 1, send);
		expect(sentAt).toEqual(expected);
	});

	it('is up to a quarter longer by chance, where none is named, and no more than a minute', async () => {
		clock.chance = 1;
		const { send, sentAt } = refusing(clock, Array<number>(9).fill(0));
		await run(clock, 1, send);
		const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] as number));
		expect(waits).toEqual([1_250, 2_500, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
	});
});

describe('Maximum Wait', () => {
	it('counts a payment’s own waits together, not those in front of it', async () => {
		const service = new PacedService(clock, 10_000);
		const { results } = await run(clock, 20, service.send, { maximumWaitMs: 10_000 });
		expect(outcomesOf(results)).toEqual(Array(20).fill('accepted'));
	});

	it('ends the run where the service asks for more, with the time in every message', async () => {
		const { send, sentAt } = refusing(clock, [4_000, 5_000]);
		const { results } = await run(clock, 3, send, { maximumWaitMs: 8_999 });
		expect(outcomesOf(results)).toEqual(['rejected', 'notSent', 'notSent']);
		expect(sentAt).toEqual([0, 4_000]);
		const asks =
			'The service asks to wait 5 seconds: the next try would come later than Maximum Wait allows';
		expect(results.map(({ says }) => says)).toEqual([`Too early. ${asks}`, asks, asks]);
		expect(results[0]?.nextStep).toBe(
			'Run this item again in 5 seconds, or set the option Maximum Wait to more',
		);
	});

	it('is told with the time that the service named, whatever is waited', async () => {
		const { send } = refusing(clock, [60_000, 30_000]);
		const { results } = await run(clock, 1, send, { maximumWaitMs: 150_000 });
		expect(results[0]?.says).toContain('asks to wait 30 seconds: the next try would come later');
		expect(results[0]?.nextStep).toContain('again in 30 seconds, or set');
	});

	it('is kept by waits that are as long as it', async () => {
		const { results } = await run(clock, 1, refusing(clock, [4_000, 5_000]).send, {
			maximumWaitMs: 9_000,
		});
		expect(outcomesOf(results)).toEqual(['accepted']);
	});

	it('of 0 never waits', async () => {
		const { send, sentAt } = refusing(clock, [0]);
		const { results } = await run(clock, 2, send, { maximumWaitMs: 0 });
		expect(outcomesOf(results)).toEqual(['rejected', 'notSent']);
		expect(results[1]?.says).toContain('asks to wait and names no time: the next try');
		expect(results[0]?.nextStep).toContain('Run this item again in 1 second, or set');
		expect(sentAt).toEqual([0]);
		expect(clock.passed).toBe(0);
	});
});
