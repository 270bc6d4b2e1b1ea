import type { IContextObject } from 'n8n-workflow';
import {
	ExecutionMemory,
	type Recalled,
} from '../../../../nodes/CardBankPayments/executor/idempotency/executionMemory';
import {
	sendPayments,
	type Sender,
} from '../../../../nodes/CardBankPayments/executor/send/sendPayments';
import { LookUps } from '../../../../nodes/CardBankPayments/executor/send/lookUp';
import type { Reply } from '../../../../nodes/CardBankPayments/executor/http/reply';
import type { ItemResult, Payment } from '../../../../nodes/CardBankPayments/executor/payment';
import { payment, payments } from '../../support/payments';
import { goOn, outcomesOf, stopAtFailure as stop } from '../../support/service';
import { eventually, settle } from '../../support/settle';
import { VirtualClock } from '../../support/virtualClock';
import { referencesIn } from '../../../../workbench/engine/processedStore';
import { GuardedList } from '../../support/processedStore';
import { expectGoodWording } from '../../support/wording';

let context: IContextObject;
let store: GuardedList;
let sent: string[];
let clock: VirtualClock;
let replies: Map<string, Reply | Error>;
let asked: string[];
let records: Map<string, object>;
beforeEach(() => {
	store = new GuardedList();
	clock = new VirtualClock();
	[replies, records] = [new Map(), new Map()];
	nextExecution();
});

/** The node's context belongs to one execution; the store outlives it. */
function nextExecution(): void {
	context = {};
	[sent, asked] = [[], []];
}

/** One try of a run, after which n8n keeps the context; every reply is accepted unless set. */
const run = async (items: Payment[], changes: Partial<Sender> = {}): Promise<ItemResult[]> =>
	await clock.until(start(items, changes));

async function start(items: Payment[], changes: Partial<Sender>): Promise<ItemResult[]> {
	const memory = new ExecutionMemory(context, 'createBankPayout', 'payout', 0);
	const recalled: Map<number, Recalled> = memory.recall(
		items.map((item) => ({ ...item, payment: item })),
	);
	const { results } = await sendPayments(
		items.filter(({ index }) => !recalled.has(index)),
		[...recalled.values()],
		{
			...goOn({ clock, concurrency: 1 }),
			memory,
			guard: store.guard(),
			settlesUnclear: true,
			answer: { form: 'record', kind: 'payout' },
			buildRequest: ({ body }) => ({ url: 'https://api.example.com', body }),
			send: async ({ body }) => {
				const { orderReference } = body as { orderReference: string };
				sent.push(orderReference);
				const reply = replies.get(orderReference) ?? accepted(orderReference);
				if (reply instanceof Error) throw reply;
				return reply;
			},
			...changes,
		},
	);
	return results.sort((a, b) => a.index - b.index);
}

const accepted = (orderReference: string): Reply => ({ status: 200, body: { orderReference } });

