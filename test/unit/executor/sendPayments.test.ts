import type { IContextObject } from 'n8n-workflow';
import { Memory } from '../../../nodes/CardBankPayments/executor/memory';
import { sendPayments, type Sender } from '../../../nodes/CardBankPayments/executor/sendPayments';
import type { SessionReply } from '../../../nodes/CardBankPayments/executor/session';
import type { ItemResult, Payment } from '../../../nodes/CardBankPayments/executor/types';
import { payment, payments } from '../support/payments';
import { ProcessedStore } from '../support/processedStore';
import { expectGoodWording } from '../support/wording';

let context: IContextObject;
let store: ProcessedStore;
let sent: string[];
let replies: Map<string, SessionReply | Error>;
beforeEach(() => {
	context = {};
	store = new ProcessedStore();
	sent = [];
	replies = new Map();
});

/** One try of a run, after which n8n keeps the context; every reply is accepted unless set. */
async function run(items: Payment[], changes: Partial<Sender> = {}): Promise<ItemResult[]> {
	const results = await sendPayments(items, {
		memory: new Memory(context, 'createBankPayout', 'payout'),
		guard: store.guard(),
		buildRequest: ({ body }) => ({ url: 'https://api.example.com', body }),
		send: async ({ body }) => {
			const { orderReference } = body as { orderReference: string };
			sent.push(orderReference);
			const reply = replies.get(orderReference) ?? { status: 200, body: { id: orderReference } };
			if (reply instanceof Error) throw reply;
			return reply;
		},
		concurrency: 1,
		batchIntervalMs: 0,
		stopAtFailure: false,
		isFailure: ({ outcome }) => outcome !== 'accepted',
		...changes,
	});
	return results.sort((a, b) => a.index - b.index);
}

const outcomesOf = (results: ItemResult[]) => results.map(({ outcome }) => outcome);

describe('the answer to a payment', () => {
	it('is kept when it was accepted', async () => {
		expect(await run(payments(1))).toEqual([
			{
				index: 0,
				orderReference: 'INV-0',
				outcome: 'accepted',
				says: 'The service accepted the request',
				httpStatus: 200,
				answer: { id: 'INV-0' },
			},
		]);
	});

	it('is quoted with status and words when it was refused, without the account number', async () => {
		const message = 'Account 0150123456789 is closed';
		replies.set('INV-0', { status: 422, body: { message } });
		const [result] = await run(payments(1));
		expect(result).toMatchObject({ outcome: 'rejected', httpStatus: 422 });
		expect(result?.says).toMatch(/ \(HTTP 422: Account …6789 is closed\)$/);
		expect(result?.answer).toBeUndefined();
	});

	it('is quoted with what there is', async () => {
		replies.set('INV-0', { status: 500 });
		replies.set('INV-1', { code: 'ECONNREFUSED' });
		replies.set('INV-2', { body: { message: 'Blocked' } });
		const says = (await run(payments(3))).map((result) => result.says);
		expect(says[0]).toMatch(/[^(]+ \(HTTP 500\)$/);
		expect(says[1]).toMatch(/^[^()]+$/);
		expect(says[2]).toMatch(/[^(]+ \(Blocked\)$/);
		says.forEach(expectGoodWording);
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
		expect(again[0]?.answer).toEqual({ id: 'INV-0' });
	});

	it('sends nothing in stop mode while an item of the first try is unknown', async () => {
		replies.set('INV-0', { status: 503 });
		await run(payments(1), { stopAtFailure: true });
		const results = await run(payments(3), { stopAtFailure: true });
		expect(outcomesOf(results)).toEqual(['unknown', 'notSent', 'notSent']);
		expect(results[1]).toMatchObject({ index: 1, orderReference: 'INV-1' });
		expectGoodWording(results[1]?.says as string);
		expect(sent).toEqual(['INV-0']);
	});

	it('asks the guard only about what the memory does not know', async () => {
		await run(payments(2));
		await run(payments(3));
		const asked = store.calls.map(([, entries]) =>
			ProcessedStore.references(entries as unknown[]).join(),
		);
		expect([...new Set(asked)]).toEqual(['INV-0,INV-1', 'INV-2']);
	});

	it('finds a payout that was under way when the execution was cut off', async () => {
		await new Promise<void>((underWay) => {
			const cutOff = async () => {
				underWay();
				return await new Promise<never>(() => undefined);
			};
			void run(payments(1), { send: cutOff });
		});
		expect(outcomesOf(await run(payments(1)))).toEqual(['unknown']);
		expect(sent).toEqual([]);
	});
});

describe('another execution', () => {
	/** The node's context belongs to one execution; the store outlives it. */
	const nextExecution = () => {
		context = {};
		sent = [];
	};

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
		await run(payments(2), { stopAtFailure: true });
		nextExecution();
		replies.clear();
		expect(outcomesOf(await run(payments(2)))).toEqual(['accepted', 'accepted']);
	});

	it('does not release what the service already knows', async () => {
		replies.set('INV-0', { status: 409 });
		expect(outcomesOf(await run(payments(1)))).toEqual(['alreadySent']);
		expect(store.reserved).toEqual(['INV-0']);
	});

	it('sends nothing in stop mode when one reference was used, and gives the others back', async () => {
		await run([payment(1)]);
		nextExecution();
		const results = await run(payments(3), { stopAtFailure: true });
		expect(outcomesOf(results)).toEqual(['notSent', 'alreadySent', 'notSent']);
		expect(sent).toEqual([]);
		expect(store.reserved).toEqual(['INV-1']);
		expectGoodWording(results[0]?.says as string);
	});

	it('goes on in stop mode where a used reference passes through', async () => {
		await run([payment(1)]);
		nextExecution();
		const isFailure = ({ outcome }: ItemResult) => outcome === 'rejected';
		const results = await run(payments(3), { stopAtFailure: true, isFailure });
		expect(outcomesOf(results)).toEqual(['accepted', 'alreadySent', 'accepted']);
	});

	it('sends everything without a guard', async () => {
		await run(payments(1));
		nextExecution();
		expect(outcomesOf(await run(payments(1), { guard: undefined }))).toEqual(['accepted']);
	});

	it('sends nothing when the guard is silent, but still gives what the memory knows', async () => {
		await run(payments(1));
		store.checkFails = new Error('Connection terminated');
		const results = await run(payments(2));
		expect(outcomesOf(results)).toEqual(['accepted', 'notSent']);
		expect(results[1]?.says).toContain('could not look up which order references');
		expect(sent).toEqual(['INV-0']);
	});
});
