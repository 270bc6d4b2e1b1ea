import type { IDataObject } from 'n8n-workflow';
import type { RecordKind } from '../../resources/operation';
import type { Clock } from '../common/clock';
import type { Payment, Result } from '../common/payment';
import { readLookUp, type LookUpReading } from '../service/readLookUp';
import { contradictionIn, judgeRecords } from '../service/recordTable';
import { askPatiently } from '../service/patience';
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

/** When to look a payment up, and what is enough. */
export interface Look {
	/** Milliseconds from now; once and at once by default. */
	at?: number[];
	/** Whether to look no further; where the service knows it by default. */
	isEnough?: (answer: LookUpReading['answer']) => boolean | Promise<boolean>;
	/** Whether to ask however silent the service was. */
	insists?: boolean;
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
	 * @param result as it is known so far
	 */
	async lookUp(payment: Payment, result: Result, look: Look = {}): Promise<LookedUpResult> {
		const { ask, clock, cancelSignal } = this.asking;
		if (result.outcome === 'unknown' && !this.includesUnclear) return { answer: 'silence', result };
		const { at = [0], isEnough = (answer) => answer === 'known', insists = false } = look;
		const startedAt = clock.now();
		let patienceMs = Math.min(this.asking.maximumWaitMs, LONGEST_WAIT_MS);
		const isOver = () => this.isCancelled || (!insists && clock.now() < this.silentUntil);
		let found: LookUpReading | undefined;
		let lookedUp = result.lookedUp;
		for (const afterMs of at) {
			if (!isOver()) await clock.sleep(startedAt + afterMs - clock.now(), cancelSignal);
			// Cut off, nothing is proven to be missing.
			if (isOver()) return { answer: 'silence', result: { ...result, lookedUp } };
			const { reply, times, leftMs } = await askPatiently(async () => await ask(payment), {
				clock,
				leftMs: patienceMs,
				cancelSignal,
			});
			patienceMs = leftMs;
			found = readLookUp(reply, payment, this.asking.kind);
			lookedUp = {
				at: new Date(clock.wallTime()).toISOString(),
				times: (lookedUp?.times ?? 0) + times,
				answer: found.text,
			};
			// Who still asks to wait after all patience wants to be left alone.
			if ((await isEnough(found.answer)) || patienceMs < 0) break;
		}
		if (found === undefined) return { answer: 'silence', result };
		const { answer, records } = found;
		this.count(answer);
		return { answer, result: this.withRecords(payment, { ...result, lookedUp }, records) };
	}

	/** Call before what was left open is looked up at the end: the service may have come back. */
	beginAnew(): void {
		this.silentInARow = 0;
		this.silentUntil = 0;
	}

	private get isCancelled(): boolean {
		return this.asking.cancelSignal?.aborted === true;
	}

	/** By payments: of one alone, the service may be unable to say anything. */
	private count(answer: LookUpReading['answer']): void {
		this.silentInARow = answer === 'silence' ? this.silentInARow + 1 : 0;
		if (this.silentInARow < SILENT_IN_A_ROW) return;
		this.silentUntil = this.asking.clock.now() + LEFT_ALONE_MS;
	}

	private withRecords(payment: Payment, result: Result, records: IDataObject[]): Result {
		const [record] = records;
		if (record === undefined) return result;
		if (result.outcome === 'unknown') {
			const { outcome, says } = judgeRecords(records, payment);
			if (outcome === 'unknown') return { ...result, says: withMore(result, says) };
			return { ...result, outcome, says, records: [record] };
		}
		const contradiction = contradictionIn(records, payment, this.asking.kind);
		if (contradiction === undefined) return { ...result, records: [record] };
		// What an earlier attempt took for its record may be another one's, too.
		return { ...result, records: undefined, says: withMore(result, contradiction) };
	}
}

/** Once, however often the service is asked. */
function withMore({ says }: Result, more: string): string {
	return says.endsWith(more) ? says : `${says}. ${more}`;
}