describe('the answer to a payment', () => {
	it('is kept when it was accepted', async () => {
		expect(await run(payments(1))).toEqual([
			{
				index: 0,
				orderReference: 'INV-0',
				outcome: 'accepted',
				says: 'The service accepted the request',
				httpStatus: 200,
				answers: [{ orderReference: 'INV-0' }],
			},
		]);
	});

	it('is quoted with status and words when it was refused, without the account number', async () => {
		const message = 'Account 0150123456789 is closed';
		replies.set('INV-0', { status: 422, body: { message } });
		const [result] = await run(payments(1));
		expect(result).toMatchObject({ outcome: 'rejected', httpStatus: 422 });
		expect(result?.says).toMatch(/ \(HTTP 422: Account …6789 is closed\)$/);
		expect(result?.answers).toBeUndefined();
	});

	it.each<[Reply, RegExp]>([
		[{ status: 500 }, /^[^(]+ \(HTTP 500\)$/],
		[{ code: 'ECONNREFUSED' }, /^[^()]+$/],
		[{ body: { message: 'Blocked' } }, /^[^(]+ \(Blocked\)$/],
	])('is quoted with what there is: %j', async (reply, says) => {
		replies.set('INV-0', reply);
		const [result] = await run(payments(1));
		expect(result?.says).toMatch(says);
		expectGoodWording(result?.says as string);
	});

	it('ends the run when the token is refused: the payment had no effect', async () => {
		replies.set('INV-0', { status: 401, tokenRefused: 'The token was refused' });
		const results = await run(payments(3));
		expect(results[0]).toMatchObject({ outcome: 'rejected', httpStatus: 401, endsRun: true });
		expect(results.map(({ says }) => says)).toEqual(Array(3).fill('The token was refused'));
		expect(sent).toEqual(['INV-0']);
	});

	it('is unknown when sending throws whatever it throws', async () => {
		replies.set('INV-0', new TypeError('x is not a function'));
		expect(outcomesOf(await run(payments(2)))).toEqual(['unknown', 'accepted']);
	});
});

describe('a second try in the same execution', () => {
	it('sends only what was refused or not sent', async () => {
		replies.set('INV-1', { status: 422 }).set('INV-2', { status: 503 });
		expect(outcomesOf(await run(payments(3)))).toEqual(['accepted', 'rejected', 'unknown']);
		replies.clear();
		sent = [];
		const again = await run(payments(4));
		expect(outcomesOf(again)).toEqual(['accepted', 'accepted', 'unknown', 'accepted']);
		expect(sent).toEqual(['INV-1', 'INV-3']);
		expect(again[0]?.answers).toEqual([{ orderReference: 'INV-0' }]);
	});

	it('sends nothing in stop mode while an item of the first try is unknown', async () => {
		replies.set('INV-0', { status: 503 });
		await run(payments(1), stop);
		const results = await run(payments(3), stop);
		expect(outcomesOf(results)).toEqual(['unknown', 'notSent', 'notSent']);
		expect(results[1]).toMatchObject({ index: 1, orderReference: 'INV-1' });
		expectGoodWording(results[1]?.says as string);
		expect(sent).toEqual(['INV-0']);
	});

	it('asks the guard only about what the memory does not know', async () => {
		await run(payments(2));
		await run(payments(3));
		const asked = store.calls.map(([, entries]) => referencesIn(entries as unknown[]).join());
		expect([...new Set(asked)]).toEqual(['INV-0,INV-1', 'INV-2']);
	});

	it('finds a payout that was under way when the execution was cut off', async () => {
		await new Promise<void>((underWay) => {
			const cutOff = async () => {
				underWay();
				return await new Promise<never>(() => undefined);
			};
			void start(payments(1), { send: cutOff });
		});
		expect(outcomesOf(await run(payments(1)))).toEqual(['unknown']);
		expect(sent).toEqual([]);
	});
});

describe('another execution', () => {
	it('does not send what an earlier one has sent, or left unknown', async () => {
		replies.set('INV-1', { status: 503 });
		await run(payments(2));
		nextExecution();
		const results = await run(payments(3));
		expect(outcomesOf(results)).toEqual(['alreadySent', 'alreadySent', 'accepted']);
		expect(sent).toEqual(['INV-2']);
		expectGoodWording(results[0]?.says as string);
	});

	it('may send what was refused, or never sent, before', async () => {
		replies.set('INV-0', { status: 422 });
		await run(payments(2), stop);
		nextExecution();
		replies.clear();
		expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
	});

	it('does not release what the service already knows', async () => {
		replies.set('INV-0', { status: 409 });
		expect(outcomesOf(await run(payments(1)))).toEqual(['alreadySent']);
		expect(store.reserved()).toEqual(['INV-0']);
	});

	it('sends nothing in stop mode when one reference was used, and gives the others back', async () => {
		await run([payment(1)]);
		nextExecution();
		const results = await run(payments(3), stop);
		expect(outcomesOf(results)).toEqual(['notSent', 'alreadySent', 'notSent']);
		expect(sent).toEqual([]);
		expect(store.reserved()).toEqual(['INV-1']);
		expectGoodWording(results[0]?.says as string);
	});

	it('goes on in stop mode where a used reference passes through', async () => {
		await run([payment(1)]);
		nextExecution();
		const isFailure = ({ outcome }: ItemResult) => outcome === 'rejected';
		const results = await run(payments(3), { stopsRun: isFailure });
		expect(outcomesOf(results)).toEqual(['accepted', 'alreadySent', 'accepted']);
	});

	it('sends everything without a guard', async () => {
		await run(payments(1));
		nextExecution();
		expect(outcomesOf(await run(payments(1), { guard: undefined }))).toEqual(['accepted']);
	});

	it('sends nothing when the guard is silent, but still gives what the memory knows', async () => {
		await run(payments(1));
		store.fails.check = new Error('Connection terminated');
		const results = await run(payments(2));
		expect(outcomesOf(results)).toEqual(['accepted', 'notSent']);
		expect(results[1]?.says).toContain('could not look up which order references');
		expect(sent).toEqual(['INV-0']);
	});
});

describe('with look-ups', () => {
	const lookUps = (cancelSignal?: AbortSignal) =>
		new LookUps({
			kind: 'payout',
			clock,
			maximumWaitMs: 900_000,
			cancelSignal,
			ask: async ({ orderReference }) => {
				asked.push(`${clock.passed} ${orderReference}`);
				const record = records.get(orderReference);
				return record === undefined ? { status: 404 } : { status: 200, body: [record] };
			},
		});
	const paid = (orderReference: string) =>
		records.set(orderReference, {
			orderReference,
			status: 'SUCCESS',
			order: { amount: '1500.50', currency: 'TZS' },
		});

	it('an unclear payout that the service has is accepted, and remembered so', async () => {
		replies.set('INV-0', { status: 503 });
		paid('INV-0');
		const results = await run(payments(2), { lookUps: lookUps(), ...stop });
		expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
		expect(asked).toEqual(['1000 INV-0']);
		sent = [];
		expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
		expect(sent).toEqual([]);
	});

	it('what was left open early in a long run is asked about once more at its end', async () => {
		replies.set('INV-0', { status: 503 });
		replies.set('INV-1', { status: 429, body: { message: 'retry after 60 seconds' } });
		const running = start(payments(2), { lookUps: lookUps() });
		await eventually(() => sent.length === 1);
		await settle();
		await clock.advanceTo(10_000);
		await eventually(() => sent.length === 2);
		replies.clear();
		paid('INV-0');
		expect(outcomesOf(await clock.until(running))).toEqual(['accepted', 'accepted']);
		expect(asked.filter((line) => line.endsWith('INV-0'))).toHaveLength(4);
		expect(sent).toEqual(['INV-0', 'INV-1', 'INV-1']);
		sent = [];
		expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
		expect(sent).toEqual([]);
	});

	it('is remembered as unknown while it asks', async () => {
		replies.set('INV-0', { status: 503 });
		const running = start(payments(1), { lookUps: lookUps() });
		await eventually(() => JSON.stringify(context).includes('"state":"unknown"'));
		expect(asked).toEqual([]);
		await clock.until(running);
		expect(asked).toHaveLength(3);
	});

	it('three that are found in a row do not end the run', async () => {
		for (const { orderReference } of payments(4)) {
			replies.set(orderReference, { status: 503 });
			paid(orderReference);
		}
		const results = await run(payments(5), { lookUps: lookUps() });
		expect(outcomesOf(results)).toEqual(Array(5).fill('accepted'));
	});

	it('what the memory does not know for sure is asked about once, before anything is sent', async () => {
		replies.set('INV-0', { status: 503 });
		await run(payments(1));
		paid('INV-0');
		const results = await run(payments(2), { lookUps: lookUps(), ...stop });
		expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
		expect(results[0]?.answers).toEqual([records.get('INV-0')]);
		expect(asked).toHaveLength(1);
		await run(payments(2), { lookUps: lookUps() });
		expect(asked).toHaveLength(1);
		expect(sent).toEqual(['INV-0', 'INV-1']);
	});

	it('what the service knew in an earlier try is asked about once, and stays so', async () => {
		replies.set('INV-0', { status: 409 });
		await run(payments(1));
		paid('INV-0');
		const [result] = await run(payments(1), { lookUps: lookUps() });
		expect(result).toMatchObject({
			outcome: 'alreadySent',
			record: { content: records.get('INV-0') },
		});
		expect([asked, sent]).toEqual([['0 INV-0'], ['INV-0']]);
	});

	it('what another execution has used, or the service knows, carries its record', async () => {
		await run([payment(0)]);
		nextExecution();
		replies.set('INV-1', { status: 409 });
		paid('INV-0');
		paid('INV-1');
		const results = await run(payments(2), { lookUps: lookUps() });
		for (const result of results) {
			const content = records.get(String(result.orderReference));
			expect(result).toMatchObject({ outcome: 'alreadySent', record: { kind: 'payout', content } });
		}
	});

	describe('what a later try cannot ask any more', () => {
		const noMore = () => lookUps(AbortSignal.abort());
		/** INV-0 was sent by another execution, and the answer to INV-1 is lost; both are asked about. */
		beforeEach(async () => {
			await run([payment(0)]);
			nextExecution();
			replies.set('INV-1', { status: 503 });
			paid('INV-0');
			await run(payments(2), { lookUps: lookUps() });
			expect(asked).toHaveLength(4);
		});

		it('is told with what the service said when it was asked', async () => {
			const results = await run(payments(2), { lookUps: noMore() });
			expect(results).toMatchObject([
				{
					outcome: 'alreadySent',
					lookedUp: { times: 1 },
					record: { content: records.get('INV-0') },
				},
				{ outcome: 'unknown', lookedUp: { times: 3, answer: 'HTTP 404' } },
			]);
			expect(asked).toHaveLength(4);
		});

		it('has no record where the details have changed: it was held against those of then', async () => {
			const other = payment(0, { body: { amount: 7 } });
			const [result] = await run([other], { lookUps: noMore() });
			expect(result).toMatchObject({ outcome: 'alreadySent', lookedUp: { times: 1 } });
			expect(result?.record).toBeUndefined();
		});

		it('is not taken for sent: without the guard, a person has decided otherwise', async () => {
			const results = await run(payments(2), { guard: undefined, lookUps: noMore() });
			expect(outcomesOf(results)).toEqual(['accepted', 'unknown']);
			expect(sent).toEqual(['INV-1', 'INV-0']);
		});

		it('is counted on where it can be asked', async () => {
			const results = await run(payments(2), { lookUps: lookUps() });
			expect(results.map(({ lookedUp }) => lookedUp?.times)).toEqual([2, 4]);
		});
	});

	it('a payout that was refused for its pace is asked about before it is sent again', async () => {
		replies.set('INV-0', { status: 429, body: { message: 'retry after 5 seconds' } });
		paid('INV-0');
		const results = await run(payments(2), { lookUps: lookUps() });
		expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
		expect(asked).toEqual(['4000 INV-0']);
		expect(sent).toEqual(['INV-0', 'INV-1']);
		expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
		expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
		expect(sent).toEqual(['INV-0', 'INV-1']);
	});

	it('a card payment that was refused for its pace is sent again without a question', async () => {
		const waiting = { status: 429, body: { message: 'retry after 5 seconds' } };
		const send: Sender['send'] = async ({ body }) => {
			const { orderReference } = body as { orderReference: string };
			return await Promise.resolve(sent.push(orderReference) > 1 ? accepted('INV-0') : waiting);
		};
		const changes = { lookUps: lookUps(), settlesUnclear: false, send };
		expect(outcomesOf(await run(payments(1), changes))).toEqual(['accepted']);
		expect([asked, sent]).toEqual([[], ['INV-0', 'INV-0']]);
	});

	describe('calls of a tool at the same time, without a guard', () => {
		/** Both have read the memory before one of them sends. */
		const callTwice = async (changes: Partial<Sender>) => {
			const call = async (items = payments(1)) =>
				await start(items, { guard: undefined, lookUps: lookUps(), ...changes });
			return await clock.until(Promise.all([call(), call()]));
		};

		it('pay once; the other one is told so', async () => {
			paid('INV-0');
			const [first, second] = await callTwice({});
			expect(sent).toEqual(['INV-0']);
			expect(outcomesOf([...first, ...second])).toEqual(['accepted', 'alreadySent']);
			expect(second[0]?.says).toMatch(/^Another call in this execution has sent/);
			expect(second[0]?.record).toBeDefined();
		});

		it('leave to a later call what came of the first one', async () => {
			replies.set('INV-0', { status: 422 });
			expect((await callTwice({})).flatMap(outcomesOf)).toEqual(['rejected', 'alreadySent']);
			replies.clear();
			expect(outcomesOf(await run(payments(1), { guard: undefined }))).toEqual(['accepted']);
			expect(outcomesOf(await run(payments(1), { guard: undefined }))).toEqual(['accepted']);
			expect(sent).toEqual(['INV-0', 'INV-0']);
		});
	});

	it('a payout that another call sent while this one waited for its pace is the other one’s', async () => {
		const changes = { guard: undefined, lookUps: lookUps() };
		replies.set('INV-0', { status: 429, body: { message: 'retry after 5 seconds' } });
		const first = start(payments(1), changes);
		await eventually(() => sent.length === 1);
		await settle();
		replies.clear();
		paid('INV-0');
		expect(outcomesOf(await start(payments(1), changes))).toEqual(['accepted']);
		expect(outcomesOf(await clock.until(first))).toEqual(['alreadySent']);
		expect(sent).toEqual(['INV-0', 'INV-0']);
	});

	describe('a payout that was refused for its pace, and may not wait', () => {
		const runRefused = async (changes: Partial<Sender> = { lookUps: lookUps() }) => {
			replies.set('INV-0', { status: 429, body: { message: 'retry after 5 seconds' } });
			return await run(payments(2), { maximumWaitMs: 0, ...changes });
		};

		it('is asked about all the same, and found', async () => {
			paid('INV-0');
			expect(outcomesOf(await runRefused())).toEqual(['accepted', 'notSent']);
			expect([asked, sent]).toEqual([['0 INV-0'], ['INV-0']]);
			expect(store.reserved()).toEqual(['INV-0']);
		});

		it('is asked about and no other, whichever it is', async () => {
			replies.set('INV-1', { status: 429, body: { message: 'retry after 5 seconds' } });
			paid('INV-1');
			const results = await run(payments(2), { maximumWaitMs: 0, lookUps: lookUps() });
			expect(outcomesOf(results)).toEqual(['accepted', 'accepted']);
			expect(asked).toEqual(['0 INV-1']);
		});

		it('stays refused where the service does not know it, and may be sent again', async () => {
			expect(outcomesOf(await runRefused())).toEqual(['rejected', 'notSent']);
			expect([asked, store.reserved()]).toEqual([['0 INV-0'], []]);
		});

		it.each(['check', 'remove'] as const)(
			'is asked about where the store fails as well: %s',
			async (call) => {
				const send: Sender['send'] = async () => {
					store.fails[call] = new Error('Connection terminated');
					return await Promise.resolve(replies.get('INV-0') as Reply);
				};
				for (const maximumWaitMs of [0, 900_000]) {
					nextExecution();
					store = new GuardedList();
					const changes = { lookUps: lookUps(), send, maximumWaitMs };
					expect(outcomesOf(await runRefused(changes))).toEqual(['rejected', 'notSent']);
				}
				paid('INV-0');
				nextExecution();
				store = new GuardedList();
				const results = await runRefused({ lookUps: lookUps(), send, maximumWaitMs: 900_000 });
				expect(outcomesOf(results)).toEqual(['accepted', 'notSent']);
				expect(asked).toHaveLength(1);
			},
		);

		it.each<[string, Partial<Sender>]>([
			['there is nobody to ask', {}],
			['it can be repeated at will', { lookUps: lookUps(), settlesUnclear: false }],
		])('stays refused where %s', async (_, changes) => {
			paid('INV-0');
			expect(outcomesOf(await runRefused(changes))).toEqual(['rejected', 'notSent']);
			expect(asked).toEqual([]);
		});
	});
});

describe('a run that has to wait', () => {
	/** Runs until the first payment is refused for its pace; `meanwhile` is before all the others. */
	const run = async (
		count: number,
		meanwhile: () => void | Promise<unknown>,
		changes: Partial<Sender> = {},
	) => {
		const running = start(payments(count), {
			...changes,
			send: async ({ body }) => {
				const { orderReference } = body as { orderReference: string };
				const isFirst = sent.push(orderReference) === 1;
				const message = 'retry after 60 seconds';
				return isFirst ? { status: 400, body: { message } } : accepted(orderReference);
			},
		});
		await eventually(() => sent.length === 1 && store.reserved().length === 0);
		await meanwhile();
		return outcomesOf(await clock.until(running));
	};

	it('keeps no reference reserved meanwhile, and has each again before it is sent', async () => {
		const outcomes = await run(3, () => {
			expect(sent).toEqual(['INV-0']);
			expect(JSON.stringify(context)).not.toContain('INV-0');
		});
		expect(outcomes).toEqual(Array(3).fill('accepted'));
		expect(store.reserved()).toEqual(['INV-0', 'INV-1', 'INV-2']);
		// With a mark for each, and one of those that were given back.
		expect(store.entries).toHaveLength(3 + 3 + 1);
	});

	it('waits and goes on without a guard as well', async () => {
		const outcomes = await run(2, () => undefined, { guard: undefined });
		expect(outcomes).toEqual(['accepted', 'accepted']);
		expect(sent).toEqual(['INV-0', 'INV-0', 'INV-1']);
	});

	it('does not send what another execution has used meanwhile', async () => {
		const outcomes = await run(2, async () => await store.guardOf('INV-0'));
		expect(outcomes).toEqual(['alreadySent', 'accepted']);
		expect(sent).toEqual(['INV-0', 'INV-1']);
		expect(store.reserved()).toEqual(['INV-0', 'INV-1']);
	});

	it('sends nothing more when the store fails', async () => {
		const outcomes = await run(2, () => {
			store.fails.check = new Error('Connection terminated');
		});
		expect(outcomes).toEqual(['rejected', 'notSent']);
		expect(sent).toEqual(['INV-0']);
	});
});

it('gives back the reference of an item whose request cannot be built', async () => {
	const buildRequest = () => {
		throw new Error('Payout Path has no place for it');
	};
	expect(await run(payments(1), { buildRequest })).toMatchObject([
		{ outcome: 'invalid', says: 'Payout Path has no place for it' },
	]);
	expect([sent, store.reserved()]).toEqual([[], []]);
});
