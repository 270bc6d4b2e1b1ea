import type { IDataObject } from 'n8n-workflow';
import type { RecordKind } from '../../resources/operation';
import type { Clock } from '../common/clock';
import type { Payment, Result } from '../common/payment';
import { askPatiently } from '../service/patience';
import { readLookUp, type LookUpReading } from '../service/readLookUp';
import { contradictionIn, judgeRecords } from '../service/recordTable';
import type { Reply } from '../service/reply';

/**
 * Milliseconds after an unclear end at which a payment is looked up: a slow service gets two more
 * chances.
 */
export const UNCLEAR_AFTER_MS = [1_000, 4_000, 10_000];

/** A service that leaves so many payments in a row without a response is left alone for a while. */
const SILENT_IN_A_ROW = 3;
const LEFT_ALONE_MS = 60_000;

/** The service counts look-ups by the minute: a longer wait means that it does not answer. */
const LONGEST_WAIT_MS = 60_000;

/** How payments are looked up. */
export interface Asking {
	/** The records of payouts or of card payments. */
	kind: RecordKind;
	/** May throw, which counts as no response. */
	ask: (payment: Payment) => Promise<Reply>;
	clock: Clock;
	/** How long one look-up may wait where the service asks for it. */
	maximumWaitMs: number;
	cancelSignal?: AbortSignal;
	/** Whether only what is already sent is looked up. */
	onlyAlreadySent?: boolean;
}

/** What a look-up has found, and what that makes of the payment. */
export interface LookedUpResult {
	answer: LookUpReading['answer'];
	result: Result;
}

/** Looks up what became of payments. Silence proves nothing. */
export class LookUps {
	private silentInARow = 0;

	private silentUntil = 0;

	constructor(private readonly asking: Asking) {}

	/** Whether a payout without a clear response is looked up, too. */
	get includesUnclear(): boolean {
		return this.asking.onlyAlreadySent !== true;
	}

	/**
	 * Looks a payment up until it is known what became of it.
	 *
	 * @param before as it is known so far
	 * @param at milliseconds from now
	 * @param isToBeSent whether it is sent where the service does not know it: then the first response
	 * ends the look-up, and a silent service is not left alone
	 */
	async lookUp(
		payment: Payment,
		before: Result,
		at = [0],
		isToBeSent = false,
	): Promise<LookedUpResult> {
		const { kind, ask, clock, maximumWaitMs, cancelSignal } = this.asking;
		if (before.outcome === 'unknown' && !this.includesUnclear) {
			return { answer: 'silence', result: before };
		}
		const startedAt = clock.now();
		const isOver = () => cancelSignal?.aborted || (!isToBeSent && clock.now() < this.silentUntil);
		let patience = { clock, leftMs: Math.min(maximumWaitMs, LONGEST_WAIT_MS), cancelSignal };
		let found: LookUpReading | undefined;
		let result = before;
		for (const afterMs of at) {
			if (!isOver()) await clock.sleep(startedAt + afterMs - clock.now(), cancelSignal);
			// Cut off, nothing is proven to be missing.
			if (isOver()) return { answer: 'silence', result };
			const { reply, times, leftMs } = await askPatiently(async () => await ask(payment), patience);
			patience = { ...patience, leftMs };
			found = readLookUp(reply, payment, kind);
			const lookedUp = {
				at: new Date(clock.wallTime()).toISOString(),
				times: (result.lookedUp?.times ?? 0) + times,
				answer: found.text,
			};
			result = { ...result, lookedUp };
			if (found.answer === 'known' || (isToBeSent && found.answer === 'notKnown')) break;
			// The service asks to wait for longer than is allowed.
			if (leftMs < 0) break;
		}
		if (found === undefined) return { answer: 'silence', result };
		// Counted by payments: a single one may itself be the reason for the silence.
		this.silentInARow = found.answer === 'silence' ? this.silentInARow + 1 : 0;
		if (this.silentInARow >= SILENT_IN_A_ROW) this.silentUntil = clock.now() + LEFT_ALONE_MS;
		return { answer: found.answer, result: withRecords(payment, result, found.records, kind) };
	}

	/** Call before the look-ups at the end of a run: the service may be back. */
	beginAnew(): void {
		this.silentInARow = 0;
		this.silentUntil = 0;
	}
}

function withRecords(
	payment: Payment,
	result: Result,
	records: IDataObject[],
	kind: RecordKind,
): Result {
	// Once, however many look-ups say so.
	const withMore = (says: string) =>
		result.says.endsWith(says) ? result.says : `${result.says}. ${says}`;
	const own = records.slice(0, 1);
	if (own.length === 0) return result;
	if (result.outcome === 'unknown') {
		const { outcome, says } = judgeRecords(records, payment);
		if (outcome === 'unknown') return { ...result, says: withMore(says) };
		return { ...result, outcome, says, records: own };
	}
	const contradiction = contradictionIn(records, payment, kind);
	if (contradiction === undefined) return { ...result, records: own };
	// The record of an earlier look-up may then be another payment's, too.
	return { ...result, records: undefined, says: withMore(contradiction) };
}
