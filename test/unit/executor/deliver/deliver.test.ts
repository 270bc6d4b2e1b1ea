import type { IContextObject } from 'n8n-workflow';
import type {
	Outcome,
	Payment,
	Result,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import { Memory } from '../../../../nodes/CardBankPayments/executor/journal/memory';
import { UsedReferences } from '../../../../nodes/CardBankPayments/executor/journal/usedReferences';
import { unknown } from '../../../../nodes/CardBankPayments/executor/proof/verdicts';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import type { Service } from '../../../../nodes/CardBankPayments/executor/service/connect';
import { lookUps as sentences } from '../../../../nodes/CardBankPayments/sentences/lookUps';
import { sending } from '../../../../nodes/CardBankPayments/sentences/sending';
import { ProcessedStore } from '../../../../workbench/engine/processedStore';
import { contextOf } from '../../support/context';
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
import { VirtualClock } from '../../support/virtualClock';

/* Ask, send, ask: what becomes of payouts by what the service answers, over several runs and executions. */

const workflow = { id: 'workflow-1', active: true };

let clock: VirtualClock;
/** The node's context, of one execution. */
let context: IContextObject;
/** N8n's list of used references, which outlives executions. */
let list: ProcessedStore;
/** Millisecond and reference of each request, and of each question. */
let sent: string[];
let asked: string[];
/** The payouts that the service shows. */
let records: Record<string, object>;
/** How the service ends a payment, by its reference, one request after the other; it accepts what is not named. */
let ends: Record<string, Array<Partial<Result>>>;
/** Each test has a service of its own: what was left alone there, and whether it has answered, counts there. */
let baseUrl: string;
let tests = 0;

beforeEach(() => {
	baseUrl = `https://api.example.com/${tests++}`;
	clock = new VirtualClock();
	list = new ProcessedStore();
	[records, ends] = [{}, {}];
	nextExecution();
});

function nextExecution(): void {
	[context, sent, asked] = [{}, [], []];
}

/** The service has this payout from now on, made for the beneficiary of the tests. */
function pay(orderReference: string, status = 'SUCCESS'): void {
	records[orderReference] = {
		...{ id: `id of ${orderReference}`, orderReference, status, currency: 'TZS' },
		order: { amount: '1500.50', currency: 'TZS' },
		beneficiary: { accountNumber: '0150123456789' },
	};
}

const UNCLEAR: Partial<Result> = { outcome: 'unknown', cause: 'service' };
const refusedFor = (seconds: number): Partial<Result> => ({
	...{ outcome: 'rejected', cause: 'service', says: 'Too early', waitMs: seconds * 1000 },
});

/** Answers as {@link ends} says, and pays what it accepts. */
const answer: SendPayment = async ({ index, orderReference }) => {
	const { outcome = 'accepted', ...changes } = ends[orderReference]?.shift() ?? {};
	if (outcome === 'accepted') pay(orderReference);
	return await Promise.resolve(result(index, outcome, { orderReference, ...changes }));
};

/** Questions are answered with the {@link records}, or so, in every case. */
const lookUps =
	(says?: ServiceResponse): NonNullable<Service['lookUp']> =>
	async ({ orderReference }) => {
		asked.push(`${clock.passed} ${orderReference}`);
		const record = records[orderReference];
		return await Promise.resolve(
			says ?? (record === undefined ? NOT_FOUND : { status: 200, body: [record] }),
		);
	};

/** What one run does in another way. */
interface DeliverChanges
	extends Partial<Means>, Partial<Pick<Service, 'lookUp' | 'effect' | 'read'>> {
	send?: SendPayment;
}

async function start(items: Payment[], changes: DeliverChanges = {}): Promise<Result[]> {
	const { send = answer, effect = 'payout', read, ...means } = changes;
	const lookUp = 'lookUp' in changes ? changes.lookUp : lookUps();
	const memory = new Memory(context, 'createBankPayout', baseUrl, effect);
	const recalled = memory.recall(items.map((item) => ({ ...item, says: [], payment: item })));
	const fresh = items.filter(({ index }) => !recalled.has(index));
	const service = serviceOf({
		...{ paceKey: baseUrl, baseUrl, effect, lookUp },
		...(read && { read }),
		async send(one) {
			sent.push(`${clock.passed} ${one.orderReference}`);
			return answerOf(await send(one));
		},
	});
	const helpers = {
		checkProcessedAndRecord: list.checkProcessedAndRecord.bind(list),
		removeProcessed: list.removeProcessed.bind(list),
	};
	const nodes = contextOf({ helpers: place(helpers) });
	const used = effect === 'payout' ? new UsedReferences(nodes, baseUrl) : undefined;
	const all = meansOf({ clock, memory, used, service, ...means });
	const { results } = await deliver(fresh, [...recalled.values()], all);
	return results.sort((a, b) => a.index - b.index);
}

type Calls = Pick<ProcessedStore, 'checkProcessedAndRecord' | 'removeProcessed'>;

/** N8n knows the workflow and the node of each call by itself. */
const place = ({ checkProcessedAndRecord: check, removeProcessed: remove }: Calls) => ({
	checkProcessedAndRecord: async (items: string[], scope: 'node', options: object) =>
		await check(items, scope, { workflow }, options as never),
	removeProcessed: async (items: string[], scope: 'node') =>
		await remove(items, scope, { workflow }),
});

/** One run to its end. */
const run = async (items: Payment[], changes?: DeliverChanges): Promise<Result[]> =>
	await clock.until(start(items, changes));

const outcomes = async (items: Payment[], changes?: DeliverChanges) =>
	outcomesOfResults(await run(items, changes));

const referencesIn = (log: string[]) => log.map((line) => line.split(' ')[1]).join();

const PAGE: ServiceResponse = { status: 404, body: '<html>Not Found</html>' };

describe('a payout that has not left', () => {
	it.each<[string, ServiceResponse | undefined, Outcome, string, number]>([
		['known', undefined, 'alreadySent', '0', 0],
		['not known: its sentence', NOT_FOUND, 'accepted', '0', 1],
		['no look-up: another 404', PAGE, 'accepted', '0', 1],
		['unclear: 503', SILENT, 'notSent', '0,1000,4000,10000', 0],
		['unclear: time-out', { code: 'ETIMEDOUT' }, 'notSent', '0,1000,4000,10000', 0],
		['unclear: 400, cut off', { status: 400 }, 'notSent', '0,1000,4000,10000', 0],
		// Some seconds later, they would say the same.
		['nobody at this address', { code: 'ECONNREFUSED' }, 'notSent', '0', 0],
		['refused: token', { status: 401, body: {} }, 'notSent', '0', 0],
		['refused: address or right', { status: 403, body: {} }, 'notSent', '0', 0],
	])('is asked for (%s)', async (_, says, outcome, times, requests) => {
		if (says === undefined) pay('INV-0');
		const [ended] = await run(payments(1), { lookUp: lookUps(says) });
		expect(ended?.outcome).toBe(outcome);
		expect(asked.map((line) => line.split(' ')[0]).join()).toBe(times);
		expect(sent).toHaveLength(requests);
	});

	it('shows the record of what was made before, and not that of somebody else', async () => {
		pay('INV-0');
		records['INV-1'] = another('INV-1');
		const [first, second] = await run(payments(2));
		expect(first).toMatchObject({ outcome: 'alreadySent', records: [records['INV-0']] });
		expect(second).toMatchObject({ outcome: 'alreadySent', anothers: true });
		expect(second?.says).toMatch(new RegExp(`^${sentences.usedBefore}\\. \\S`));
		expect(second?.records).toBeUndefined();
	});

	it('ends the run where the account may not ask, and names the empty path', async () => {
		const results = await run(payments(3), { lookUp: lookUps({ status: 403, body: {} }) });
		expect(results.map(({ outcome, cause }) => `${outcome} ${cause}`)).toEqual(
			Array(3).fill('notSent account'),
		);
		expect(results[0]?.nextStep).toBe(sentences.nextSteps.mayNotAsk);
		expect(asked).toHaveLength(1);
	});

	it('ends the run where the service gives no token, and asks for none again', async () => {
		const lookUp = lookUps({ notLeft: unknown('No token') });
		expect(await outcomes(payments(3), { lookUp })).toEqual(Array(3).fill('notSent'));
		expect(asked).toHaveLength(1);
	});

	it('does not leave for a page of something in between, once the service has answered', async () => {
		await run([payment(0)]);
		nextExecution();
		expect(await outcomes([payment(1)], { lookUp: lookUps(PAGE) })).toEqual(['notSent']);
		expect(sent).toEqual([]);
	});

	it('is asked for once more where the bank took long to tell the name on the account', async () => {
		const read: Service['read'] = async () => {
			await clock.sleep(6_000);
			pay('INV-0');
			return result(0, 'notFound');
		};
		const how = { checksName: new Set([0]), read };
		expect(await outcomes(payments(1), how)).toEqual(['alreadySent']);
		expect([asked.length, sent.length]).toEqual([2, 0]);
	});

	it('ends the run where the bank does not tell the names on three accounts in a row', async () => {
		const read = jest.fn<ReturnType<Service['read']>, []>(
			async () => await Promise.resolve(unknown('No complete response arrived in time')),
		);
		const how = { checksName: new Set([0, 1, 2, 3]), read, concurrency: 1 };
		expect(await outcomes(payments(4), how)).toEqual(Array<Outcome>(4).fill('notSent'));
		expect(read).toHaveBeenCalledTimes(3);
	});

	it('is asked for once more where the answer has become old', async () => {
		const send: SendPayment = async (one) => {
			await clock.sleep(one.index === 1 ? 6_000 : 0);
			return await answer(one);
		};
		await run(payments(3), { send });
		expect(asked.filter((line) => line.endsWith('INV-2'))).toHaveLength(2);
	});
});

/** A payout under our reference, for another beneficiary. */
function another(orderReference: string) {
	return {
		...{ id: 'x', orderReference, status: 'SUCCESS', currency: 'TZS', amount: '99.00' },
		beneficiary: { accountNumber: '0777999999999' },
	};
}

describe('a payout whose answer was lost', () => {
	it.each<[string, string | undefined, ServiceResponse | undefined, Outcome, number]>([
		['known: it is ours', 'SUCCESS', undefined, 'accepted', 2],
		['known, and it came back', 'REVERSED', undefined, 'reversed', 2],
		['known, with a status that nobody knows', 'LOST', undefined, 'unknown', 2],
		['not known', undefined, undefined, 'unknown', 5],
		['no clear answer', undefined, SILENT, 'unknown', 5],
		['keys refused: later, too', undefined, { status: 401, body: {} }, 'unknown', 2],
	])('is asked for (%s)', async (_, status, says, outcome, questions) => {
		ends['INV-0'] = [UNCLEAR];
		const send: SendPayment = async (one) => {
			const ended = await answer(one);
			if (status !== undefined) pay('INV-0', status);
			return ended;
		};
		// Before it leaves, the service does not know it.
		const lookUp: Service['lookUp'] = async (one) =>
			await lookUps(sent.length === 0 ? NOT_FOUND : says)(one);
		expect(await outcomes(payments(1), { send, lookUp })).toEqual([outcome]);
		expect([sent.length, asked.length]).toEqual([1, questions]);
	});

	it('never leaves again in its execution', async () => {
		ends['INV-0'] = [UNCLEAR];
		for (const waitMs of [0, 660_000, 660_000]) {
			await clock.advanceTo(clock.passed + waitMs);
			expect(await outcomes(payments(1))).toEqual(['unknown']);
		}
		expect(sent).toHaveLength(1);
		pay('INV-0');
		expect(await outcomes(payments(1))).toEqual(['accepted']);
	});

	it('is a conflict where its row has other details now, and is not sent', async () => {
		ends['INV-0'] = [UNCLEAR];
		await run(payments(1));
		const changed = await run([payment(0, { body: { amount: 7 } })]);
		expect(changed).toMatchObject([{ outcome: 'invalid', conflict: true }]);
		expect(sent).toHaveLength(1);
	});

	it('is left alone for ten minutes, and then sent if the service does not know it', async () => {
		ends['INV-0'] = [UNCLEAR];
		await run(payments(1));
		const lostAt = clock.passed;
		nextExecution();
		await clock.advanceTo(lostAt + 590_000);
		const [early] = await run(payments(1));
		expect(early).toMatchObject({ outcome: 'unknown', leftAloneMs: 10_000 });
		expect([asked.length, sent.length]).toEqual([1, 0]);
		await clock.advanceTo(lostAt + 600_000);
		nextExecution();
		expect(await outcomes(payments(1))).toEqual(['accepted']);
		expect(sent).toHaveLength(1);
	});

	it('is found by the next execution, as one that was made before', async () => {
		ends['INV-0'] = [UNCLEAR];
		await run(payments(1));
		pay('INV-0');
		nextExecution();
		expect(await run(payments(1))).toMatchObject([
			{ outcome: 'alreadySent', records: [records['INV-0']] },
		]);
		expect(sent).toEqual([]);
	});

	it('and is left alone by a long run is none that this run has sent', async () => {
		ends['INV-0'] = [UNCLEAR];
		await run(payments(1));
		nextExecution();
		ends['INV-1'] = [refusedFor(31)];
		expect(await outcomes(payments(2))).toEqual(['unknown', 'accepted']);
		await clock.advanceTo(clock.passed + 600_000);
		expect(await outcomes(payments(2))).toEqual(['accepted', 'accepted']);
		expect(referencesIn(sent)).toBe('INV-1,INV-1,INV-0');
	});

	it('holds up no other payout of the next execution', async () => {
		for (const each of payments(3)) ends[each.orderReference] = [UNCLEAR];
		await run(payments(3));
		nextExecution();
		expect(await outcomes(payments(5))).toEqual([
			...Array<Outcome>(3).fill('unknown'),
			...Array<Outcome>(2).fill('accepted'),
		]);
	});

	it.each(['by this run', 'by an earlier attempt'])(
		'%s is asked for once more at the end of a long run',
		async (by) => {
			ends['INV-0'] = [UNCLEAR];
			ends['INV-1'] = [refusedFor(31)];
			if (by !== 'by this run') await run(payments(1));
			const running = start(payments(2));
			await clock.advanceTo(clock.passed + 20_000);
			pay('INV-0');
			expect(outcomesOfResults(await clock.until(running))).toEqual(['accepted', 'accepted']);
		},
	);

	it('tells once what its record says, also where it was asked for at the end again', async () => {
		ends['INV-0'] = [UNCLEAR];
		ends['INV-1'] = [refusedFor(31)];
		const send: SendPayment = async (one) => {
			const ended = await answer(one);
			if (one.index === 0) pay('INV-0', 'LOST');
			return ended;
		};
		const [lost] = await run(payments(2), { send });
		expect(lost?.says.match(/LOST/g)).toHaveLength(1);
	});

	it('is asked for at the end also where the service was silent to three others before', async () => {
		const send: SendPayment = async ({ index, orderReference }) => {
			await clock.sleep(index === 3 ? 60_000 : 0);
			if (index > 0) pay(orderReference);
			return result(index, index > 0 ? 'unknown' : 'accepted', { orderReference });
		};
		const healthy = lookUps();
		const silent = lookUps({ code: 'ETIMEDOUT' });
		const lookUp: Service['lookUp'] = async (one) => {
			const isDown = sent.includes('0 INV-1') && clock.passed < 60_000;
			return await (isDown ? silent : healthy)(one);
		};
		const ended = await outcomes(payments(5), { send, lookUp, concurrency: 4 });
		expect(ended.slice(1)).toEqual(Array<Outcome>(4).fill('accepted'));
	});

	it('is asked for once where the service has no look-up', async () => {
		ends['INV-0'] = [UNCLEAR];
		expect(await outcomes(payments(1), { lookUp: lookUps(PAGE) })).toEqual(['unknown']);
		expect(asked).toHaveLength(2);
	});
});

describe('a payout that was refused for its pace', () => {
	it.each<[string, DeliverChanges, boolean, Outcome, number]>([
		['known: it was made all the same', {}, true, 'accepted', 1],
		['not known', {}, false, 'accepted', 2],
		['no look-up there', { lookUp: lookUps(PAGE) }, false, 'accepted', 2],
		['no clear answer', { lookUp: busyAfter(1) }, false, 'unknown', 1],
		['known, and it may not wait', { maximumWaitMs: 0 }, true, 'accepted', 1],
		['not known, and it may not wait', { maximumWaitMs: 0 }, false, 'rejected', 1],
	])('is asked for before it leaves again (%s)', async (_, changes, isMade, outcome, requests) => {
		ends['INV-0'] = [refusedFor(5)];
		const send: SendPayment = async (one) => {
			const ended = await answer(one);
			if (isMade) pay('INV-0');
			return ended;
		};
		expect(await outcomes(payments(1), { send, ...changes })).toEqual([outcome]);
		expect(sent).toHaveLength(requests);
	});

	it('is asked for as the execution is canceled', async () => {
		const cancel = new AbortController();
		ends['INV-0'] = [refusedFor(60)];
		const running = start(payments(2), { cancelSignal: cancel.signal });
		await clock.advanceTo(10_000);
		pay('INV-0');
		cancel.abort();
		expect(outcomesOfResults(await clock.until(running))).toEqual(['accepted', 'notSent']);
	});
});

/** The first question is answered, and then the service is busy. */
function busyAfter(answers: number): Service['lookUp'] {
	return async (one) => await lookUps(asked.length < answers ? undefined : SILENT)(one);
}

describe('a service without look-ups', () => {
	const without = { lookUp: undefined };

	it('is never sent again what was lost there', async () => {
		ends['INV-0'] = [UNCLEAR];
		expect(await outcomes(payments(1), without)).toEqual(['unknown']);
		await clock.advanceTo(clock.passed + 3_600_000);
		nextExecution();
		expect(await outcomes(payments(1), without)).toEqual(['alreadySent']);
		expect(sent).toEqual([]);
	});

	it('is left alone by another workflow, whose list does not have it', async () => {
		ends['INV-0'] = [UNCLEAR];
		await run(payments(1), without);
		nextExecution();
		list = new ProcessedStore();
		const [other] = await run(payments(1), without);
		expect(other).toMatchObject({ outcome: 'unknown', cannotAsk: true });
		expect(sent).toEqual([]);
	});

	it('is believed in its refusal where n8n’s store falls silent before the payout leaves again', async () => {
		ends['INV-0'] = [refusedFor(5)];
		const running = start(payments(2), without);
		await clock.advanceTo(1_000);
		list.failure = new Error('Connection terminated');
		const results = await clock.until(running);
		expect(outcomesOfResults(results)).toEqual(['rejected', 'notSent']);
		expect(results[0]?.says).toMatch(/^Too early\. n8n could not /);
		expect(sent).toHaveLength(1);
	});

	// Killed while it waits, n8n would keep it as used for ever.
	it.each<[string, Partial<Result>]>([
		['for good', { outcome: 'rejected', cause: 'item' }],
		['for its pace', refusedFor(60)],
	])('keeps no reference of what it has refused %s', async (_, refusal) => {
		ends['INV-0'] = [refusal];
		const running = start(payments(1), without);
		await clock.advanceTo(10_000);
		expect(list.used()).toEqual([]);
		await clock.until(running);
	});

	it('is also one with look-ups that answers with a page, over two executions', async () => {
		const lookUp = lookUps(PAGE);
		expect(await outcomes(payments(2), { lookUp })).toEqual(['accepted', 'accepted']);
		nextExecution();
		expect(await outcomes(payments(2), { lookUp })).toEqual(['alreadySent', 'alreadySent']);
	});

	it('is sent the first that leaves alone, also behind one that n8n’s list has', async () => {
		await run(payments(1), without);
		nextExecution();
		const send: SendPayment = async (one) => {
			await clock.sleep(100);
			return await answer(one);
		};
		await run(payments(4), { ...without, send, concurrency: 3 });
		expect(referencesIn(sent)).toBe('INV-1,INV-2,INV-3');
		expect(sent.map((line) => line.split(' ')[0])).toEqual(['0', '100', '100']);
	});

	it('sends nothing more where n8n’s store falls silent', async () => {
		const send: SendPayment = async (one) => {
			list.failure = new Error('Connection terminated');
			return await answer(one);
		};
		const results = await run(payments(3), { ...without, send });
		expect(outcomesOfResults(results)).toEqual(['accepted', 'notSent', 'notSent']);
		expect(results[1]?.cause).toBe('settings');
	});
});

describe('runs of one process that pay the same rows', () => {
	const withPause: SendPayment = async (one) => {
		await clock.sleep(100);
		return await answer(one);
	};

	it('in Stop mode, the second one stops at the first row, and pays none', async () => {
		const runs = [1, 2].map(async () => {
			const ended = start(payments(4), { send: withPause, ...stop });
			context = {};
			return await ended;
		});
		const [first, second] = await clock.until(Promise.all(runs));
		expect(outcomesOfResults(first!)).toEqual(Array(4).fill('accepted'));
		expect(outcomesOfResults(second!)).toEqual(['alreadySent', 'notSent', 'notSent', 'notSent']);
	});

	it('as calls of an agent’s tool, pay once; the other call reads how it ended', async () => {
		const first = start(payments(1), { send: withPause });
		await clock.advanceTo(50);
		const both = [first, start(payments(1), { send: withPause })];
		const ended = await clock.until(Promise.all(both));
		expect(ended.flat().map(({ outcome }) => outcome)).toEqual(['accepted', 'accepted']);
		expect(sent).toHaveLength(1);
	});
});

describe('where a failure stops the run', () => {
	it('all rows are asked before the first leaves: one that was paid before stops it', async () => {
		pay('INV-2');
		const results = await run(payments(4), stop);
		expect(outcomesOfResults(results)).toEqual(['notSent', 'notSent', 'alreadySent', 'notSent']);
		expect(sent).toEqual([]);
	});

	it('all are asked also where the answer to one is not clear', async () => {
		pay('INV-2');
		const healthy = lookUps();
		const unclear = lookUps({ status: 503, body: {} });
		const lookUp: Service['lookUp'] = async (one) =>
			await (clock.passed === 0 && one.index === 0 ? unclear : healthy)(one);
		const ended = await outcomes(payments(4), { ...stop, lookUp });
		expect(ended).toEqual(['notSent', 'notSent', 'alreadySent', 'notSent']);
		expect(sent).toEqual([]);
	});

	it.each<[string, ServiceResponse, string]>([
		['the account may not ask', { status: 403, body: {} }, 'INV-0'],
		['there is no look-up', PAGE, 'INV-0,INV-0,INV-1,INV-2'],
	])('the others are asked in their turns where %s', async (_, says, questions) => {
		await run(payments(3), { ...stop, lookUp: lookUps(says) });
		expect(referencesIn(asked)).toBe(questions);
	});

	it('one that is left alone stops it, too', async () => {
		ends['INV-2'] = [UNCLEAR];
		await run([payment(2)]);
		nextExecution();
		expect(await outcomes(payments(3), stop)).toEqual(['notSent', 'notSent', 'unknown']);
		expect(sent).toEqual([]);
	});

	it('what this execution left unknown stops it before anything leaves', async () => {
		ends['INV-1'] = [UNCLEAR];
		await run([payment(1)], stop);
		sent = [];
		expect(await outcomes(payments(3), stop)).toEqual(['notSent', 'unknown', 'notSent']);
		expect(sent).toEqual([]);
	});
});

describe('a reference that the service refuses as used', () => {
	it('is asked for once, and shows the record of ours', async () => {
		ends['INV-0'] = [{ outcome: 'alreadySent', cause: 'reference' }];
		const send: SendPayment = async (one) => (pay('INV-0'), await answer(one));
		const expected = { outcome: 'alreadySent', records: [expect.anything()] };
		expect(await run(payments(1), { send })).toMatchObject([expected]);
		expect([sent.length, asked.length]).toEqual([1, 2]);
	});
});

it('a payment link is sent without a question', async () => {
	expect(await outcomes(payments(2), { effect: 'paymentLink' })).toEqual(['accepted', 'accepted']);
	expect(asked).toEqual([]);
});

it.each<[string, Partial<Result>, Partial<Result>]>([
	[
		'ends',
		{},
		{
			outcome: 'notSent',
			cause: 'service',
			says: sending.unclearInARow({ count: 3, what: 'requests' }),
		},
	],
	['goes on, where the service answered each of them with a 500,', { httpStatus: 500 }, UNCLEAR],
])(
	'what only reads %s after three requests in a row without a clear answer',
	async (_, more, last) => {
		for (const { orderReference } of payments(4)) ends[orderReference] = [{ ...UNCLEAR, ...more }];
		const results = await run(payments(4), { effect: 'none' });
		expect(results[3]).toMatchObject(last);
	},
);

it('payouts end after three in a row that were answered with a 500', async () => {
	for (const { orderReference } of payments(4))
		ends[orderReference] = [{ ...UNCLEAR, httpStatus: 500 }];
	expect((await outcomes(payments(4), { lookUp: undefined }))[3]).toBe('notSent');
});

it('a preview that names a used order reference is looked up for nobody', async () => {
	ends['INV-0'] = [{ outcome: 'alreadySent', cause: 'reference' }];
	expect(await outcomes(payments(1), { effect: 'none' })).toEqual(['alreadySent']);
	expect(asked).toEqual([]);
});

it('an item without an order reference stops the run by its number', async () => {
	ends[''] = [{ outcome: 'rejected' }];
	const items = payments(2).map((one) => ({ ...one, orderReference: '' }));
	const [, second] = await run(items, { effect: 'none', ...stop });
	expect(second?.says).toBe(sending.stoppedBy({ item: 'Item 1' }));
});

it('is unknown where something throws after a payout has left, and not told as not sent', async () => {
	const send: SendPayment = async () => await Promise.reject(new Error('Out of memory'));
	const [ended] = await clock.until(start(payments(1), { send }));
	expect(ended).toMatchObject({ outcome: 'unknown' });
	expect(ended?.says).toContain('Out of memory');
});
