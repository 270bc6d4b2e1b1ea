import type { IDataObject } from 'n8n-workflow';
import type { RecordKind } from '../../resources/operation';
import type { Clock } from '../common/clock';
import type { Payment, Result } from '../common/payment';
import { askPatiently } from '../service/patience';
import { readLookUp, type LookUpReading } from '../service/readLookUp';
import { contradictionIn, judgeRecords } from '../service/recordTable';
import type { Reply } from '../service/reply';

/**
 * When a payment is looked up that ended unclear, in milliseconds after that end. Most services show
 * a payment at once; a late one gets two more chances, while somebody waits for the run.
 */
export const UNCLEAR_AFTER_MS = [1_000, 4_000, 10_000];

/** A service that leaves so many payments in a row without a response is left alone for a while. */
const SILENT_IN_A_ROW = 3;
const LEFT_ALONE_MS = 60_000;

/** Questions are counted by the minute; who asks to wait for longer does not answer them. */
const LONGEST_WAIT_MS = 60_000;

/** How the service is asked about payments. */
export interface Asking {
	/** The records of payouts or of card payments. */
	kind: RecordKind;
	/** May throw: a question that cannot be asked has no response. */
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

/**
 * Asks the service what became of payments. A look-up is never a reason to refuse or to stop anything,
 * and silence proves nothing, in either direction.
 */
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
	 * @param isToBeSent whether any word of the service is enough, and is asked for however silent it was
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
			// Who still asks to wait after all patience wants to be left alone.
			if (leftMs < 0) break;
		}
		if (found === undefined) return { answer: 'silence', result };
		// By payments: of one alone, the service may be unable to say anything.
		this.silentInARow = found.answer === 'silence' ? this.silentInARow + 1 : 0;
		if (this.silentInARow >= SILENT_IN_A_ROW) this.silentUntil = clock.now() + LEFT_ALONE_MS;
		return { answer: found.answer, result: withRecords(payment, result, found.records, kind) };
	}

	/** Call before what was left open is looked up at the end: the service may have come back. */
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
	// Once, however often the service is asked.
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
	// What an earlier attempt took for its record may be another one's, too.
	return { ...result, records: undefined, says: withMore(contradiction) };
}
