import type { IContextObject } from 'n8n-workflow';
import type { Clock } from '../../../nodes/CardBankPayments/executor/common/clock';
import type { Payment, Result } from '../../../nodes/CardBankPayments/executor/common/payment';
import type { Means } from '../../../nodes/CardBankPayments/executor/deliver/attempt';
import { deliver } from '../../../nodes/CardBankPayments/executor/deliver/deliver';
import { LookUps } from '../../../nodes/CardBankPayments/executor/deliver/lookUp';
import { Journal } from '../../../nodes/CardBankPayments/executor/journal/journal';
import { Memory } from '../../../nodes/CardBankPayments/executor/journal/memory';
import type { Service } from '../../../nodes/CardBankPayments/executor/service/connect';
import { readReply } from '../../../nodes/CardBankPayments/executor/service/readReply';
import type { Reply } from '../../../nodes/CardBankPayments/executor/service/reply';
import { GuardedList } from './guardedList';
import { goOn } from './service';
import { VirtualClock } from './virtualClock';

export let context: IContextObject;
export let store: GuardedList;
export let clock: VirtualClock;
/** Millisecond and reference of each request, and of each look-up, of this execution. */
export let sent: string[];
export let asked: string[];
/** What the service answers to a payment, by its reference; it accepts the others. */
export let replies: Map<string, Reply | Error>;
/** The payouts that the service shows. */
export let records: Map<string, object>;
/** Tells the accounts of one test from those of another: they share no pace. */
let test = 0;

/** How long the guard looks at its list is nothing to the payments. */
const instantly: Clock = {
	...{ now: () => 0, wallTime: () => 0, random: () => 0 },
	sleep: async () => undefined,
};

/** Gives each test of this file a store, a clock, and a service that accepts everything. */
export function useSending(): void {
	beforeEach(() => {
		test++;
		clock = new VirtualClock();
		store = new GuardedList(instantly);
		[replies, records] = [new Map(), new Map()];
		nextExecution();
	});
}

/** The node's context belongs to one execution; the store outlives it. */
export function nextExecution(): void {
	context = {};
	[sent, asked] = [[], []];
}

/** What one run does in another way. */
export interface Changes extends Partial<Means> {
	isGuarded?: boolean;
	/** Runs of other processes share neither pace nor turns. */
	process?: number;
	requestOf?: Service['requestOf'];
	send?: (payment: Payment) => Promise<Reply>;
}

export async function start(items: Payment[], changes: Changes = {}) {
	const { isGuarded = true, process = 1, requestOf = () => ({ url: '' }), ...others } = changes;
	const { send = answer } = changes;
	const memory = new Memory(context, 'createBankPayout', 'payout', 0);
	const recalled = memory.recall(items.map((item) => ({ ...item, payment: item })));
	const delivery = await deliver(
		items.filter(({ index }) => !recalled.has(index)),
		[...recalled.values()],
		{
			...goOn({ clock, concurrency: 1 }),
			journal: new Journal(memory, isGuarded ? store.list({ process }) : undefined),
			movesMoney: true,
			service: {
				account: `${test} ${process}`,
				baseUrl: 'https://api.example.com',
				requestOf,
				async send(payment) {
					sent.push(`${clock.passed} ${payment.orderReference}`);
					const rule = { form: 'record', kind: 'payout' } as const;
					return readReply(payment, await send(payment), rule, clock.wallTime());
				},
			},
			...others,
		},
	);
	return { ...delivery, results: delivery.results.sort((a, b) => a.index - b.index) };
}

/** One run to its end, after which n8n keeps the context. */
export const run = async (items: Payment[], changes?: Changes): Promise<Result[]> =>
	(await clock.until(start(items, changes))).results;

async function answer({ orderReference }: Payment): Promise<Reply> {
	const reply = replies.get(orderReference) ?? accepts(orderReference);
	if (reply instanceof Error) throw reply;
	return reply;
}

/** Are answered with the {@link records}, or so, in turn: the last one again and again. */
export const lookUps = (says: Reply[] = [], cancelSignal?: AbortSignal, answeredAfterMs = 0) =>
	new LookUps({
		kind: 'payout',
		clock,
		maximumWaitMs: 900_000,
		cancelSignal,
		ask: async ({ orderReference }) => {
			asked.push(`${clock.passed} ${orderReference}`);
			await clock.sleep(answeredAfterMs);
			const record = records.get(orderReference);
			const said = says.length > 1 ? says.shift() : says[0];
			return said ?? (record === undefined ? NOT_FOUND : { status: 200, body: [record] });
		},
	});

export const NOT_FOUND: Reply = { status: 404, body: { message: 'Invalid or missing payout' } };

export const accepts = (orderReference: string): Reply => ({
	status: 200,
	body: { orderReference, status: 'PROCESSING' },
});

/** Refuses for a time. */
export const wait = (seconds: number): Reply => ({
	status: 429,
	body: { message: `retry after ${seconds} seconds` },
});

/** From now on the service has this payout. */
export const paid = (orderReference: string) =>
	records.set(orderReference, {
		orderReference,
		status: 'SUCCESS',
		order: { amount: '1500.50', currency: 'TZS' },
	});
