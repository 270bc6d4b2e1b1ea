import type { IContextObject } from 'n8n-workflow';
import type {
	Outcome,
	Payment,
	Result,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import { Journal } from '../../../../nodes/CardBankPayments/executor/journal/journal';
import { Memory } from '../../../../nodes/CardBankPayments/executor/journal/memory';
import type { Service } from '../../../../nodes/CardBankPayments/executor/service/connect';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { waitUntil } from '../../../../workbench/servers/waiting';
import { GuardedList } from '../../support/guardedList';
import { payment, payments, result } from '../../support/payments';
import {
	answerOf,
	meansOf,
	NOT_FOUND,
	outcomesOfResults,
	serviceOf,
	SILENT,
	stopAtFailure as stop,
	type SendPayment,
} from '../../support/service';
import { settle, VirtualClock } from '../../support/virtualClock';
import { expectGoodWording } from '../../support/wording';

let context: IContextObject;
let store: GuardedList;
let clock: VirtualClock;
/** Millisecond and reference of each request, and of each look-up, of this execution. */
let sent: string[];
let asked: string[];
/** What was reserved at the last look-up. */
let held: string[];
/** How the service ends a payment, by its reference; it accepts the others. */
let ends: Record<string, Partial<Result>>;
/** The payouts that the service shows. */
let records: Record<string, object>;
/** Tells the accounts of one test from those of another: they share no pace. */
let test = 0;

beforeEach(() => {
	test++;
	clock = new VirtualClock();
	// How long the guard looks at its list is nothing to the payments.
	store = new GuardedList({ ...clock, now: () => 0, sleep: async () => undefined });
	[ends, records] = [{}, {}];
	nextExecution();
});

/** The node's context belongs to one execution; the store outlives it. */
function nextExecution(): void {
	[context, sent, asked, held] = [{}, [], [], []];
}

/** What one run does in another way. */
interface DeliverChanges extends Partial<Means>, Partial<Pick<Service, 'lookUp' | 'effect'>> {
	isGuarded?: boolean;
	/** Runs of other processes share neither pace nor turns. */
	process?: number;
	send?: SendPayment;
}

const answer: SendPayment = async ({ index, orderReference }) => {
	const { outcome = 'accepted', ...changes } = ends[orderReference] ?? {};
	return await Promise.resolve(result(index, outcome, changes));
};

async function start(items: Payment[], changes: DeliverChanges = {}): Promise<Result[]> {
	const { isGuarded = true, process = 1, send = answer, lookUp, effect = 'payout' } = changes;
	const memory = new Memory(context, 'createBankPayout', '', 'payout', 0);
	const recalled = memory.recall(items.map((item) => ({ ...item, says: [], payment: item })));
	const fresh = items.filter(({ index }) => !recalled.has(index));
	const service = serviceOf({
		...{ paceKey: `${test} ${process}`, effect, lookUp },
		async send(one) {
			sent.push(`${clock.passed} ${one.orderReference}`);
			return answerOf(await send(one));
		},
	});
	const journal = new Journal(memory, isGuarded ? store.list(process) : undefined);
	const means = meansOf({ clock, journal, service, ...changes });
	const { results } = await deliver(fresh, [...recalled.values()], means);
	return results.sort((a, b) => a.index - b.index);
}

/** One run to its end, after which n8n keeps the context. */
const run = async (items: Payment[], changes?: DeliverChanges): Promise<Result[]> =>
	await clock.until(start(items, changes));

/** Look-ups are answered with the {@link records}, or so, in every case. */
const lookUps =
	(says?: ServiceResponse): Service['lookUp'] =>
	async ({ orderReference }) => {
		asked.push(`${clock.passed} ${orderReference}`);
		held = store.reserved();
		const record = records[orderReference];
		return says ?? (record === undefined ? NOT_FOUND : { status: 200, body: [record] });
	};

const unclear: Partial<Result> = { outcome: 'unknown' };

/** Refuses for a time. */
const wait = (seconds: number): Partial<Result> => ({
	outcome: 'rejected',
	waitMs: seconds * 1000,
});

/** From now on the service has this payout. */
const paid = (orderReference: string, createdAt?: string) => {
	const order = { amount: '1500.50', currency: 'TZS' };
	records[orderReference] = { orderReference, status: 'SUCCESS', order, createdAt };
};

const referencesIn = (log: string[]) => log.map((line) => line.split(' ')[1]).join();
/** Goes on after everything but a refusal. */
const stopAtRefusal = { stopsRun: ({ outcome }: Result) => outcome === 'rejected' };

describe('what was sent before', () => {
	it.each<[string, boolean, Outcome]>([
		['is unknown in this execution', false, 'unknown'],
		['was used in another execution', true, 'alreadySent'],
	])('lets stop mode send and reserve nothing where it %s', async (_, isAnother, outcome) => {
		ends = { 'INV-1': unclear };
		await run([payment(1)], stop);
		if (isAnother) nextExecution();
		sent = [];
		const results = await run(payments(3), stop);
		expect(outcomesOfResults(results)).toEqual(['notSent', outcome, 'notSent']);
		expect([sent, store.reserved()]).toEqual([[], ['INV-1']]);
		expectGoodWording(String(results[0]?.says));
	});

	it.each<[string, DeliverChanges, string]>([
		['only the first, where that ends the run', stop, 'INV-0'],
		['all, where the run goes on', stopAtRefusal, 'INV-0,INV-1,INV-2'],
	])('is looked up: %s', async (_, mode, questions) => {
		await run(payments(3));
		nextExecution();
		['INV-0', 'INV-1', 'INV-2'].forEach((each) => paid(each));
		const results = await run(payments(4), { lookUp: lookUps(), ...mode });
		expect(outcomesOfResults(results).slice(0, 3)).toEqual(Array(3).fill('alreadySent'));
		expect([referencesIn(asked), sent.length]).toEqual([questions, mode === stop ? 0 : 1]);
		// A run that looks up keeps nothing from another one.
		expect(held).not.toContain('INV-3');
	});

	it('is told with its record, where the store falls silent after the look-up', async () => {
		await run([payment(0)]);
		nextExecution();
		paid('INV-0');
		const lookUp: Service['lookUp'] = async (one) => {
			store.fails.check = new Error('Connection terminated');
			return await lookUps()!(one);
		};
		const results = await run(payments(2), { lookUp });
		expect(results).toMatchObject([{ records: [records['INV-0']] }, { outcome: 'notSent' }]);
	});

	it('is looked up before the others are reserved, where this execution left it unknown', async () => {
		ends = { 'INV-0': unclear };
		await run([payment(0)]);
		await run(payments(2), { lookUp: lookUps(SILENT) });
		expect([held, store.reserved()]).toEqual([['INV-0'], ['INV-0', 'INV-1']]);
	});
});

it('a reference that another run holds is not kept for it, once that run has released it', async () => {
	ends = { 'INV-0': { outcome: 'rejected', cause: 'item' } };
	const slow: SendPayment = async (one) => {
		await clock.sleep(10_000);
		return await answer(one);
	};
	const holder = start(payments(1), { send: slow });
	await settle();
	nextExecution();
	const other = start(payments(2), {
		process: 2,
		send: async (one) => {
			await clock.sleep(60_000);
			return await answer(one);
		},
	});
	expect(outcomesOfResults(await clock.until(holder))).toEqual(['rejected']);
	expect(outcomesOfResults(await clock.until(other))).toEqual(['alreadySent', 'accepted']);
	expect(store.reserved()).toEqual(['INV-1']);
});

it('a payout that ends unclear is remembered so while it is looked up, and then as what was found', async () => {
	ends = { 'INV-0': unclear };
	const running = start(payments(2), { lookUp: lookUps(), ...stop });
	await waitUntil(() => JSON.stringify(context).includes('"outcome":"unknown"'));
	expect(asked).toEqual([]);
	paid('INV-0');
	expect(outcomesOfResults(await clock.until(running))).toEqual(['accepted', 'accepted']);
	expect(asked).toEqual(['1000 INV-0']);
	expect(outcomesOfResults(await run(payments(2)))).toEqual(['accepted', 'accepted']);
	expect(sent).toHaveLength(2);
});

describe('at the end of a run, what is open', () => {
	it.each<[Outcome, number, number]>([
		// Once in half a minute of sending, where it was used before.
		['alreadySent', 29, 1],
		['alreadySent', 31, 2],
		// Its response was lost.
		['accepted', 60, 4],
	])('is looked up, and ends as %s (%i s: %i)', async (outcome, seconds, times) => {
		if (outcome === 'accepted') ends = { 'INV-0': unclear };
		else {
			await run([payment(0)]);
			nextExecution();
		}
		ends['INV-1'] = wait(seconds);
		const running = start(payments(2), { lookUp: lookUps() });
		while (!sent.at(-1)?.endsWith('INV-1')) await clock.advanceTo(clock.passed + 500);
		ends = {};
		paid('INV-0');
		const [first] = await clock.until(running);
		expect(first?.outcome).toBe(outcome);
		expect(asked.filter((line) => line.endsWith('INV-0'))).toHaveLength(times);
	});

	it('is looked up once where the look-ups alone took long', async () => {
		await run(payments(3));
		nextExecution();
		const lookUp: Service['lookUp'] = async (one) => {
			await clock.sleep(20_000);
			return await lookUps()!(one);
		};
		await run(payments(4), { lookUp });
		expect(referencesIn(asked)).toBe('INV-0,INV-1,INV-2');
	});

	it('is looked up also where the service was silent when the run began', async () => {
		const silently = { lookUp: lookUps(SILENT) };
		const names = ['INV-0', 'INV-1', 'INV-2', 'INV-3'];
		ends = Object.fromEntries(names.map((name) => [name, unclear]));
		// Three unclear ends would stop a run.
		for (const count of [2, 4]) await run(payments(count), silently);
		asked = [];
		const results = await run(payments(5), {
			lookUp: async (one) => await lookUps(asked.length < 3 ? SILENT : undefined)!(one),
			async send(one) {
				names.forEach((each) => paid(each));
				await clock.sleep(31_000);
				return await answer(one);
			},
		});
		expect(referencesIn(asked)).toBe([...names.slice(0, 3), ...names].join());
		expect(outcomesOfResults(results)).toEqual(Array(5).fill('accepted'));
	});
});

describe('a run that has to wait', () => {
	/** Runs until INV-0 is refused and waits a minute; `meanwhile` is before all the others. */
	const waiting = async (meanwhile: () => unknown, asking?: Service['lookUp']) => {
		ends = { 'INV-0': wait(60) };
		const running = start(payments(2), { lookUp: asking });
		while (sent.length === 0) await settle();
		await settle();
		ends = {};
		await meanwhile();
		return await clock.until(running);
	};

	it.each<[string, () => Service['lookUp'], number, Outcome]>([
		['for 5 s', () => lookUps(), 5, 'accepted'],
		['for 5 s, and nobody may be asked', () => undefined, 5, 'accepted'],
		['for 15 s', () => lookUps(), 15, 'alreadySent'],
		['for good, and nobody may be asked', () => undefined, Infinity, 'alreadySent'],
		['for good, and the service knows it', () => lookUps(), Infinity, 'alreadySent'],
		['for 5 s, and the service is silent', () => lookUps(SILENT), 5, 'alreadySent'],
	])('sends what another process has reserved only in passing: %s', async (...of) => {
		const [, asking, seconds, outcome] = of;
		const results = await waiting(async () => {
			const { memory } = new Journal({ wasSent: () => false } as never);
			const other = new Journal(memory, store.list(2));
			await other.reserve([payment(0)]);
			if (seconds === Infinity) paid('INV-0');
			else void clock.sleep((59 + seconds) * 1000).then(() => other.release([payment(0)]));
		}, asking());
		expect(outcomesOfResults(results)).toEqual([outcome, 'accepted']);
		const again = outcome === 'accepted' ? 'INV-0,' : '';
		expect(referencesIn(sent)).toBe(`INV-0,${again}INV-1`);
	});

	it.each(['check', 'remove'] as const)(
		'sends nothing more where the store falls silent: %s',
		async (call) => {
			const lost = new Error('Connection terminated');
			const results = await waiting(() => (store.fails[call] = lost));
			// What was prepared and could not be confirmed is not sent.
			expect(outcomesOfResults(results)).toEqual(['rejected', 'notSent']);
			expect(referencesIn(sent)).toBe('INV-0');
		},
	);
});

describe('a payout that was refused for its pace', () => {
	interface Refused extends DeliverChanges {
		says?: ServiceResponse;
		isCancelled?: boolean;
	}

	it.each<[string, Refused, Outcome, number]>([
		['the service has it', {}, 'accepted', 1],
		['the service has it, as the execution is cancelled', { isCancelled: true }, 'accepted', 1],
		['the service does not know it', { says: NOT_FOUND }, 'accepted', 2],
		['the service is silent', { says: SILENT }, 'unknown', 1],
		['it may not wait, and is not known', { maximumWaitMs: 0, says: NOT_FOUND }, 'rejected', 1],
	])('is looked up before it may go out again: %s', async (_, how, outcome, requests) => {
		const { says, isCancelled, ...changes } = how;
		const cancel = new AbortController();
		const found: Service['lookUp'] = async (each) => {
			if (isCancelled) cancel.abort();
			return await lookUps(says)!(each);
		};
		const send: SendPayment = async (one) => {
			ends = sent.length === 1 ? { 'INV-0': wait(5) } : {};
			return await answer(one);
		};
		paid('INV-0');
		const more = { lookUp: found, cancelSignal: cancel.signal, send, ...changes };
		expect(outcomesOfResults(await run(payments(1), more))).toEqual([outcome]);
		expect(sent).toHaveLength(requests);
		expect(asked[0]).toBe(`${changes.maximumWaitMs ?? 5000} INV-0`);
		expect(store.reserved()).toEqual(outcome === 'rejected' ? [] : ['INV-0']);
		ends = {};
		const later = outcome === 'rejected' ? 'accepted' : outcome;
		expect(outcomesOfResults(await run(payments(1)))).toEqual([later]);
	});
});

/** Somebody else makes the payout of the run, so many milliseconds after the service has refused it. */
it.each([
	[1_000, 'accepted'],
	[30_000, 'alreadySent'],
])('what is made %i ms after a refusal is told as %s', async (afterMs, outcome) => {
	ends = { 'INV-0': { ...wait(60), refusedAt: clock.wallTime() } };
	const lookUp: Service['lookUp'] = async (one) => {
		const headers = { date: new Date(clock.wallTime()).toUTCString() };
		return { ...(await lookUps()!(one)), headers };
	};
	const running = start(payments(1), { lookUp });
	await clock.advanceTo(afterMs);
	paid('INV-0', new Date(clock.wallTime()).toISOString());
	const [told] = await clock.until(running);
	expect([sent.length, told]).toMatchObject([1, { outcome, records: [records['INV-0']] }]);
});

describe('calls of a tool at the same time, without a guard', () => {
	const unguarded = () => ({ isGuarded: false, lookUp: lookUps() });

	it('pay once; the other one is told so', async () => {
		paid('INV-0');
		// Both have read the memory before one of them sends.
		const calls = [1, 2].map(async () => (await start(payments(1), unguarded()))[0]!);
		const [first, second] = await clock.until(Promise.all(calls));
		expect([first?.outcome, second?.outcome, sent.length]).toEqual(['accepted', 'alreadySent', 1]);
		expect(second?.says).toMatch(/^Another call in this execution has sent/);
		expect(second?.records).toBeDefined();
	});

	it('do not send again what waits for its pace in another one', async () => {
		ends = { 'INV-0': wait(5) };
		const first = start(payments(1), unguarded());
		await waitUntil(() => sent.length === 1);
		await settle();
		ends = {};
		paid('INV-0');
		const second = start(payments(1), { ...unguarded(), process: 2 });
		expect(outcomesOfResults(await second)).toEqual(['accepted']);
		expect(outcomesOfResults(await clock.until(first))).toEqual(['alreadySent']);
		expect(sent).toHaveLength(2);
	});

	it('do not take for their own what another one has sent while they look it up', async () => {
		ends = { 'INV-0': wait(5) };
		const lookUp: Service['lookUp'] = async (one) => {
			await clock.sleep(2_000);
			return await lookUps()!(one);
		};
		const first = start(payments(1), { isGuarded: false, lookUp });
		await clock.advanceTo(6_000);
		ends = {};
		paid('INV-0');
		const second = await clock.until(start(payments(1), { ...unguarded(), process: 2 }));
		expect(outcomesOfResults([...second, ...(await clock.until(first))])).toEqual([
			'accepted',
			'alreadySent',
		]);
	});
});
