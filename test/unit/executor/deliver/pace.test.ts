import type { Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { Pace, paceOf } from '../../../../nodes/CardBankPayments/executor/deliver/pace';
import { waitAfter } from '../../../../nodes/CardBankPayments/executor/service/waiting';
import { payment, result } from '../../support/payments';
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
	pace.accepted();
	pace.refused(namedMs, namedMs);
	// It is not shortened by another refusal.
	pace.refused(1_000, 1_000);
	expect(pace.waitMs).toBe(namedMs);
	await clock.advanceTo(namedMs);
	pace.accepted();
	expect(pace.waitMs).toBe(paceMs);
});

/** What came first, since the last wait: so many were accepted, and then one was refused for so many seconds. */
it.each<[string, Array<[accepted: number, seconds: number]>, number]>([
	['after none', [[0, 60]], 0],
	['after one', [[1, 60]], 60],
	['after two, which may be a quota', [[2, 60]], 0],
	[
		'after one since the last wait',
		[
			[2, 10],
			[1, 60],
		],
		60,
	],
	[
		'not after two since the last wait',
		[
			[1, 10],
			[2, 60],
		],
		10,
	],
	[
		'from the longest rest, since the service may be asked late',
		[
			[1, 17],
			[1, 60],
			[1, 43],
		],
		60,
	],
])('a pace is learned %s', async (_, refusals, paceSeconds) => {
	const pace = new Pace(clock);
	for (const [accepted, seconds] of refusals) {
		for (let one = 0; one < accepted; one++) pace.accepted();
		pace.refused(seconds * 1_000, seconds * 1_000);
		await clock.advanceTo(clock.passed + 60_000);
	}
	pace.accepted();
	expect(pace.waitMs).toBe(paceSeconds * 1_000);
});

it('a pace is learned from what the service names, and not from a longer wait of our own', async () => {
	const pace = new Pace(clock);
	for (const namedMs of [0, 2_000]) {
		pace.accepted();
		pace.refused(8_000, namedMs);
		await clock.advanceTo(clock.passed + 8_000);
	}
	pace.accepted();
	expect(pace.waitMs).toBe(2_000);
});

it.each<[string, number, number, boolean]>([
	['while it waits', 900_000, 0, true],
	['not for the hours that one payment was to wait', 900_001, 0, false],
	['for a quarter of an hour after a refusal', 1_000, 900_000, true],
	['not later', 1_000, 900_001, false],
])('later runs of an account share its pace %s', async (_, waitMs, afterMs, isShared) => {
	const key = `shared ${waitMs} ${afterMs}`;
	const pace = paceOf(key, clock);
	expect(paceOf(key, clock)).toBe(pace);
	expect(paceOf(`${key}, of another account`, clock)).not.toBe(pace);
	pace.refused(waitMs, waitMs);
	await clock.advanceTo(afterMs);
	// What is accepted does not make it last: a pace that is too slow meets no refusal.
	pace.accepted();
	expect(pace.isSet).toBe(true);
	expect(paceOf(key, clock)).toBe(pace);
	expect(pace.isSet).toBe(isShared);
	// By another clock, its times mean nothing.
	expect(paceOf(key, new VirtualClock())).not.toBe(pace);
});

/** What is reckoned with, named by default: how long it takes ÷ how long at least, and refusals. */
it.each<[string, number, ((ms: number) => number) | undefined, number, number, number?]>([
	['one in 60 s, and names it', 60_000, undefined, 1, 0.1],
	['one in 1 s, and names it, where more are under way', 1_000, undefined, 1, 0.2, 5],
	// Only a time that is named is learned, so that each payout goes through 1, 2, 4, 8, 16 and 32 s.
	['one in 60 s, and names no time', 60_000, () => 0, 1.2, 6],
	['one in 60 s, and always says "1 second"', 60_000, () => 1_000, 1.2, 6],
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

it('a run uses up a quota of 120 a minute of a service that names no time', async () => {
	const service = new LimitedService(clock, 60_000, () => 0, 120);
	const send: SendPayment = async (payment) => {
		await clock.sleep(500);
		return await service.send(payment);
	};
	await clock.until(start(300, send, { clock, concurrency: 5 }));
	expect(service.paid).toHaveLength(300);
	expect(clock.passed).toBeLessThan(4 * 60_000);
	expect(service.refusals / 300).toBeLessThanOrEqual(0.05);
});

it('processes that pay leave hardly a turn unused', async () => {
	const processes = 3;
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

it('the turns of a loop learn the pace, as one run of many does', async () => {
	const service = new LimitedService(clock, 60_000);
	for (let turn = 0; turn < 10; turn++) {
		await clock.until(start(1, service.send, { clock, account: 'a loop' }));
	}
	expect(service.paid).toHaveLength(10);
	expect(service.refusals).toBeLessThanOrEqual(2);
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

it('learns a pace from what was accepted, and not from what was refused for good', async () => {
	const sentAt: number[] = [];
	const ends: Array<Partial<Result> | undefined> = [undefined, {}, { waitMs: 55_000 }];
	const send: SendPayment = async ({ index }) => {
		const refused = ends[sentAt.push(clock.passed) - 1];
		return await Promise.resolve(result(index, refused ? 'rejected' : 'accepted', refused));
	};
	await clock.until(start(4, send, { clock }));
	expect(sentAt).toEqual([0, 0, 0, 55_000, 110_000]);
});

it('learns no pace from before a payment that the service may have accepted', async () => {
	const sentAt: number[] = [];
	const waits = [undefined, undefined, 55_000];
	const send: SendPayment = async ({ index }) => {
		const waitMs = waits[sentAt.push(clock.passed) - 1];
		if (waitMs !== undefined) return result(index, 'rejected', { waitMs });
		// The service accepts the second one, and its response does not come.
		if (index !== 1) return result(index, 'accepted');
		await clock.sleep(10_000);
		return result(index, 'unknown');
	};
	await clock.until(start(4, send, { clock }));
	expect(sentAt).toEqual([0, 0, 10_000, 65_000, 65_000]);
});
