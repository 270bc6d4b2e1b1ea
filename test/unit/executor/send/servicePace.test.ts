import fc from 'fast-check';
import { Gate } from '../../../../nodes/CardBankPayments/executor/send/gate';
import {
	sendAll,
	type Pace,
	type Sent,
	type Steps,
} from '../../../../nodes/CardBankPayments/executor/send/pace';
import type { ItemResult, Payment } from '../../../../nodes/CardBankPayments/executor/payment';
import { PacedService } from '../../support/pacedService';
import { payments, result } from '../../support/payments';
import { goOn, outcomesOf, stepsOf } from '../../support/service';
import { settle } from '../../support/settle';
import { VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock()));

const start = async (
	count: number,
	send: Steps['send'],
	pace: Partial<Pace> = {},
	steps: Partial<Steps> = {},
): Promise<Sent> =>
	await sendAll(payments(count), stepsOf(send, steps), goOn({ clock, concurrency: 1, ...pace }));
const run = async (...call: Parameters<typeof start>) => await clock.until(start(...call));

/** Refuses so, one wait after the other, each by its milliseconds; accepts where there is none. */
function refusing(waits: Array<number | undefined>): { send: Steps['send']; sentAt: number[] } {
	const sentAt: number[] = [];
	const send = async ({ index }: Payment) => {
		sentAt.push(clock.passed);
		const waitMs = waits[sentAt.length - 1];
		return waitMs === undefined
			? result(index, 'accepted')
			: result(index, 'rejected', { says: 'Too early', waitMs });
	};
	return { send, sentAt };
}

/** Takes so many requests in each window of so many milliseconds, each in half a second. */
class Quota {
	private window = -1;

	private taken = 0;

	constructor(
		private readonly of: VirtualClock,
		private readonly most: number,
		private readonly windowMs: number,
		private readonly namesTime: boolean,
	) {}

	readonly send = async ({ index }: Payment): Promise<ItemResult> => {
		const window = Math.floor(this.of.passed / this.windowMs);
		if (window > this.window) [this.window, this.taken] = [window, 0];
		const isTaken = this.taken < this.most;
		if (isTaken) this.taken++;
		const restMs = (window + 1) * this.windowMs - this.of.passed;
		await this.of.sleep(500);
		if (isTaken) return result(index, 'accepted');
		const waitMs = this.namesTime ? Math.max(restMs - 500, 0) : 0;
		return result(index, 'rejected', { says: 'Too many', waitMs });
	};
}

describe('a service that keeps a pace', () => {
	it('is met with one refusal, and then with one request in the time that it showed', async () => {
		const service = new PacedService(clock, 60_000);
		const { results, waitedMs } = await run(5, service.send);
		expect(outcomesOf(results)).toEqual(Array(5).fill('accepted'));
		expect(service.log).toEqual(['0 0', '-1 0', '1 60000', '2 120000', '3 180000', '4 240000']);
		expect(waitedMs).toBe(240_000);
	});

	it('is paid in order and one at a time, whatever was under way at the first refusal', async () => {
		const service = new PacedService(clock, 10_000);
		await run(8, service.send, { concurrency: 4 });
		expect(service.paid).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
		expect(service.log.slice(5)).toEqual(
			[1, 2, 3, 4, 5, 6, 7].map((index) => `${index} ${index * 10_000}`),
		);
	});

	it('may be slower than Maximum Wait, where a batch interval leaves less to wait', async () => {
		const service = new PacedService(clock, 60_000);
		const pace = { batchIntervalMs: 40_000, maximumWaitMs: 30_000 };
		const { results } = await run(4, service.send, pace);
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
		await run(3, send);
		expect(service.log.at(-1)).toBe(next);
		expect(service.refusals).toBe(1);
	});

	it('shows its pace with the next acceptance, where it names no time', async () => {
		const service = new PacedService(clock, 1_000, false);
		await run(10, service.send);
		expect(service.refusals).toBe(1);
		expect(service.paid).toHaveLength(10);
	});

	it('may name a time that is too short by less than a second', async () => {
		const service = new PacedService(clock, 59_500, true, Math.floor);
		await run(5, service.send);
		expect(service.paid).toEqual([0, 1, 2, 3, 4]);
		expect(service.refusals).toBe(2);
		expect(clock.passed).toBe(4 * 60_000);
	});

	it.each([
		['names the time', true],
		['names none', false],
	])('may keep a quota in place of a pace, and is used up to it: it %s', async (_, namesTime) => {
		const service = new Quota(clock, 120, 60_000, namesTime);
		const { results } = await run(300, service.send, { concurrency: 5 });
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
				await run(count, service.send, { concurrency });
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
		const { send, sentAt } = refusing(waits);
		await run(1, send);
		expect(sentAt).toEqual(expected);
	});

	it('is up to a quarter longer by chance, where none is named, and no more than a minute', async () => {
		clock.chance = 1;
		const { send, sentAt } = refusing(Array<number>(9).fill(0));
		await run(1, send);
		const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] as number));
		expect(waits).toEqual([1_250, 2_500, 5_000, 10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
	});
});

