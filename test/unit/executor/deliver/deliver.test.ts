import type { IContextObject } from 'n8n-workflow';
import type { Clock } from '../../../../nodes/CardBankPayments/executor/common/clock';
import type { Payment, Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import { Journal } from '../../../../nodes/CardBankPayments/executor/journal/journal';
import { Memory } from '../../../../nodes/CardBankPayments/executor/journal/memory';
import type { Service } from '../../../../nodes/CardBankPayments/executor/service/connect';
import { readResponse } from '../../../../nodes/CardBankPayments/executor/service/readResponse';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/service/response';
import { waitUntil } from '../../../../workbench/servers/waiting';
import { GuardedList } from '../../support/guardedList';
import { payment, payments } from '../../support/payments';
import { goOn, outcomesOf, stopAtFailure as stop } from '../../support/service';
import { settle } from '../../support/settle';
import { VirtualClock } from '../../support/virtualClock';
import { expectGoodWording } from '../../support/wording';

let context: IContextObject;
let store: GuardedList;
let clock: VirtualClock;
/** Millisecond and reference of each request, and of each look-up, of this execution. */
let sent: string[];
let asked: string[];
/** What the service answers to a payment, by its reference; it accepts the others. */
let responses: Map<string, ServiceResponse | Error>;
/** The payouts that the service shows. */
let records: Map<string, object>;
/** Tells the accounts of one test from those of another: they share no pace. */
let test = 0;

/** How long the guard looks at its list is nothing to the payments. */
const instantly: Clock = {
	...{ now: () => 0, wallTime: () => 0, random: () => 0 },
	sleep: async () => undefined,
};

beforeEach(() => {
	test++;
	clock = new VirtualClock();
	store = new GuardedList(instantly);
	[responses, records] = [new Map(), new Map()];
	nextExecution();
});

/** The node's context belongs to one execution; the store outlives it. */
function nextExecution(): void {
	context = {};
	[sent, asked] = [[], []];
}

/** What one run does in another way. */
interface Changes extends Partial<Means> {
	isGuarded?: boolean;
	/** Runs of other processes share neither pace nor turns. */
	process?: number;
	requestOf?: Service['requestOf'];
	/** How look-ups are answered. */
	lookUps?: Service['lookUp'];
	send?: (payment: Payment) => Promise<ServiceResponse>;
}

async function start(items: Payment[], changes: Changes = {}) {
	const {
		isGuarded = true,
		process = 1,
		requestOf = () => ({ url: '' }),
		lookUps: lookUp,
		...others
	} = changes;
	const { send = answer } = changes;
	const memory = new Memory(context, 'createBankPayout', 'payout', 0);
	const recalled = memory.recall(items.map((item) => ({ ...item, payment: item })));
	const delivery = await deliver(
		items.filter(({ index }) => !recalled.has(index)),
		[...recalled.values()],
		{
			...goOn({ clock, concurrency: 1 }),
			journal: new Journal(memory, isGuarded ? store.list({ process }) : undefined),
			service: {
				account: `${test} ${process}`,
				baseUrl: 'https://api.example.com',
				requestOf,
				lookUp,
				async send(payment) {
					sent.push(`${clock.passed} ${payment.orderReference}`);
					const rule = { form: 'record', kind: 'payout' } as const;
					return readResponse(payment, await send(payment), rule, clock.wallTime());
				},
			},
			...others,
		},
	);
	return { ...delivery, results: delivery.results.sort((a, b) => a.index - b.index) };
}

/** One run to its end, after which n8n keeps the context. */
const run = async (items: Payment[], changes?: Changes): Promise<Result[]> =>
	(await clock.until(start(items, changes))).results;

async function answer({ orderReference }: Payment): Promise<ServiceResponse> {
	const response = responses.get(orderReference) ?? accepts(orderReference);
	if (response instanceof Error) throw response;
	return response;
}

/** Are answered with the {@link records}, or so, in turn: the last one again and again. */
const lookUps =
	(says: ServiceResponse[] = [], answeredAfterMs = 0): Service['lookUp'] =>
	async ({ orderReference }) => {
		asked.push(`${clock.passed} ${orderReference}`);
		await clock.sleep(answeredAfterMs);
		const record = records.get(orderReference);
		const said = says.length > 1 ? says.shift() : says[0];
		return said ?? (record === undefined ? NOT_FOUND : { status: 200, body: [record] });
	};

const NOT_FOUND: ServiceResponse = {
	status: 404,
	body: { message: 'Invalid or missing payout' },
};

const accepts = (orderReference: string): ServiceResponse => ({
	status: 200,
	body: { orderReference, status: 'PROCESSING' },
});

/** Refuses for a time. */
const wait = (seconds: number): ServiceResponse => ({
	status: 429,
	body: { message: `retry after ${seconds} seconds` },
});

/** From now on the service has this payout. */
const paid = (orderReference: string) =>
	records.set(orderReference, {
		orderReference,
		status: 'SUCCESS',
		order: { amount: '1500.50', currency: 'TZS' },
	});

const lost = new Error('Connection terminated');
const referencesIn = (log: string[]) => log.map((line) => line.split(' ')[1]).join();
/** Goes on after everything but a refusal. */
const stopAtRefusal = { stopsRun: ({ outcome }: Result) => outcome === 'rejected' };

describe('one payment', () => {
	it('is unknown where sending throws, whatever it throws, and stays reserved', async () => {
		responses.set('INV-0', new TypeError('x is not a function'));
		const results = await run(payments(2));
		expect(outcomesOf(results)).toEqual(['unknown', 'accepted']);
		expectGoodWording(String(results[0]?.says));
		expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
	});

	it('is invalid where no request can be made of it, and its reference is free again', async () => {
		const requestOf = () => {
			throw new Error('Payout Path has no place for it');
		};
		const [result] = await run(payments(1), { requestOf });
		expect(result).toMatchObject({ outcome: 'invalid', says: 'Payout Path has no place for it' });
		expect([sent, store.reserved()]).toEqual([[], []]);
	});
});

describe('a later attempt of the execution', () => {
	it('sends only what was refused or not sent', async () => {
		responses.set('INV-1', { status: 422 }).set('INV-2', { status: 503 });
		expect(outcomesOf(await run(payments(3)))).toEqual(['accepted', 'rejected', 'unknown']);
		responses.clear();
		const again = await run(payments(4));
		expect(outcomesOf(again)).toEqual(['accepted', 'accepted', 'unknown', 'accepted']);
		expect(referencesIn(sent.slice(3))).toBe('INV-1,INV-3');
		expect(again[0]?.records).toMatchObject([{ orderReference: 'INV-0' }]);
	});

	it('in stop mode sends nothing and reserves nothing while an item is unknown', async () => {
		responses.set('INV-0', { status: 503 });
		await run(payments(1), stop);
		const results = await run(payments(3), stop);
		expect(outcomesOf(results)).toEqual(['unknown', 'notSent', 'notSent']);
		expect([referencesIn(sent), store.reserved()]).toEqual(['INV-0', ['INV-0']]);
		expectGoodWording(String(results[1]?.says));
	});
});

describe('another execution', () => {
	it('sends nothing in stop mode where one reference was used', async () => {
		await run([payment(1)]);
		nextExecution();
		const results = await run(payments(3), stop);
		expect(outcomesOf(results)).toEqual(['notSent', 'alreadySent', 'notSent']);
		expect([sent, store.reserved()]).toEqual([[], ['INV-1']]);
		expectGoodWording(String(results[0]?.says));
	});

	it.each<[string, Changes, string]>([
		['only the first, where that ends the run', stop, 'INV-0'],
		['all, where the run goes on', stopAtRefusal, 'INV-0,INV-1,INV-2'],
	])('looks up of what was used before %s', async (_, mode, questions) => {
		await run(payments(3));
		nextExecution();
		['INV-0', 'INV-1', 'INV-2'].forEach(paid);
		const results = await run(payments(4), { lookUps: lookUps(), ...mode });
		expect(outcomesOf(results).slice(0, 3)).toEqual(Array(3).fill('alreadySent'));
		expect([referencesIn(asked), sent.length]).toEqual([questions, mode === stop ? 0 : 1]);
	});

	it('holds nothing while it looks up, and sends the rest afterwards', async () => {
		await run([payment(0)]);
		nextExecution();
		const running = start(payments(3), { lookUps: lookUps([], 5_000) });
		await waitUntil(() => asked.length === 1);
		expect(store.reserved()).toEqual(['INV-0']);
		const { results } = await clock.until(running);
		expect(outcomesOf(results)).toEqual(['alreadySent', 'accepted', 'accepted']);
		expect(store.reserved()).toEqual(['INV-0', 'INV-1', 'INV-2']);
	});
});

describe('a payout that ends unclear', () => {
	beforeEach(() => responses.set('INV-0', { status: 503 }));

	it('is remembered so while it is looked up, and then as what was found', async () => {
		const running = start(payments(2), { lookUps: lookUps(), ...stop });
		await waitUntil(() => JSON.stringify(context).includes('"state":"unknown"'));
		expect(asked).toEqual([]);
		paid('INV-0');
		expect(outcomesOf((await clock.until(running)).results)).toEqual(['accepted', 'accepted']);
		expect(asked).toEqual(['1000 INV-0']);
		expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
		expect(sent).toHaveLength(2);
	});
});

describe('at the end of a run, what is open', () => {
	/** INV-0 goes first, or was sent before, and INV-1 waits for so long. */
	const runLong = async (seconds: number) => {
		responses.set('INV-1', wait(seconds));
		const running = start(payments(2), { lookUps: lookUps() });
		while (!sent.at(-1)?.endsWith('INV-1')) await clock.advanceTo(clock.passed + 500);
		responses.clear();
		paid('INV-0');
		const { results } = await clock.until(running);
		const times = asked.filter((line) => line.endsWith('INV-0')).length;
		return [results[0]?.outcome, results[0]?.records?.length, times];
	};

	it('is looked up once more, where its response was lost', async () => {
		responses.set('INV-0', { status: 503 });
		expect(await runLong(60)).toEqual(['accepted', 1, 4]);
		expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
	});

	it.each([
		[29, 1],
		[31, 2],
	])('is looked up no more than once in half a minute of sending (%i s: %i)', async (...of) => {
		const [seconds, times] = of;
		await run([payment(0)]);
		nextExecution();
		expect((await runLong(seconds))[2]).toBe(times);
	});

	it('is looked up also where the service was silent before', async () => {
		for (const { orderReference } of payments(3)) responses.set(orderReference, { status: 503 });
		await run(payments(4), { lookUps: lookUps([{ status: 500 }]) });
		expect(asked).toHaveLength(9);
	});
});

describe('a run that has to wait', () => {
	/** Runs until INV-0 is refused and waits; `meanwhile` is before all the others. */
	const waiting = async (
		meanwhile: () => unknown,
		changes: Changes = {},
		[count, seconds] = [2, 60],
	) => {
		responses.set('INV-0', wait(seconds));
		const running = start(payments(count), changes);
		await waitUntil(() => clock.isAwaited);
		expect(referencesIn(sent)).toBe('INV-0');
		responses.clear();
		await meanwhile();
		return (await clock.until(running)).results;
	};
	/** Another execution, in another process, reserves these. */
	const reserveElsewhere = async (...items: number[]) => {
		const { memory } = new Journal({ wasSent: () => false } as never);
		const other = new Journal(memory, store.list({ process: 2 }));
		const theirs = items.map((index) => payment(index));
		await other.reserve(theirs);
		return { release: async () => await other.release(theirs) };
	};

	it('holds no reference meanwhile, and has each again before it is sent', async () => {
		const results = await waiting(() => {
			expect(store.entries).toEqual([]);
			expect(JSON.stringify(context)).not.toContain('INV-0');
		});
		expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
		expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
		expect(store.entries).toHaveLength(2);
	});

	it.each([
		[5, lookUps(), 'accepted'],
		[5, undefined, 'accepted'],
		[15, lookUps(), 'alreadySent'],
	])('sends what another run reserved in passing, for %i s', async (seconds, asking, outcome) => {
		const results = await waiting(
			async () => {
				const other = await reserveElsewhere(0, 1);
				void clock.sleep((59 + seconds) * 1000).then(async () => await other.release());
			},
			{ lookUps: asking },
		);
		expect(outcomesOf(results)).toEqual([outcome, 'accepted']);
	});

	it('takes nothing from a run of the same list that pays nothing', async () => {
		paid('INV-9');
		await run([payment(9)]);
		nextExecution();
		const results = await waiting(
			async () => {
				const first = context;
				const list = [payment(9), ...payments(3)];
				const slow = lookUps([], 20_000);
				void start(list, { process: 2, lookUps: slow, ...stop }).then(({ results }) => {
					expect(outcomesOf(results)).toEqual([...Array(3).fill('notSent'), 'alreadySent']);
				});
				await waitUntil(() => asked.length === 1);
				expect(context).toBe(first);
			},
			{ lookUps: lookUps() },
			[3, 5],
		);
		expect(outcomesOf(results)).toEqual(Array(3).fill('accepted'));
	});

	it.each<[string, () => ReturnType<typeof lookUps> | undefined]>([
		['nobody may be asked', () => undefined],
		['the service knows it', () => lookUps()],
		['the service is silent', () => lookUps([{ status: 503 }])],
		['the service says nothing of the payout', () => lookUps([{ status: 404, body: 'No route' }])],
	])('does not send what is found used, where %s', async (_, asking) => {
		const elsewhere = async () => {
			await reserveElsewhere(0);
			paid('INV-0');
		};
		const results = await waiting(elsewhere, { lookUps: asking() });
		expect(outcomesOf(results)).toEqual(['alreadySent', 'accepted']);
		expect(referencesIn(sent)).toBe('INV-0,INV-1');
		expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
	});

	it.each(['check', 'remove'] as const)(
		'sends nothing more where the store falls silent: %s',
		async (call) => {
			const results = await waiting(() => (store.fails[call] = lost));
			// What was prepared and could not be confirmed is not sent.
			expect(outcomesOf(results)).toEqual(['rejected', 'notSent']);
			expect(referencesIn(sent)).toBe('INV-0');
		},
	);
});

describe('a payout that was refused for its pace', () => {
	it.each<[string, () => ServiceResponse[], string, string]>([
		['the service has it', () => [], 'accepted', 'INV-0'],
		['the service does not know it', () => [NOT_FOUND], 'accepted', 'INV-0,INV-0'],
		['the service is silent', () => [{ status: 503 }], 'unknown', 'INV-0'],
		['a path leads nowhere', () => [{ status: 404, body: 'No route' }], 'unknown', 'INV-0'],
	])('is looked up before it is sent again: %s', async (_, says, outcome, requests) => {
		paid('INV-0');
		const send = async ({ orderReference }: { orderReference: string }) =>
			await Promise.resolve<ServiceResponse>(sent.length === 1 ? wait(5) : accepts(orderReference));
		const [result] = await run(payments(1), { lookUps: lookUps(says()), send });
		expect([result?.outcome, referencesIn(sent)]).toEqual([outcome, requests]);
		expect(store.reserved()).toEqual(['INV-0']);
		expect(asked[0]).toBe('4000 INV-0');
		expect(outcomesOf(await run(payments(1)))).toEqual([outcome]);
	});

	it('is sent again without a look-up, where it moves no money', async () => {
		const send = async () =>
			await Promise.resolve<ServiceResponse>(sent.length === 1 ? wait(5) : accepts('INV-0'));
		const changes = { lookUps: lookUps(), effect: 'paymentLink' as const, send };
		expect(outcomesOf(await run(payments(1), changes))).toEqual(['accepted']);
		expect([asked, sent.length]).toEqual([[], 2]);
	});

	it.each<[string, ServiceResponse[], string]>([
		['is found', [], 'accepted'],
		['stays refused where the service does not know it', [NOT_FOUND], 'rejected'],
		['is unknown where the service is silent', [{ status: 503 }], 'unknown'],
	])('and may not wait is looked up at the end: it %s', async (_, says, outcome) => {
		responses.set('INV-0', wait(5));
		paid('INV-0');
		const results = await run(payments(2), { lookUps: lookUps(says), maximumWaitMs: 0 });
		expect(outcomesOf(results)).toEqual([outcome, 'notSent']);
		expect(new Set(asked.map((line) => line.split(' ')[1]))).toEqual(new Set(['INV-0']));
		expect(store.reserved()).toEqual(outcome === 'rejected' ? [] : ['INV-0']);
	});

	it('is accepted where it is found, also as the execution is cancelled', async () => {
		const cancel = new AbortController();
		responses.set('INV-0', wait(5));
		paid('INV-0');
		const found: Service['lookUp'] = async (each) => {
			cancel.abort();
			return await lookUps()!(each);
		};
		const results = await run(payments(2), { lookUps: found, cancelSignal: cancel.signal });
		expect(outcomesOf(results)).toEqual(['accepted', 'notSent']);
	});

	it.each([
		['has it by an earlier execution', true, 'alreadySent', 1],
		['does not know it', false, 'accepted', 2],
	])('with a 409 that names a time waits only where the service %s', async (...of) => {
		const [, isKnown, outcome, requests] = of;
		if (isKnown) paid('INV-0');
		const conflict = { status: 409, body: { message: 'In progress, retry after 5 seconds' } };
		const send = async () =>
			await Promise.resolve<ServiceResponse>(sent.length === 1 ? conflict : accepts('INV-0'));
		const [result] = await run(payments(1), { lookUps: lookUps(), send });
		expect([result?.outcome, sent.length]).toEqual([outcome, requests]);
		expect(store.reserved()).toEqual(['INV-0']);
	});
});

describe('calls of a tool at the same time, without a guard', () => {
	const unguarded = () => ({ isGuarded: false, lookUps: lookUps() });
	/** Both have read the memory before one of them sends. */
	const callTwice = async () => {
		const calls = [1, 2].map(async () => (await start(payments(1), unguarded())).results[0]!);
		return await clock.until(Promise.all(calls));
	};

	it('pay once; the other one is told so', async () => {
		paid('INV-0');
		const [first, second] = await callTwice();
		expect([first?.outcome, second?.outcome, sent.length]).toEqual(['accepted', 'alreadySent', 1]);
		expect(second?.says).toMatch(/^Another call in this execution has sent/);
		expect(second?.records).toBeDefined();
	});

	it('leave to a later call what came of the first one', async () => {
		responses.set('INV-0', { status: 422 });
		expect(outcomesOf(await callTwice())).toEqual(['rejected', 'alreadySent']);
		responses.clear();
		expect(outcomesOf(await run(payments(1), unguarded()))).toEqual(['accepted']);
		expect(outcomesOf(await run(payments(1), unguarded()))).toEqual(['accepted']);
		expect(sent).toHaveLength(2);
	});

	it('do not send again what waits for its pace in another one', async () => {
		responses.set('INV-0', wait(5));
		const first = start(payments(1), unguarded());
		await waitUntil(() => sent.length === 1);
		await settle();
		responses.clear();
		paid('INV-0');
		const second = start(payments(1), { ...unguarded(), process: 2 });
		expect(outcomesOf((await second).results)).toEqual(['accepted']);
		expect(outcomesOf((await clock.until(first)).results)).toEqual(['alreadySent']);
		expect(sent).toHaveLength(2);
	});
});
