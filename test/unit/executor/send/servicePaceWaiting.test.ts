import type {
	ItemResult,
	Payment,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
import { Gate } from '../../../../nodes/CardBankPayments/executor/send/gate';
import type { Steps } from '../../../../nodes/CardBankPayments/executor/send/pace';
import { PacedService, refusing, run, start } from '../../support/pacedService';
import { result } from '../../support/payments';
import { outcomesOf } from '../../support/service';
import { settle } from '../../support/settle';
import { VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock()));

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
			return await start(clock, 3, send, { gate });
		};
		const both = await clock.until(Promise.all([of('A'), of('B')]));
		for (const { results } of both) expect(outcomesOf(results)).toEqual(Array(3).fill('accepted'));
		expect(clock.passed).toBe(50_000);
		expect(service.peak).toBeLessThanOrEqual(2);
		expect(order.join('')).toBe('AABABB');
	});

	it('send nothing where another one waits for longer than they may', async () => {
		const gate = new Gate(clock);
		const first = start(clock, 1, refusing(clock, [60_000]).send, { gate });
		await settle();
		const { send, sentAt } = refusing(clock, []);
		const { results } = await start(clock, 2, send, { gate, maximumWaitMs: 59_999 });
		expect(outcomesOf(results)).toEqual(['notSent', 'notSent']);
		expect(results[0]?.says).toBe(
			'After another run, this account waits 60 seconds, longer than Maximum Wait allows',
		);
		expect(sentAt).toEqual([]);
		const patient = start(clock, 1, send, { gate, maximumWaitMs: 60_000 });
		const [, { results: sent }] = await clock.until(Promise.all([first, patient]));
		expect(outcomesOf(sent)).toEqual(['accepted']);
	});

	it('send nothing either where such a wait came while they stood in line', async () => {
		const gate = new Gate(clock);
		const first = start(clock, 1, refusing(clock, [5_000, 3_600_000]).send, {
			gate,
			maximumWaitMs: 60_000,
		});
		await settle();
		const { send, sentAt } = refusing(clock, []);
		const { results } = await clock.until(start(clock, 2, send, { gate, maximumWaitMs: 60_000 }));
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
		const sending = start(clock, 3, refusing(clock, [60_000]).send, pace, { makeReady });
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
		const first = start(clock, 2, service.send, { gate });
		await settle();
		const second = start(clock, 2, service.send, { gate, cancelSignal: cancel.signal });
		const third = start(clock, 1, service.send, { gate });
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
		await run(clock, 4, new PacedService(clock, 10_000).send, {}, steps);
		const back = ['0 back 1,2,3', '0 back 1,2,3'];
		expect(log).toEqual([...back, '9000 ready 1 again', '19000 ready 2', '29000 ready 3']);
	});

	it('everything is given back again when a later one is refused', async () => {
		// The first is refused, the second waits for the pace and is refused all the same.
		const { send } = refusing(clock, [2_000, undefined, 5_000]);
		await run(clock, 3, send, {}, steps);
		const back = log.filter((line) => line.includes('back'));
		expect(back.slice(-2)).toEqual(['0 back 0,1,2', '2000 back 1,2']);
	});

	it('nothing is given back or made ready where the service keeps no pace', async () => {
		await run(clock, 4, refusing(clock, []).send, { concurrency: 2 }, steps);
		expect(log).toEqual([]);
	});

	it('what need not be sent any more is not sent', async () => {
		const { send, sentAt } = refusing(clock, [1_000]);
		const makeReady = async ({ index }: Payment, wasRefused: boolean) =>
			wasRefused ? result(index, 'accepted', { says: 'It was there' }) : undefined;
		const { results } = await run(clock, 2, send, {}, { makeReady });
		expect(results[0]?.says).toBe('It was there');
		expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
		expect(sentAt).toHaveLength(2);
	});

	it('a store that fails ends the run: the rest is not sent', async () => {
		const silent: ItemResult = result(0, 'notSent', { says: 'No store', endsRun: true });
		const { send, sentAt } = refusing(clock, [1_000]);
		const makeReady = async ({ index }: Payment) => ({ ...silent, index });
		const { results } = await run(clock, 3, send, {}, { makeReady });
		expect(results.map(({ outcome, says }) => [outcome, says])).toEqual([
			['rejected', 'Too early. No store'],
			...Array<string[]>(2).fill(['notSent', 'No store']),
		]);
		expect(sentAt).toEqual([0]);
	});

	it('three unknown outcomes in a row still end the run', async () => {
		let sent = 0;
		const { results } = await run(clock, 6, async ({ index }) =>
			sent++ === 0 ? result(index, 'rejected', { waitMs: 1_000 }) : result(index, 'unknown'),
		);
		const outcomes = [...Array<string>(3).fill('unknown'), ...Array<string>(3).fill('notSent')];
		expect(outcomesOf(results)).toEqual(outcomes);
	});

	it('one that ended unclear may have been taken: the wait of the next is not doubled', async () => {
		const refusals = new Map([
			[1, [60_000]],
			[2, [60_000, 50_000]],
		]);
		const sentAt: number[] = [];
		const send: Steps['send'] = async ({ index }) => {
			const waitMs = refusals.get(index)?.shift();
			if (index === 2) sentAt.push(clock.passed);
			if (waitMs !== undefined) return result(index, 'rejected', { waitMs });
			return result(index, index === 1 ? 'unknown' : 'accepted');
		};
		await run(clock, 3, send, { concurrency: 2 });
		expect(sentAt).toEqual([0, 60_000, 110_000]);
	});
});
