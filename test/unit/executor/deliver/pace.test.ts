import fc from 'fast-check';
import { Gate, withGate } from '../../../../nodes/CardBankPayments/executor/deliver/pace';
import { waitAfter } from '../../../../nodes/CardBankPayments/executor/service/patience';
import { result } from '../../support/payments';
import { LimitedService, outcomesOf, start, type Send, type Speed } from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock()));

describe('the wait after a refusal', () => {
	it.each([
		['at least a second', 5, 1, 1_000],
		['as long as it is named', 43_000, 1, 43_000],
		['exact, where it is named', 1_000, 1, 1_000],
		['not less than 1, 2, 4 seconds', 1_000, 3, 5_000],
		['and up to a quarter more by chance, where none is named', 0, 1, 1_250],
		['no more than a minute, where less is named', 0, 9, 60_000],
		['longer than a minute, where it is named', 3_600_000, 9, 3_600_000],
	])('is %s', (_, namedMs, times, waitMs) => {
		clock.chance = 1;
		expect(waitAfter(namedMs, times, clock)).toBe(waitMs);
	});
});

describe('a gate', () => {
	let gate: Gate;
	beforeEach(() => (gate = new Gate(clock)));

	const at = async (ms: number) => {
		await clock.advanceTo(ms);
		return gate;
	};
	/** What the next payment waits after one that was accepted then. */
	const acceptedAt = async (ms: number) => {
		(await at(ms)).accepted();
		return gate.waitMs;
	};
	const refusedAt = async (ms: number, namedMs: number, times = 1) => {
		(await at(ms)).refused(namedMs, times);
		return gate.waitMs;
	};

	it('is not shortened by another refusal, nor does one count that was under way', async () => {
		await acceptedAt(0);
		await refusedAt(0, 60_000);
		expect(await refusedAt(1_000, 5_000)).toBe(59_000);
		expect(await refusedAt(1_000, 70_000)).toBe(70_000);
		expect(await acceptedAt(71_000)).toBe(60_000);
	});

	it.each<[string, () => Promise<unknown>]>([
		['before which nothing was paid', async () => undefined],
		[
			'after several payments: a quota is used up',
			async () => [await acceptedAt(0), await acceptedAt(1_000)],
		],
		[
			'across a payment that may have been taken',
			async () => [await acceptedAt(0), gate.unclear()],
		],
	])('learns no pace from a refusal %s', async (_, before) => {
		await before();
		await refusedAt(5_000, 5_000);
		expect(await acceptedAt(10_000)).toBe(0);
	});

	it('learns it after a wait, where there were several before', async () => {
		await acceptedAt(0);
		await acceptedAt(10_000);
		await refusedAt(10_000, 50_000);
		expect(await acceptedAt(60_000)).toBe(0);
		await refusedAt(60_000, 60_000);
		expect(await acceptedAt(120_000)).toBe(60_000);
	});

	it.each([
		[900_000, 900_000],
		[900_001, 0],
	])('goes on after a wait of %i ms with a pace of %i', async (namedMs, paceMs) => {
		await acceptedAt(0);
		await refusedAt(0, namedMs);
		expect(await acceptedAt(namedMs)).toBe(paceMs);
	});
});

describe('the gates of this process', () => {
	const gateOf = async (key: string): Promise<Gate> =>
		await withGate(key, clock, async (gate) => await Promise.resolve(gate));

	it('are one for each account and operation, for as long as a run uses it', async () => {
		await withGate('used', clock, async (gate) => {
			const failing = withGate('used', clock, async () => await Promise.reject(new Error('x')));
			await expect(failing).rejects.toThrow('x');
			expect(await gateOf('another')).not.toBe(gate);
			expect(await gateOf('used')).toBe(gate);
		});
	});

	it('hold up later runs by what a payment was told, but not for hours', async () => {
		(await gateOf('closed')).refused(900_000, 1);
		expect((await gateOf('closed')).waitMs).toBe(900_000);
		await withGate('closed', clock, async (gate) => void gate.refused(36_000_000, 1));
		expect((await gateOf('closed')).waitMs).toBe(0);
	});
});

