import fc from 'fast-check';
import { Gate, withGate } from '../../../../nodes/CardBankPayments/executor/deliver/pace';
import { waitAfter } from '../../../../nodes/CardBankPayments/executor/service/waiting';
import { randomFrom } from '../../../faults/random';
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

it.each([
	[900_000, 900_000],
	[900_001, 0],
])('after a wait of %i ms goes on with a pace of %i', async (namedMs, paceMs) => {
	const gate = new Gate(clock);
	gate.accepted();
	gate.refused(namedMs, 1);
	// It is not shortened by another refusal.
	gate.refused(1_000, 1);
	expect(gate.waitMs).toBe(namedMs);
	await clock.advanceTo(namedMs);
	gate.accepted();
	expect(gate.waitMs).toBe(paceMs);
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

	it.each([2, 3])('leaves hardly a turn unused where %i processes pay', async (processes) => {
		const service = new LimitedService(clock, 60_000);
		const random = randomFrom(1);
		const send: Send = async (payment) => {
			await clock.sleep(Math.ceil(random() * 40));
			return await service.send(payment);
		};
		const speed = { maximumWaitMs: Infinity };
		const running = Array.from({ length: processes }, async () => await pay(20, send, speed));
		const results = (await Promise.all(running)).flatMap(({ results }) => results);
		expect(new Set(outcomesOf(results))).toEqual(new Set(['accepted']));
		expect(clock.passed / ((results.length - 1) * 60_000)).toBeLessThanOrEqual(1.02);
		expect(service.refusals / results.length).toBeLessThan(processes);
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

	it('shares the pace with another of its account, in turns', async () => {
		const service = new LimitedService(clock, 10_000);
		const order: string[] = [];
		const of = async (name: string) => {
			const send: Send = async (payment) => {
				const sent = await service.send(payment);
				if (sent.outcome === 'accepted') order.push(name);
				return sent;
			};
			return await pay(3, send, { account: 'shared' });
		};
		await Promise.all([of('A'), of('B')]);
		expect(clock.passed).toBe(50_000);
		expect(order.join('')).toBe('AABABB');
	});
});
