import { resultOf, type Payment, type Result } from '../common/payment';
import { atMost } from '../common/turns';
import type { Recalled } from '../journal/memory';
import { Attempts, type Means } from './attempt';
import { withGate, type Gate } from './pace';
import { Sending } from './sending';

const STOPPED = 'The run stopped at another item. That item may have been sent before';

/** After this time a look-up is repeated at the end of a run: the service may show more. */
const LATE_MS = 30_000;

/** A run's payments, and what became of them. */
export interface Delivery {
	results: Result[];
	/** Milliseconds that the run waited because the service asked for it. */
	waitedMs: number;
	/** For the builder, where the guard could not do its part. */
	hint?: string;
}

/**
 * Sends what neither the memory of this execution nor the list of all executions knows. Unclear
 * payments of earlier attempts are looked up first, and what ends unclear is looked up again at the
 * end.
 *
 * @param recalled what the memory knows about other items of this run
 * @returns a result for every payment and for everything recalled, in no order
 */
export async function deliver(
	payments: Payment[],
	recalled: Recalled[],
	means: Means,
): Promise<Delivery> {
	const { service, journal, clock } = means;
	return await withGate(service.account, clock, async (gate) => {
		const delivery = await sendUnknown(payments, recalled, gate, means);
		const hint = await journal.close();
		const results = delivery.results.map((result) => {
			const { outcome, waitMs, orderReference } = result;
			// A payment that was refused for another reason has to be corrected first.
			const mayBeSent = outcome === 'notSent' || waitMs !== undefined;
			const nextStep = mayBeSent ? journal.nextStepFor(orderReference) : undefined;
			return nextStep === undefined ? result : { ...result, nextStep };
		});
		return { ...delivery, results, hint };
	});
}

async function sendUnknown(
	payments: Payment[],
	recalled: Recalled[],
	gate: Gate,
	means: Means,
): Promise<Delivery> {
	const { lookUps, clock, concurrency, stopsRun } = means;
	const attempts = new Attempts(means);
	const notSent = (some: Payment[], says: string, others: Result[]): Delivery => {
		const results = some.map((payment) => resultOf(payment, 'notSent', says));
		return { results: [...others, ...results], waitedMs: 0 };
	};
	const remembered = await atMost(concurrency, recalled, async ({ payment, result }) =>
		payment === undefined ? result : await attempts.lookUp(payment, result),
	);
	// Before anything is reserved: a run that ends here leaves no traces.
	if (remembered.some(stopsRun)) return notSent(payments, STOPPED, remembered);
	let used: Result[];
	try {
		used = await attempts.reserve(payments);
	} catch (error) {
		return notSent(payments, (error as Error).message, remembered);
	}
	const isUsed = new Set(used.map(({ index }) => index));
	const fresh = payments.filter(({ index }) => !isUsed.has(index));
	const before = [...remembered, ...used];
	if (used.some(stopsRun)) return notSent(fresh, STOPPED, before);
	const sendingSince = clock.wallTime();
	const sending = new Sending(fresh, attempts, gate, means);
	const ended = [...before, ...(await sending.go())];

	// The service may show more than before, or be back.
	lookUps?.beginAnew();
	const endedAt = clock.wallTime();
	const isDue = ({ lookedUp }: Result) =>
		lookedUp === undefined || endedAt - Math.max(Date.parse(lookedUp.at), sendingSince) >= LATE_MS;
	const all = [...payments, ...recalled.flatMap(({ payment }) => payment ?? [])];
	const byIndex = new Map(all.map((payment) => [payment.index, payment]));
	const results = await atMost(concurrency, ended, async (result) => {
		const payment = byIndex.get(result.index);
		if (payment === undefined) return result;
		if (result.waitMs === undefined) {
			return isDue(result) ? await attempts.lookUp(payment, result) : result;
		}
		// This reserves its reference first: where the service knows the payment after all, it stays
		// used.
		return (await attempts.prepare(payment, true).catch(() => undefined)) ?? result;
	});
	return { results, waitedMs: sending.waitedMs };
}
