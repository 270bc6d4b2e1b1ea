import { Pace, withPace } from '../../../../nodes/CardBankPayments/executor/deliver/pace';
import { waitAfter } from '../../../../nodes/CardBankPayments/executor/service/waiting';
import { payment } from '../../support/payments';
import { LimitedService, start, type SendPayment } from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

let clock: VirtualClock;
beforeEach(() => (clock = new VirtualClock()));

it.each([
	['at least a second', 5, 1, 1_000],
	['as long as it is named', 43_000, 1, 43_000],
	['exact, where it is named', 1_000, 1, 1_000],
	['not less than 1, 2, 4 seconds', 1_000, 3, 5_000],
	['up to a quarter more by chance, where none is named', 0, 1, 1_250],
	['no more than a minute, where less is named', 0, 9, 60_000],
	['longer than a minute, where it is named', 3_600_000, 9, 3_600_000],
])('the wait after a refusal is %s', (_, namedMs, times, waitMs) => {
	clock.chance = 1;
	expect(waitAfter(namedMs, times, clock)).toBe(waitMs);
});

it.each([
	[900_000, 900_000],
	[900_001, 0],
])('after a wait of %i ms goes on with a pace of %i', async (namedMs, paceMs) => {
	const pace = new Pace(clock);
	pace.accepted(0);
	pace.refused(namedMs, namedMs);
	// It is not shortened by another refusal.
	pace.refused(1_000, 1_000);
	expect(pace.waitMs).toBe(namedMs);
	await clock.advanceTo(namedMs);
	pace.accepted(0);
	expect(pace.waitMs).toBe(paceMs);
});

it.each([
	['a quarter of it', 15_000, 60_000],
	// The payout may have been accepted at any time within it.
	['most of it', 58_000, 0],
	['nobody knows how long', Infinity, 0],
])('a pace of a minute is learned from an answer that took %s', async (_, tookMs, paceMs) => {
	const pace = new Pace(clock);
	pace.accepted(tookMs);
	pace.refused(60_000, 60_000);
	await clock.advanceTo(60_000);
	pace.accepted(0);
	expect(pace.waitMs).toBe(paceMs);
});

it.each([
	['one', [0], 60_000],
	['two at the same moment', [0, 0], 0],
	['two, one after the other', [0, 1], 0],
])('a pace of a minute is learned after %s, accepted at the end of a wait', async (...of) => {
	const [, acceptedAt, paceMs] = of;
	const pace = new Pace(clock);
	pace.accepted(0);
	pace.accepted(0);
	pace.refused(10_000, 10_000);
	for (const at of acceptedAt) {
		await clock.advanceTo(10_000 + at);
		pace.accepted(0);
	}
	pace.refused(60_000, 60_000);
	await clock.advanceTo(80_000);
	pace.accepted(0);
	expect(pace.waitMs).toBe(paceMs);
});

it('a pace is that of one account and operation, while it is used or has to wait, but not for hours', async () => {
	const paceOf = async (key: string): Promise<Pace> =>
		await withPace(key, clock, async (pace) => await Promise.resolve(pace));
	await withPace('used', clock, async (pace) => {
		const { underWay } = pace;
		const failing = withPace('used', clock, async () => await Promise.reject(new Error('x')));
		await expect(failing).rejects.toThrow('x');
		expect(pace.runs).toBe(1);
		expect(await paceOf('another')).not.toBe(pace);
		expect(await paceOf('used')).toBe(pace);
		// What the others count does not go with one that ends.
		expect(pace.underWay).toBe(underWay);
	});
	(await paceOf('closed')).refused(900_000, 900_000);
	expect((await paceOf('closed')).waitMs).toBe(900_000);
	await withPace('closed', clock, async (pace) => void pace.refused(36_000_000, 36_000_000));
	expect((await paceOf('closed')).waitMs).toBe(0);
});

it('lets tasks pass one at a time once it is set', async () => {
	const pace = new Pace(clock);
	const begun: number[] = [];
	let end = () => {};
	const first = async () => await new Promise<void>((resolve) => ((end = resolve), begun.push(1)));
	const second = async () => void (await Promise.resolve(begun.push(2)));
	pace.refused(1_000, 1_000);
	const both = [pace.inOrder(first), pace.inOrder(second)];
	await clock.advanceTo(1);
	expect(begun).toEqual([1]);
	end();
	await Promise.all(both);
	expect(begun).toEqual([1, 2]);
});

