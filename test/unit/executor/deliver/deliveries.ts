import type { IContextObject } from 'n8n-workflow';
import type { Payment, Result } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { deliver } from '../../../../nodes/CardBankPayments/executor/deliver/deliver';
import type { Means } from '../../../../nodes/CardBankPayments/executor/deliver/means';
import { Memory } from '../../../../nodes/CardBankPayments/executor/journal/memory';
import { UsedReferences } from '../../../../nodes/CardBankPayments/executor/journal/usedReferences';
import type { ServiceResponse } from '../../../../nodes/CardBankPayments/executor/proof/response';
import type { Service } from '../../../../nodes/CardBankPayments/executor/service/connect';
import { ProcessedStore } from '../../../../workbench/engine/processedStore';
import { contextOf } from '../../support/context';
import { result } from '../../support/payments';
import {
	answerOf,
	meansOf,
	NOT_FOUND,
	outcomesOfResults,
	serviceOf,
	type SendPayment,
} from '../../support/service';
import { VirtualClock } from '../../support/virtualClock';

/* Ask, send, ask: what becomes of payouts by what the service answers, over several runs and executions. */

const workflow = { id: 'workflow-1', active: true };

export let clock: VirtualClock;
/** The node's context, of one execution. */
let context: IContextObject;
/** N8n's list of used references, which outlives executions. */
export let list: ProcessedStore;
/** Millisecond and reference of each request, and of each question. */
export let sent: string[];
export let asked: string[];
/** The payouts that the service shows. */
export let records: Record<string, object>;
/** How the service ends a payment, by its reference, one request after the other; it accepts what is not named. */
export let ends: Record<string, Array<Partial<Result>>>;
/** Each test has a service of its own: what was left alone there, and whether it has answered, counts there. */
let baseUrl: string;
let tests = 0;

/** Call before each test. */
export function beginTest(): void {
	baseUrl = `https://api.example.com/${tests++}`;
	clock = new VirtualClock();
	list = new ProcessedStore();
	[records, ends] = [{}, {}];
	nextExecution();
}

export function nextExecution(): void {
	[context, sent, asked] = [{}, [], []];
}

/** The service has this payout from now on, made for the beneficiary of the tests. */
export function pay(orderReference: string, status = 'SUCCESS'): void {
	records[orderReference] = {
		...{ id: `id of ${orderReference}`, orderReference, status, currency: 'TZS' },
		order: { amount: '1500.50', currency: 'TZS' },
		beneficiary: { accountNumber: '0150123456789' },
	};
}

export const UNCLEAR: Partial<Result> = { outcome: 'unknown', cause: 'service' };
export const refusedFor = (seconds: number): Partial<Result> => ({
	...{ outcome: 'rejected', cause: 'service', says: 'Too early', waitMs: seconds * 1000 },
});

/** Answers as {@link ends} says, and pays what it accepts. */
export const answer: SendPayment = async ({ index, orderReference }) => {
	const { outcome = 'accepted', ...changes } = ends[orderReference]?.shift() ?? {};
	if (outcome === 'accepted') pay(orderReference);
	return await Promise.resolve(result(index, outcome, { orderReference, ...changes }));
};

/** Questions are answered with the {@link records}, or so, in every case. */
export const lookUps =
	(says?: ServiceResponse): NonNullable<Service['lookUp']> =>
	async ({ orderReference }) => {
		asked.push(`${clock.passed} ${orderReference}`);
		const record = records[orderReference];
		return await Promise.resolve(
			says ?? (record === undefined ? NOT_FOUND : { status: 200, body: [record] }),
		);
	};

/** What one run does in another way. */
export interface DeliverChanges
	extends Partial<Means>, Partial<Pick<Service, 'lookUp' | 'effect' | 'read'>> {
	send?: SendPayment;
}

export async function start(items: Payment[], changes: DeliverChanges = {}): Promise<Result[]> {
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
export const run = async (items: Payment[], changes?: DeliverChanges): Promise<Result[]> =>
	await clock.until(start(items, changes));

export const outcomes = async (items: Payment[], changes?: DeliverChanges) =>
	outcomesOfResults(await run(items, changes));

export const referencesIn = (log: string[]) => log.map((line) => line.split(' ')[1]).join();

export const PAGE: ServiceResponse = { status: 404, body: '<html>Not Found</html>' };
