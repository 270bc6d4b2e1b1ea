import type { Payment, Result } from '../common/payment';
import { sendPatiently } from '../service/waiting';
import type { Service } from '../service/connect';
import { readLookUp, type LookUpReading } from '../service/readResponse';
import { judgeRecords } from '../service/recordTable';
import type { Means } from './means';

/** Milliseconds after an unclear end: a slow service gets two more chances. */
export const UNCLEAR_AFTER_MS = [1_000, 4_000, 10_000];

/** A service without a clear response about so many payments in a row is left alone for a while. */
const SILENT_IN_A_ROW = 3;
const LEFT_ALONE_MS = 60_000;

/** The service counts look-ups by the minute: a longer wait means that it does not answer. */
const LONGEST_WAIT_MS = 60_000;

/** Looks up what became of payments. Silence proves nothing. */
export class LookUps {
	private silentInARow = 0;

	private silentUntil = 0;

	constructor(private readonly means: Means) {}

	/**
	 * Looks a payment up until the service shows it, where it is open what became of it.
	 *
	 * @param at milliseconds from now
	 * @param isToBeSent whether it is sent next where the service does not know it: then any clear
	 * response is enough, and a silent service is not left alone
	 */
	async lookUp(payment: Payment, before: Result, at = [0], isToBeSent = false) {
		const { service, clock, maximumWaitMs, cancelSignal } = this.means;
		const lookUp = this.requestFor(before);
		const kind = service.effect === 'payout' ? 'payout' : 'payment';
		const startedAt = clock.now();
		const isOver = () => cancelSignal?.aborted || (!isToBeSent && clock.now() < this.silentUntil);
		let patience = { clock, leftMs: Math.min(maximumWaitMs, LONGEST_WAIT_MS), cancelSignal };
		let found: LookUpReading | undefined;
		let result = before;
		if (lookUp === undefined) return { result };
		for (const afterMs of at) {
			if (!isOver()) await clock.sleep(startedAt + afterMs - clock.now(), cancelSignal);
			// A look-up that is cut off proves nothing.
			if (isOver()) return { proves: 'nothing' as const, result };
			const { response, times, leftMs } = await sendPatiently(
				async () => await lookUp(payment),
				patience,
			);
			patience = { ...patience, leftMs };
			found = readLookUp(response, payment, kind);
			const lookedUp = {
				at: new Date(clock.wallTime()).toISOString(),
				times: (result.lookedUp?.times ?? 0) + times,
				answer: found.text,
			};
			result = { ...result, lookedUp };
			if (found.proves === 'known' || (isToBeSent && found.proves === 'notKnown')) break;
			// The service asks to wait for longer than is allowed.
			if (leftMs < 0) break;
		}
		if (found === undefined) return { proves: 'nothing' as const, result };
		// Counted by payments: a single one may itself be the reason for the silence.
		this.silentInARow = found.proves === 'nothing' ? this.silentInARow + 1 : 0;
		if (this.silentInARow >= SILENT_IN_A_ROW) this.silentUntil = clock.now() + LEFT_ALONE_MS;
		if (found.proves !== 'known') return { proves: found.proves, result };
		const { outcome, says, records } = judgeRecords(found.records, payment, kind);
		const isUnclear = before.outcome === 'unknown';
		if (isUnclear && outcome !== 'unknown') result = { ...result, outcome, says, records };
		else if (!isUnclear && records) result = { ...result, records };
		// Once, however many look-ups say so.
		else if (!result.says.endsWith(says)) result = { ...result, says: `${result.says}. ${says}` };
		return { proves: 'known' as const, result };
	}

	/** How to look up a payment that stands so; undefined where nothing is open, or nobody wants it. */
	private requestFor({ outcome, records }: Result): Service['lookUp'] {
		const { service, lookUpUnclear, whenAlreadySent } = this.means;
		const { effect, lookUp } = service;
		const isUsed = outcome === 'alreadySent' && effect !== 'none' && records === undefined;
		const isOpen = isUsed || (outcome === 'unknown' && effect === 'payout');
		const isWanted = lookUpUnclear || (isUsed && whenAlreadySent === 'returnPayout');
		return isOpen && isWanted ? lookUp : undefined;
	}
}