/** What is reckoned with, named by default: how long it takes ÷ how long at least, and refusals. */
it.each<[string, number, ((ms: number) => number) | undefined, number, number, number?]>([
	['one in 60 s, and names it', 60_000, undefined, 1, 0.1],
	['one in 1 s, and names it, where more are under way', 1_000, undefined, 1, 0.2, 5],
	['one in 60 s, and names no time', 60_000, () => 0, 1.2, 0.25],
	['one in 60 s, and always says "1 second"', 60_000, () => 1_000, 1.2, 0.25],
	['one in 59.5 s, and names up to a second too little', 59_500, Math.floor, 1.05, 0.1],
])('a run loses little at a service that takes %s', async (...of) => {
	const [, everyMs, names, most, refusals, concurrency = 1] = of;
	clock.chance = 0.5;
	const service = new LimitedService(clock, everyMs, names);
	await clock.until(start(25, service.send, { clock, concurrency }));
	// Each once, and in their order.
	expect(service.paid).toEqual([...Array(25).keys()]);
	expect(clock.passed / (24 * everyMs)).toBeLessThanOrEqual(most);
	expect(service.refusals / 25).toBeLessThanOrEqual(refusals);
});

it('a run learns the pace of a second also where earlier ones were free to pay several at once', async () => {
	const account = 'a second, later';
	const free = new LimitedService(clock, 0);
	await clock.until(start(5, free.send, { clock, account }));
	const begunAt = clock.passed;
	const service = new LimitedService(clock, 1_000);
	const send: SendPayment = async (payment) => {
		await clock.sleep(5);
		return await service.send(payment);
	};
	await clock.until(start(25, send, { clock, account, concurrency: 10 }));
	expect((clock.passed - begunAt) / 24_000).toBeLessThanOrEqual(1.2);
});

it.each<[string, ((ms: number) => number) | undefined]>([
	['names the time', undefined],
	['names none', () => 0],
])('a run uses up a quota of 120 a minute of a service that %s', async (_, names) => {
	const service = new LimitedService(clock, 60_000, names, 120);
	const send: SendPayment = async (payment) => {
		await clock.sleep(500);
		return await service.send(payment);
	};
	await clock.until(start(300, send, { clock, concurrency: 5 }));
	expect(service.paid).toHaveLength(300);
	expect(clock.passed).toBeLessThan(4 * 60_000);
	expect(service.refusals / 300).toBeLessThanOrEqual(0.05);
});

it.each([2, 3])('%i processes that pay leave hardly a turn unused', async (processes) => {
	const service = new LimitedService(clock, 60_000);
	let requests = 0;
	const send: SendPayment = async (payment) => {
		// Pseudo-random, up to 40 ms.
		await clock.sleep(1 + ((17 * requests++) % 40));
		return await service.send(payment);
	};
	const speed = { clock, maximumWaitMs: Infinity };
	const running = Array.from({ length: processes }, async () => await start(20, send, speed));
	await clock.until(Promise.all(running));
	const { length } = service.paid;
	expect(length).toBe(processes * 20);
	expect(clock.passed / ((length - 1) * 60_000)).toBeLessThanOrEqual(1.02);
	expect(service.refusals / length).toBeLessThan(processes);
});

it.each<[string, ((ms: number) => number) | undefined, number]>([
	['learn the pace, as one run of many does', undefined, 2],
	['are refused each where the service names no time', () => 0, 9],
])('the turns of a loop %s', async (_, names, most) => {
	const service = new LimitedService(clock, 60_000, names);
	for (let turn = 0; turn < 10; turn++) {
		await clock.until(start(1, service.send, { clock, account: `a loop, ${most}` }));
	}
	expect(service.paid).toHaveLength(10);
	expect(service.refusals).toBeLessThanOrEqual(most);
});

it('a run goes by no pace that another process has shown, and by none for ever', async () => {
	const service = new LimitedService(clock, 60_000);
	const run = { clock, account: 'another process' };
	await clock.until(start(1, service.send, run));
	await clock.advanceTo(583_000);
	await service.send(payment(99));
	await clock.advanceTo(600_000);
	await clock.until(start(10, service.send, run));
	expect(clock.passed).toBe(600_000 + 43_000 + 9 * 60_000);
	const free = new LimitedService(clock, 0);
	for (let turn = 0; turn < 4; turn++) {
		await clock.advanceTo(clock.passed + 300_000);
		await clock.until(start(5, free.send, run));
	}
	const begunAt = clock.passed;
	await clock.until(start(5, free.send, run));
	expect(clock.passed - begunAt).toBeLessThan(1_000);
});

it('a later run asks for a token by itself', async () => {
	const paused = async () => {
		await withPace('paused', clock, async (pace) => await Promise.resolve(pace.pause(60_000)));
	};
	await paused();
	await withPace('paused', clock, async ({ waitMs }) => {
		expect(await Promise.resolve(waitMs)).toBe(0);
	});
});
