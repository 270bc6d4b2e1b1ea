import { resultOf, type ItemResult, type Payment } from '../common/payment';
import type { Recalled } from '../idempotency/executionMemory';
import { sendAll, type Sent } from './pace';
import type { Sender } from './sender';
import { foundAfterRefusal, reserveAgain, stepsOf, usedBefore } from './steps';

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
	// What was asked before is worth asking once more only after a while of sending.
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
	const reserved = await reserveAgain(payment, sender);
	if (reserved === 'used') return await usedBefore(payment, sender);
	// Where nothing can be reserved, it is asked about all the same.
	return (await foundAfterRefusal(payment, sender)) ?? result;
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
