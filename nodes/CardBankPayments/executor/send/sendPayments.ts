import type { IHttpRequestOptions } from 'n8n-workflow';
import type { AnswerRule } from '../../resources/operation';
import type { BuildRequest } from '../http/buildRequest';
import { readReply } from '../http/readReply';
import type { Reply } from '../http/reply';
import type { DuplicateGuard } from '../idempotency/duplicateGuard';
import type { ExecutionMemory, Recalled } from '../idempotency/executionMemory';
import { resultOf, type ItemResult, type Payment } from '../payment';
import type { LookUps } from './lookUp';
import { sendAll, type Pace, type Sent, type Steps } from './pace';

/** Everything that sending needs; the money-safety parts answer before anything goes out. */
export interface Sender extends Pace {
	memory: ExecutionMemory;
	/** Absent for operations that move no money, and where the builder switched it off. */
	guard?: DuplicateGuard;
	/** Absent where the service cannot or shall not be asked. */
	lookUps?: LookUps;
	/** Whether a payment that ended unclear is looked up, or may simply be sent again. */
	settlesUnclear: boolean;
	answer: AnswerRule;
	buildRequest: BuildRequest;
	send: (request: IHttpRequestOptions) => Promise<Reply>;
}

/**
 * Sends what was never sent before. What the execution's memory knows is looked up where it is not
 * settled, then the guard answers across executions, and only what neither knows goes to the service.
 *
 * @param recalled what the memory knows about other items of this run
 * @returns a result for every payment and for everything recalled, in no order
 */
export async function sendPayments(
	payments: Payment[],
	recalled: Recalled[],
	sender: Sender,
): Promise<Sent> {
	const { guard } = sender;
	const remembered = await eachOf(
		recalled,
		sender,
		async (one) => await settleRecalled(one, sender),
	);
	const none = { results: remembered, waitedMs: 0 };
	// Before anything is reserved: a run that ends here leaves no traces.
	if (remembered.some(sender.stopsRun)) return add(none, notSent(payments, UNSETTLED));

	const used = (await guard?.reserve(payments.map(referenceOf))) ?? new Set();
	if (guard?.silence !== undefined) return add(none, notSent(payments, guard.silence));
	const known = payments.filter(({ orderReference }) => used.has(orderReference));
	const report = async (some: Payment[], by: Sender) =>
		await eachOf(some, by, async (payment) => await usedBefore(payment, by));
	const first = await report(known.slice(0, 1), sender);
	// Where one of them stops the run, nobody sees what the service would say of the others.
	const isStopped = first.some(sender.stopsRun);
	const others = await report(
		known.slice(1),
		isStopped ? { ...sender, lookUps: undefined } : sender,
	);
	const fresh = payments.filter(({ orderReference }) => !used.has(orderReference));
	const startedAt = sender.clock.now();
	const sent = isStopped
		? { results: notSent(fresh, UNSETTLED), waitedMs: 0 }
		: await sendAll(fresh, stepsOf(sender), sender);

	const asSent = [...payments, ...recalled.flatMap(({ payment }) => payment ?? [])];
	const byIndex = new Map(asSent.map((payment) => [payment.index, payment]));
	const settleOpen = async (some: ItemResult[]) =>
		await eachOf(
			some,
			sender,
			async (result) => await settleAtEnd(result, byIndex.get(result.index), sender),
		);
	const results = await settleOpen(sent.results);
	const before = [...remembered, ...first, ...others];
	const unused = results
		.filter(({ outcome }) => UNUSED.has(outcome))
		.map(({ orderReference }) => String(orderReference));
	await guard?.keep(unused);
	await guard?.release(unused);
	const isLate = sender.clock.now() - startedAt >= LATE_MS && !results.some(sender.stopsRun);
	const settled = isLate ? await settleOpen(before) : before;
	return { results: [...settled, ...results], waitedMs: sent.waitedMs };
}

/** Of which the service has nothing: the order reference may be used again. */
const UNUSED = new Set<ItemResult['outcome']>(['rejected', 'notSent', 'invalid']);

/** So long after its last look-up, the service may show what it did not show then. */
const LATE_MS = 30_000;

const UNSETTLED = 'The run stopped at another item, which may have been sent before';
const REFUSED = 'The service asked to wait, but by now it knows this order reference';
const ALREADY_USED =
	'An earlier execution or try of this node used or reserved this order reference';
const SENT_MEANWHILE =
	'Another call in this execution has sent this order reference, or is sending it';

/** While a run waits, its references are free: killed, it leaves only those reserved that were under way. */
function stepsOf(sender: Sender): Steps {
	const { guard } = sender;
	return {
		send: async (payment) => await sendOne(payment, sender),
		giveBack: async (payments) => await guard?.release(payments.map(referenceOf)),
		async makeReady(payment, wasRefused) {
			const used = await guard?.reserve([payment.orderReference]);
			if (guard?.silence !== undefined) {
				return { ...resultOf(payment, 'notSent', guard.silence), endsRun: true };
			}
			if (used?.has(payment.orderReference)) {
				const mayBeSent = await takenBack(payment, sender);
				return mayBeSent ? undefined : await usedBefore(payment, sender);
			}
			return wasRefused ? await foundAfterRefusal(payment, sender) : undefined;
		},
	};
}

