import { sleep } from 'n8n-workflow';
import type { ItemResult, Payment } from './types';

/**
 * A service that leaves three payments in a row without a clear answer is down, and every further
 * payment would be one more for somebody to look up.
 */
const UNKNOWN_IN_A_ROW = 3;

/** How fast payments go out, and what ends a run. */
export interface Pace {
	concurrency: number;
	/** Milliseconds from the start of one batch of `concurrency` requests to the next. */
	batchIntervalMs: number;
	/** In stop mode the first failure ends the run. */
	stopAtFailure: boolean;
	isFailure: (result: ItemResult) => boolean;
	cancelSignal?: AbortSignal;
}

/**
 * Sends payments, the first one alone and then at most `concurrency` at a time. Once something
 * speaks against going on, nothing new is started, and what is under way is waited for.
 *
 * @param sendOne never throws
 * @returns a result for every payment, in their order; `notSent` for those that were not started
 */
export async function sendAll(
	payments: Payment[],
	sendOne: (payment: Payment) => Promise<ItemResult>,
	pace: Pace,
): Promise<ItemResult[]> {
	const results = new Map<Payment, ItemResult>();
	const batchStarts: number[] = [];
	let next = 0;
	let unknownInARow = 0;
	let stopReason: string | undefined;

	const observe = (result: ItemResult) => {
		unknownInARow = result.outcome === 'unknown' ? unknownInARow + 1 : 0;
		if (result.endsRun) stopReason ??= result.says;
		else if (pace.stopAtFailure && pace.isFailure(result)) {
			stopReason ??= `Item ${result.index} ended the run`;
		} else if (unknownInARow === UNKNOWN_IN_A_ROW) {
			stopReason ??= `The service left ${UNKNOWN_IN_A_ROW} requests in a row without a clear answer`;
		}
	};

	const mayGoOn = async (position: number): Promise<boolean> => {
		const batch = Math.floor(position / pace.concurrency);
		const wait = (batchStarts[batch - 1] ?? 0) + pace.batchIntervalMs - Date.now();
		if (wait > 0) await sleep(wait, pace.cancelSignal).catch(() => undefined);
		batchStarts[batch] ??= Date.now();
		// By this spelling n8n tells a canceled execution from a failed one.
		if (pace.cancelSignal?.aborted) stopReason ??= 'The execution was canceled';
		return stopReason === undefined;
	};

	const work = async (limit: number): Promise<void> => {
		while (next < limit) {
			const position = next++;
			const payment = payments[position] as Payment;
			if (!(await mayGoOn(position))) return;
			const result = await sendOne(payment);
			results.set(payment, result);
			observe(result);
		}
	};

	// Alone, so that a missing token is fetched once and a wrong setting meets one payment only.
	await work(Math.min(1, payments.length));
	await Promise.all(
		Array.from({ length: pace.concurrency }, async () => await work(payments.length)),
	);

	return payments.map(
		(payment) =>
			results.get(payment) ?? {
				index: payment.index,
				orderReference: payment.orderReference,
				outcome: 'notSent',
				says: stopReason ?? 'The run ended before it',
			},
	);
}