describe('Maximum Wait', () => {
	it('counts a payment’s own waits together, not those in front of it', async () => {
		const service = new PacedService(clock, 10_000);
		const { results } = await run(20, service.send, { maximumWaitMs: 10_000 });
		expect(outcomesOf(results)).toEqual(Array(20).fill('accepted'));
	});

	it('ends the run where the service asks for more, with the time in every message', async () => {
		const { send, sentAt } = refusing([4_000, 5_000]);
		const { results } = await run(3, send, { maximumWaitMs: 8_999 });
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
		const { send } = refusing([60_000, 30_000]);
		const { results } = await run(1, send, { maximumWaitMs: 150_000 });
		expect(results[0]?.says).toContain('asks to wait 30 seconds: the next try would come later');
		expect(results[0]?.nextStep).toContain('again in 30 seconds, or set');
	});

	it('is kept by waits that are as long as it', async () => {
		const { results } = await run(1, refusing([4_000, 5_000]).send, { maximumWaitMs: 9_000 });
		expect(outcomesOf(results)).toEqual(['accepted']);
	});

	it('of 0 never waits', async () => {
		const { send, sentAt } = refusing([0]);
		const { results } = await run(2, send, { maximumWaitMs: 0 });
		expect(outcomesOf(results)).toEqual(['rejected', 'notSent']);
		expect(results[1]?.says).toContain('asks to wait and names no time: the next try');
		expect(results[0]?.nextStep).toContain('Run this item again in 1 second, or set');
		expect(sentAt).toEqual([0]);
		expect(clock.passed).toBe(0);
	});
});

describe('runs that share a gate', () => {
	it('share the pace, in turns', async () => {
		const gate = new Gate(clock);
		const service = new PacedService(clock, 10_000);
		const order: string[] = [];
		const of = async (name: string) => {
			const send: Steps['send'] = async (payment) => {
				const sent = await service.send(payment);
				if (sent.outcome === 'accepted') order.push(name);
				return sent;
			};
			return await start(3, send, { gate });
		};
		const both = await clock.until(Promise.all([of('A'), of('B')]));
		for (const { results } of both) expect(outcomesOf(results)).toEqual(Array(3).fill('accepted'));
		expect(clock.passed).toBe(50_000);
		expect(service.peak).toBeLessThanOrEqual(2);
		expect(order.join('')).toBe('AABABB');
	});

	it('send nothing where another one waits for longer than they may', async () => {
		const gate = new Gate(clock);
		const first = start(1, refusing([60_000]).send, { gate });
		await settle();
		const { send, sentAt } = refusing([]);
		const { results } = await start(2, send, { gate, maximumWaitMs: 59_999 });
		expect(outcomesOf(results)).toEqual(['notSent', 'notSent']);
		expect(results[0]?.says).toBe(
			'After another run, this account waits 60 seconds, longer than Maximum Wait allows',
		);
		expect(sentAt).toEqual([]);
		const patient = start(1, send, { gate, maximumWaitMs: 60_000 });
		const [, { results: sent }] = await clock.until(Promise.all([first, patient]));
		expect(outcomesOf(sent)).toEqual(['accepted']);
	});

	it('send nothing either where such a wait came while they stood in line', async () => {
		const gate = new Gate(clock);
		const first = start(1, refusing([5_000, 3_600_000]).send, { gate, maximumWaitMs: 60_000 });
		await settle();
		const { send, sentAt } = refusing([]);
		const { results } = await clock.until(start(2, send, { gate, maximumWaitMs: 60_000 }));
		expect(outcomesOf((await first).results)).toEqual(['rejected']);
		expect(outcomesOf(results)).toEqual(['notSent', 'notSent']);
		expect(sentAt).toEqual([]);
		expect(clock.passed).toBe(5_000);
	});
});