/** Given back while it waited, and reserved all the same, where the service knows nothing of it. */
async function takenBack(payment: Payment, { guard, lookUps }: Sender): Promise<boolean> {
	if (lookUps === undefined || !(await guard?.takeBack(payment.orderReference))) return false;
	return await lookUps.isMissing(payment);
}

async function sendOne(payment: Payment, sender: Sender): Promise<ItemResult> {
	const { memory, lookUps, clock } = sender;
	let request: IHttpRequestOptions;
	try {
		request = sender.buildRequest(payment);
	} catch (error) {
		return resultOf(payment, 'invalid', (error as Error).message);
	}
	// At the same moment as it is written down: between reading the memory and here, another run had time.
	if (memory.wasSent(payment)) return await usedBefore(payment, sender, SENT_MEANWHILE);
	memory.sending(payment);
	// Whatever goes wrong in between, the request may have left: no reply at all is unknown.
	const reply = await sender.send(request).catch((): Reply => ({}));
	const result = readReply(payment, reply, sender.answer, clock.now());
	// At once: should this process be stopped while it asks, the execution knows what it sent.
	memory.record(payment, result);
	if (lookUps === undefined) return result;
	const settled =
		result.outcome === 'unknown' && sender.settlesUnclear
			? await lookUps.settleUnclear(payment, result)
			: result.outcome === 'alreadySent'
				? await lookUps.settleOnce(payment, result)
				: result;
	memory.record(payment, settled);
	return settled;
}

/** What the memory knows but cannot vouch for is asked once. */
async function settleRecalled(
	{ result, payment }: Recalled,
	{ lookUps, memory, settlesUnclear }: Sender,
): Promise<ItemResult> {
	if (lookUps === undefined || payment === undefined || !settlesUnclear) return result;
	if (result.outcome !== 'unknown' && result.outcome !== 'alreadySent') return result;
	const settled = await lookUps.settleOnce(payment, result);
	memory.record(payment, settled);
	return settled;
}

/** Of which nobody has seen the service's record. */
function isOpen({ outcome, record }: ItemResult): boolean {
	return outcome === 'unknown' || (outcome === 'alreadySent' && record === undefined);
}

/** What a long run left open is asked about once more when it is over. */
async function settleAtEnd(
	result: ItemResult,
	payment: Payment | undefined,
	sender: Sender,
): Promise<ItemResult> {
	const { lookUps, memory, clock, settlesUnclear } = sender;
	if (lookUps === undefined || payment === undefined || !settlesUnclear) return result;
	if (result.waitMs !== undefined) return await settleRefusedForPace(result, payment, sender);
	const lookedUpAt = Date.parse(result.lookedUp?.at ?? '') || 0;
	if (!isOpen(result) || clock.now() - lookedUpAt < LATE_MS) return result;
	const settled = await lookUps.settleOnce(payment, result);
	if (settled === result) return result;
	memory.record(payment, settled);
	if (settled.outcome === 'alreadySent') memory.findings.keep(payment, settled);
	return settled;
}

/**
 * A payout that is refused for its pace and not sent again is asked about all the same, with its
 * reference reserved: found, nobody may use it again.
 */
async function settleRefusedForPace(
	result: ItemResult,
	payment: Payment,
	sender: Sender,
): Promise<ItemResult> {
	const ready = await stepsOf(sender).makeReady(payment, true);
	// Where nothing can be reserved, it is asked about all the same.
	const isSilent = ready?.outcome === 'notSent';
	return (isSilent ? await foundAfterRefusal(payment, sender) : ready) ?? result;
}

/** Something in between may have delivered a payout twice, and answered with the second refusal. */
async function foundAfterRefusal(
	payment: Payment,
	sender: Sender,
): Promise<ItemResult | undefined> {
	const { lookUps, memory, settlesUnclear } = sender;
	if (!settlesUnclear) return undefined;
	const found = await lookUps?.settleIfKnown(payment, resultOf(payment, 'unknown', REFUSED));
	if (found === undefined) return undefined;
	if (memory.wasSent(payment)) return await usedBefore(payment, sender, SENT_MEANWHILE);
	memory.sending(payment);
	memory.record(payment, found);
	return found;
}

async function usedBefore(
	payment: Payment,
	{ lookUps, memory }: Sender,
	says = ALREADY_USED,
): Promise<ItemResult> {
	const known = memory.findings.of(payment);
	const result = { ...resultOf(payment, 'alreadySent', says), ...known };
	const settled = (await lookUps?.settleOnce(payment, result)) ?? result;
	memory.findings.keep(payment, settled);
	return settled;
}

/** At most `concurrency` at a time, as for everything else that is asked of the service. */
async function eachOf<One>(
	items: One[],
	{ concurrency }: Sender,
	task: (item: One) => Promise<ItemResult>,
): Promise<ItemResult[]> {
	const results: ItemResult[] = [];
	let next = 0;
	const work = async () => {
		while (next < items.length) {
			const place = next++;
			results[place] = await task(items[place] as One);
		}
	};
	await Promise.all(Array.from({ length: concurrency }, work));
	return results;
}

function add({ results, waitedMs }: Sent, more: ItemResult[]): Sent {
	return { results: [...results, ...more], waitedMs };
}

function notSent(payments: Payment[], says: string): ItemResult[] {
	return payments.map((payment) => resultOf(payment, 'notSent', says));
}

function referenceOf({ orderReference }: Payment): string {
	return orderReference;
}
