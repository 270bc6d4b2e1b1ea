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
import { readResponse } from '../../../../nodes/CardBankPayments/executor/service/readResponse';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/service/response';
import { waitUntil } from '../../../../workbench/servers/waiting';
import { GuardedList } from '../../support/guardedList';
import { payment, payments } from '../../support/payments';
import { goOn, outcomesOf, stopAtFailure as stop } from '../../support/service';
import { settle, VirtualClock } from '../../support/virtualClock';
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

beforeEach(() => {
	test++;
	clock = new VirtualClock();
	// How long the guard looks at its list is nothing to the payments.
	store = new GuardedList({ ...clock, now: () => 0, sleep: async () => undefined });
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
	const { isGuarded = true, process = 1, lookUps: lookUp, send = answer, ...others } = changes;
	const { requestOf = () => ({ url: '' }) } = changes;
	const memory = new Memory(context, 'createBankPayout', 'payout', 0);
	const recalled = memory.recall(items.map((item) => ({ ...item, payment: item })));
	const delivery = await deliver(
		items.filter(({ index }) => !recalled.has(index)),
		[...recalled.values()],
		{
			...goOn({ clock }),
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

const referencesIn = (log: string[]) => log.map((line) => line.split(' ')[1]).join();
/** Goes on after everything but a refusal. */
const stopAtRefusal = { stopsRun: ({ outcome }: Result) => outcome === 'rejected' };

it('one payment is unknown where sending throws, whatever it throws, and stays reserved', async () => {
	responses.set('INV-0', new TypeError('x is not a function'));
	const results = await run(payments(2));
	expect(outcomesOf(results)).toEqual(['unknown', 'accepted']);
	expectGoodWording(String(results[0]?.says));
	expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
});

it('one payment is invalid where no request can be made of it, and its reference is free again', async () => {
	const requestOf = () => {
		throw new Error('Payout Path has no place for it');
	};
	const [result] = await run(payments(1), { requestOf });
	expect(result).toMatchObject({ outcome: 'invalid', says: 'Payout Path has no place for it' });
	expect([sent, store.reserved()]).toEqual([[], []]);
});

describe('what was sent before', () => {
	it.each<[string, boolean, Outcome]>([
		['is unknown in this execution', false, 'unknown'],
		['was used in another execution', true, 'alreadySent'],
	])('lets stop mode send and reserve nothing where it %s', async (_, isAnother, outcome) => {
		responses.set('INV-1', { status: 503 });
		await run([payment(1)], stop);
		if (isAnother) nextExecution();
		sent = [];
		const results = await run(payments(3), stop);
		expect(outcomesOf(results)).toEqual(['notSent', outcome, 'notSent']);
		expect([sent, store.reserved()]).toEqual([[], ['INV-1']]);
		expectGoodWording(String(results[0]?.says));
	});

	it.each<[string, Changes, string]>([
		['only the first, where that ends the run', stop, 'INV-0'],
		['all, where the run goes on', stopAtRefusal, 'INV-0,INV-1,INV-2'],
	])('is looked up: %s', async (_, mode, questions) => {
		await run(payments(3));
		nextExecution();
		['INV-0', 'INV-1', 'INV-2'].forEach(paid);
		const results = await run(payments(4), { lookUps: lookUps(), ...mode });
		expect(outcomesOf(results).slice(0, 3)).toEqual(Array(3).fill('alreadySent'));
		expect([referencesIn(asked), sent.length]).toEqual([questions, mode === stop ? 0 : 1]);
	});
});

it('a payout that ends unclear is remembered so while it is looked up, and then as what was found', async () => {
	responses.set('INV-0', { status: 503 });
	const running = start(payments(2), { lookUps: lookUps(), ...stop });
	await waitUntil(() => JSON.stringify(context).includes('"state":"unknown"'));
	expect(asked).toEqual([]);
	paid('INV-0');
	expect(outcomesOf((await clock.until(running)).results)).toEqual(['accepted', 'accepted']);
	expect(asked).toEqual(['1000 INV-0']);
	expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
	expect(sent).toHaveLength(2);
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
		return { ...results[0], times: asked.filter((line) => line.endsWith('INV-0')).length };
	};

	it('is looked up once more, where its response was lost', async () => {
		responses.set('INV-0', { status: 503 });
		expect(await runLong(60)).toMatchObject({ outcome: 'accepted', times: 4 });
	});

	it.each([
		[29, 1],
		[31, 2],
	])('is looked up no more than once in half a minute of sending (%i s: %i)', async (...of) => {
		const [seconds, times] = of;
		await run([payment(0)]);
		nextExecution();
		expect(await runLong(seconds)).toMatchObject({ times });
	});

	it('is looked up also where the service was silent before', async () => {
		for (const { orderReference } of payments(3)) responses.set(orderReference, { status: 503 });
		await run(payments(4), { lookUps: lookUps([{ status: 500 }]) });
		expect(asked).toHaveLength(9);
	});
});

describe('a run that has to wait', () => {
	/** Runs until INV-0 is refused and waits a minute; `meanwhile` is before all the others. */
	const waiting = async (meanwhile: () => unknown, asking?: Service['lookUp']) => {
		responses.set('INV-0', wait(60));
		const running = start(payments(2), { lookUps: asking });
		while (sent.length === 0) await settle();
		await settle();
		responses.clear();
		await meanwhile();
		return (await clock.until(running)).results;
	};

	it.each<[string, () => Service['lookUp'], number, Outcome]>([
		['for 5 s', () => lookUps(), 5, 'accepted'],
		['for 5 s, and nobody may be asked', () => undefined, 5, 'accepted'],
		['for 15 s', () => lookUps(), 15, 'alreadySent'],
		['for good, and nobody may be asked', () => undefined, Infinity, 'alreadySent'],
		['for good, and the service knows it', () => lookUps(), Infinity, 'alreadySent'],
		['for 5 s, and the service is silent', () => lookUps([{ status: 503 }]), 5, 'alreadySent'],
	])('sends what another process has reserved only in passing: %s', async (...of) => {
		const [, asking, seconds, outcome] = of;
		const results = await waiting(async () => {
			const { memory } = new Journal({ wasSent: () => false } as never);
			const other = new Journal(memory, store.list({ process: 2 }));
			await other.reserve([payment(0)]);
			if (seconds === Infinity) paid('INV-0');
			else void clock.sleep((59 + seconds) * 1000).then(() => other.release([payment(0)]));
		}, asking());
		expect(outcomesOf(results)).toEqual([outcome, 'accepted']);
		const again = outcome === 'accepted' ? 'INV-0,' : '';
		expect(referencesIn(sent)).toBe(`INV-0,${again}INV-1`);
	});

	it.each(['check', 'remove'] as const)(
		'sends nothing more where the store falls silent: %s',
		async (call) => {
			const lost = new Error('Connection terminated');
			const results = await waiting(() => (store.fails[call] = lost));
			// What was prepared and could not be confirmed is not sent.
			expect(outcomesOf(results)).toEqual(['rejected', 'notSent']);
			expect(referencesIn(sent)).toBe('INV-0');
		},
	);
});

describe('a payout that was refused for its pace', () => {
	interface Refused extends Changes {
		/** What the service says to it first; it takes the next one. */
		refusal?: ServiceResponse;
		says?: ServiceResponse[];
		isCancelled?: boolean;
		lookedUpAt?: string;
	}
	const inProgress = { status: 409, body: { message: 'In progress, retry after 5 seconds' } };
	const [isUnknown, isSilent] = [{ says: [NOT_FOUND] }, { says: [{ status: 503 }] }];
	const atOnce = { maximumWaitMs: 0, lookedUpAt: '0 INV-0' };
	const link = { effect: 'paymentLink', lookedUpAt: undefined } as const;

	it.each<[string, Refused, Outcome, number]>([
		['the service has it', {}, 'accepted', 1],
		['the service has it, as the execution is cancelled', { isCancelled: true }, 'accepted', 1],
		['the service does not know it', isUnknown, 'accepted', 2],
		['the service is silent', isSilent, 'unknown', 1],
		['it moves no money', link, 'accepted', 2],
		['an earlier execution made it', { refusal: inProgress }, 'alreadySent', 1],
		['nobody has made it', { refusal: inProgress, ...isUnknown }, 'accepted', 2],
		['it may not wait, and is found', atOnce, 'accepted', 1],
		['it may not wait, and is not known', { ...atOnce, ...isUnknown }, 'rejected', 1],
		['it may not wait, and the service is silent', { ...atOnce, ...isSilent }, 'unknown', 1],
	])('is looked up before it may go out again: %s', async (_, how, outcome, requests) => {
		const { refusal = wait(5), says, isCancelled, ...changes } = how;
		const cancel = new AbortController();
		const found: Service['lookUp'] = async (each) => {
			if (isCancelled) cancel.abort();
			return await lookUps(says)!(each);
		};
		const send = async ({ orderReference }: Payment) =>
			await Promise.resolve(sent.length === 1 ? refusal : accepts(orderReference));
		paid('INV-0');
		const more = { lookUps: found, cancelSignal: cancel.signal, send, ...changes };
		expect(outcomesOf(await run(payments(1), more))).toEqual([outcome]);
		expect(sent).toHaveLength(requests);
		expect(asked[0]).toBe('lookedUpAt' in how ? how.lookedUpAt : '4000 INV-0');
		expect(store.reserved()).toEqual(outcome === 'rejected' ? [] : ['INV-0']);
		const later = outcome === 'rejected' ? 'accepted' : outcome;
		expect(outcomesOf(await run(payments(1)))).toEqual([later]);
	});
});

describe('calls of a tool at the same time, without a guard', () => {
	const unguarded = () => ({ isGuarded: false, lookUps: lookUps() });

	it('pay once; the other one is told so', async () => {
		paid('INV-0');
		// Both have read the memory before one of them sends.
		const calls = [1, 2].map(async () => (await start(payments(1), unguarded())).results[0]!);
		const [first, second] = await clock.until(Promise.all(calls));
		expect([first?.outcome, second?.outcome, sent.length]).toEqual(['accepted', 'alreadySent', 1]);
		expect(second?.says).toMatch(/^Another call in this execution has sent/);
		expect(second?.records).toBeDefined();
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