describe('a run', () => {
	type Changes = Partial<Speed> & { account?: string };
	const pay = async (count: number, send: Send, speed: Changes = {}) =>
		await clock.until(start(count, send, { clock, concurrency: 1, ...speed }));

	/** Named by default; how long it takes ÷ how long the service takes at least, and refusals. */
	it.each<[string, number, ((ms: number) => number) | undefined, number, number]>([
		['one in 60 s, and names it', 60_000, undefined, 1, 0.1],
		['one in 1 s, and names it', 1_000, undefined, 1, 0.1],
		['one in 60 s, and names no time', 60_000, () => 0, 1.2, 0.25],
		['one in 60 s, and always says "1 second"', 60_000, () => 1_000, 1.2, 0.25],
		['one in 59.5 s, and names up to a second too little', 59_500, Math.floor, 1.05, 0.1],
	])('at a service that takes %s', async (_, everyMs, names, most, refusals) => {
		clock.chance = 0.5;
		const service = new LimitedService(clock, everyMs, names);
		const { results } = await pay(25, service.send);
		expect(outcomesOf(results)).toEqual(Array(25).fill('accepted'));
		expect(clock.passed / (24 * everyMs)).toBeLessThanOrEqual(most);
		expect(service.refusals / 25).toBeLessThanOrEqual(refusals);
	});

	it.each<[string, ((ms: number) => number) | undefined]>([
		['names the time', undefined],
		['names none', () => 0],
	])('uses up a quota of 120 a minute of a service that %s', async (_, names) => {
		const service = new LimitedService(clock, 60_000, names, 120, 500);
		const { results } = await pay(300, service.send, { concurrency: 5 });
		expect(outcomesOf(results)).toEqual(Array(300).fill('accepted'));
		expect(clock.passed).toBeLessThan(4 * 60_000);
		expect(service.refusals / 300).toBeLessThanOrEqual(0.05);
	});

	it('pays each once and in order, within the limit, whatever was under way at a refusal', async () => {
		const cases = fc.asyncProperty(
			fc.integer({ min: 1, max: 25 }),
			fc.integer({ min: 1, max: 60 }),
			fc.integer({ min: 1, max: 6 }),
			async (count, seconds, concurrency) => {
				clock = new VirtualClock();
				const service = new LimitedService(clock, seconds * 1000);
				const { waitedMs } = await pay(count, service.send, { concurrency });
				expect(service.paid).toEqual(Array.from({ length: count }, (_, index) => index));
				expect(service.refusals).toBeLessThanOrEqual(concurrency);
				expect([clock.passed, waitedMs]).toEqual(Array(2).fill((count - 1) * seconds * 1000));
			},
		);
		await fc.assert(cases, { numRuns: 30 });
	});

	it.each([
		['is not held up by one that was refused for good', 'rejected', 10_000],
		['keeps the pace after one whose money came back', 'reversed', 20_000],
	] as const)('%s', async (_, outcome, lastAt) => {
		const service = new LimitedService(clock, 10_000);
		const send: Send = async (each) => {
			if (each.index === 1 && outcome === 'rejected' && clock.passed > 0) return result(1, outcome);
			const sent = await service.send(each);
			return each.index === 1 && sent.outcome === 'accepted' ? result(1, outcome) : sent;
		};
		await pay(3, send);
		expect(service.log.at(-1)).toBe(`2 ${lastAt}`);
	});

	it('shares the pace with another of its account, in turns', async () => {
		const account = 'shared';
		const service = new LimitedService(clock, 10_000);
		const order: string[] = [];
		const of = async (name: string) =>
			await pay(
				3,
				async (payment) => {
					const sent = await service.send(payment);
					if (sent.outcome === 'accepted') order.push(name);
					return sent;
				},
				{ account },
			);
		await Promise.all([of('A'), of('B')]);
		expect(clock.passed).toBe(50_000);
		expect(order.join('')).toBe('AABABB');
	});

	it('does not wait for another of its account that takes its time between batches', async () => {
		const account = 'of batches';
		const { send } = new LimitedService(clock, 10_000);
		const slow = pay(4, send, { account, batchIntervalMs: 600_000 });
		const quick = start(4, send, { clock, account, concurrency: 2 }).then(() => clock.passed);
		expect(await quick).toBeLessThanOrEqual(50_000);
		await slow;
	});
});
