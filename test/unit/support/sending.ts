import type { IContextObject } from 'n8n-workflow';
import type { ItemResult, Payment } from '../../../nodes/CardBankPayments/executor/common/payment';
import type { Reply } from '../../../nodes/CardBankPayments/executor/http/reply';
import {
	ExecutionMemory,
	type Recalled,
} from '../../../nodes/CardBankPayments/executor/idempotency/executionMemory';
import { LookUps } from '../../../nodes/CardBankPayments/executor/send/lookUp';
import type { Sender } from '../../../nodes/CardBankPayments/executor/send/sender';
import { sendPayments } from '../../../nodes/CardBankPayments/executor/send/sendPayments';
import { GuardedList } from './processedStore';
import { goOn } from './service';
import { VirtualClock } from './virtualClock';

export let context: IContextObject;
export let store: GuardedList;
export let clock: VirtualClock;
/** The references of the requests of this execution, in their order. */
export let sent: string[];
/** What the service answers, by order reference. */
export let replies: Map<string, Reply | Error>;
/** The questions of this execution, and the records with which they are answered. */
export let asked: string[];
export let records: Map<string, object>;

/** Gives each test of this file a store, a clock, and a service that accepts everything. */
export function useSending(): void {
	beforeEach(() => {
		emptyStore();
		clock = new VirtualClock();
		[replies, records] = [new Map(), new Map()];
		nextExecution();
	});
}

/** The node's context belongs to one execution; the store outlives it. */
export function nextExecution(): void {
	context = {};
	[sent, asked] = [[], []];
}

export const forgetSent = () => (sent = []);

export const emptyStore = () => (store = new GuardedList());

/** One try of a run, after which n8n keeps the context; every reply is accepted unless set. */
export const run = async (items: Payment[], changes: Partial<Sender> = {}): Promise<ItemResult[]> =>
	await clock.until(start(items, changes));

export async function start(items: Payment[], changes: Partial<Sender>): Promise<ItemResult[]> {
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

export const accepted = (orderReference: string): Reply => ({
	status: 200,
	body: { orderReference },
});

/** Asks at once, and is answered with the {@link records}, after so many milliseconds. */
export const lookUps = (cancelSignal?: AbortSignal, answeredAfterMs = 0) =>
	new LookUps({
		kind: 'payout',
		clock,
		maximumWaitMs: 900_000,
		cancelSignal,
		ask: async ({ orderReference }) => {
			asked.push(`${clock.passed} ${orderReference}`);
			await clock.sleep(answeredAfterMs);
			const record = records.get(orderReference);
			return record === undefined ? { status: 404 } : { status: 200, body: [record] };
		},
	});

/** From now on the service has this payout. */
export const paid = (orderReference: string) =>
	records.set(orderReference, {
		orderReference,
		status: 'SUCCESS',
		order: { amount: '1500.50', currency: 'TZS' },
	});