describe('a cancelled execution', () => {
	it('ends its waits at once', async () => {
		const cancel = new AbortController();
		const makeReady = jest.fn();
		const pace = { cancelSignal: cancel.signal };
		const sending = start(3, refusing([60_000]).send, pace, { makeReady });
		await clock.advanceTo(10_000);
		cancel.abort();
		const { results } = await sending;
		expect(clock.passed).toBe(10_000);
		expect(outcomesOf(results)).toEqual(['rejected', 'notSent', 'notSent']);
		expect(results[0]?.nextStep).toBe('Run this item again in 60 seconds');
		expect(makeReady).not.toHaveBeenCalled();
	});

	it('leaves the line, which goes on without it', async () => {
		const gate = new Gate(clock);
		const cancel = new AbortController();
		const service = new PacedService(clock, 10_000);
		const first = start(2, service.send, { gate });
		await settle();
		const second = start(2, service.send, { gate, cancelSignal: cancel.signal });
		const third = start(1, service.send, { gate });
		await settle();
		cancel.abort();
		expect(outcomesOf((await second).results)).toEqual(['notSent', 'notSent']);
		const others = await clock.until(Promise.all([first, third]));
		expect(others.flatMap(({ results }) => outcomesOf(results))).toEqual(Array(3).fill('accepted'));
	});
});

describe('while a run waits', () => {
	/** What is given back and made ready, and when. */
	let log: string[];
	beforeEach(() => (log = []));
	const steps: Partial<Steps> = {
		giveBack: async (waiting) => {
			log.push(`${clock.passed} back ${waiting.map(({ index }) => index).join()}`);
		},
		makeReady: async ({ index }, wasRefused) => {
			log.push(`${clock.passed} ready ${index}${wasRefused ? ' again' : ''}`);
			return undefined;
		},
	};

	it('everything is given back at once, and made ready a second before it is sent', async () => {
		await run(4, new PacedService(clock, 10_000).send, {}, steps);
		const back = ['0 back 1,2,3', '0 back 1,2,3'];
		expect(log).toEqual([...back, '9000 ready 1 again', '19000 ready 2', '29000 ready 3']);
	});

	it('everything is given back again when a later one is refused', async () => {
		// The first is refused, the second waits for the pace and is refused all the same.
		const { send } = refusing([2_000, undefined, 5_000]);
		await run(3, send, {}, steps);
		const back = log.filter((line) => line.includes('back'));
		expect(back.slice(-2)).toEqual(['0 back 0,1,2', '2000 back 1,2']);
	});

	it('nothing is given back or made ready where the service keeps no pace', async () => {
		await run(4, refusing([]).send, { concurrency: 2 }, steps);
		expect(log).toEqual([]);
	});

	it('what need not be sent any more is not sent', async () => {
		const { send, sentAt } = refusing([1_000]);
		const makeReady = async ({ index }: Payment, wasRefused: boolean) =>
			wasRefused ? result(index, 'accepted', { says: 'It was there' }) : undefined;
		const { results } = await run(2, send, {}, { makeReady });
		expect(results[0]?.says).toBe('It was there');
		expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
		expect(sentAt).toHaveLength(2);
	});

	it('a store that fails ends the run: the rest is not sent', async () => {
		const silent: ItemResult = result(0, 'notSent', { says: 'No store', endsRun: true });
		const { send, sentAt } = refusing([1_000]);
		const makeReady = async ({ index }: Payment) => ({ ...silent, index });
		const { results } = await run(3, send, {}, { makeReady });
		expect(results.map(({ outcome, says }) => [outcome, says])).toEqual([
			['rejected', 'Too early. No store'],
			...Array<string[]>(2).fill(['notSent', 'No store']),
		]);
		expect(sentAt).toEqual([0]);
	});

	it('three unknown outcomes in a row still end the run', async () => {
		let sent = 0;
		const { results } = await run(6, async ({ index }) =>
			sent++ === 0 ? result(index, 'rejected', { waitMs: 1_000 }) : result(index, 'unknown'),
		);
		const outcomes = [...Array<string>(3).fill('unknown'), ...Array<string>(3).fill('notSent')];
		expect(outcomesOf(results)).toEqual(outcomes);
	});
});
