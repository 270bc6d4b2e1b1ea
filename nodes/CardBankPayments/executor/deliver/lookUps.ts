import type { Payment } from '../common/payment';
import { PAUSES_MS } from '../common/waits';
import { readLookUp } from '../proof/lookUpReading';
import { judgeRecords, type Since } from '../proof/records';
import type { ServiceResponse } from '../proof/response';
import { byServiceClock, serviceTime } from '../proof/serviceTime';
import { waitAsked } from '../proof/waitAsked';
import { sendPatiently } from '../service/waiting';
import type { Means } from './means';
import type { At, FactOf, LookUpFact, LookUpStep } from './steps';

/** A service without a clear response about so many payments in a row is left alone. */
const SILENT_IN_A_ROW = 3;

/** The service counts look-ups by the minute: a longer wait means that it does not answer. */
const LONGEST_WAIT_MS = 60_000;

/** Looks up what became of payments. Silence proves nothing. */
export class LookUps {
	private silentInARow = 0;

	constructor(private readonly means: Means) {}

	/** Looks a payment up, as often as its step wants, until the service shows it. Never throws. */
	async make(payment: Payment, step: LookUpStep): Promise<LookUpFact | FactOf<'postponed'>> {
		const { service, clock, maximumWaitMs, cancelSignal } = this.means;
		const { lookUp } = service;
		const { lookedUp: before, waitMs } = step.at === 'held' ? step.refused : step.result;
		if (lookUp === undefined || !this.isWanted(step)) {
			return { is: 'lookedUp', proves: 'notLookedUp', lookedUp: before };
		}
		const kind = service.effect === 'payout' ? 'payout' : 'payment';
		// It may leave again right after this, so any clear response is enough, and silence is not.
		const wasRefused = step.at === 'held';
		const isLeftAlone = () => !wasRefused && this.silentInARow >= SILENT_IN_A_ROW;
		let patience = { clock, leftMs: Math.min(maximumWaitMs, LONGEST_WAIT_MS), cancelSignal };
		let fact: LookUpFact = { is: 'lookedUp', proves: 'nothing', lookedUp: before };
		for (const pauseMs of pausesMsOf(step)) {
			if (!isLeftAlone()) await clock.sleep(pauseMs, cancelSignal);
			if (cancelSignal?.aborted) {
				// E.g. a 429 says that nothing was done, unless a look-up has doubted it; a 409 may hide a payment.
				const isBelieved = fact.lookedUp === before && waitMs !== undefined;
				return { ...fact, proves: wasRefused && !isBelieved ? 'nothing' : 'notLookedUp' };
			}
			// The service was silent about others meanwhile, so it is not asked about this one any more.
			if (isLeftAlone()) return { ...fact, proves: 'nothing' };
			const waited = await sendPatiently(async () => await lookUp(payment), patience);
			patience = { ...patience, leftMs: waited.leftMs };
			const { response } = waited;
			const read = readLookUp(response, payment, kind);
			if (step.at === 'held' && !step.final && response.isOfToken) {
				// It waits for its token where all others do.
				const askedMs = waitAsked(response, clock.wallTime());
				return { is: 'postponed', result: { ...step.refused, waitMs: askedMs } };
			}
			const lookedUp = {
				at: new Date(clock.wallTime()).toISOString(),
				times: (fact.lookedUp?.times ?? 0) + waited.times,
				answer: read.text,
			};
			fact = { is: 'lookedUp', proves: read.proves, notLeft: read.notLeft, lookedUp };
			if (read.proves === 'known') {
				const since = this.sinceSending(payment, step, response);
				fact = { ...fact, found: judgeRecords(read.records, payment, kind, since) };
				break;
			}
			// The service asks to wait for longer than is allowed.
			const isGivenUp = waited.leftMs < 0;
			// A token that was refused is not accepted some seconds later either.
			const isClear = wasRefused && read.proves !== 'nothing';
			if (isGivenUp || isClear) break;
		}
		// Counted by payments: a single one may itself be the reason for the silence.
		const isSilent = fact.proves === 'nothing' || fact.proves === 'notAllowed';
		this.silentInARow = isSilent ? this.silentInARow + 1 : 0;
		return fact;
	}

	/** Whether anything is open that a look-up shows, and the builder wants to know. */
	private isWanted(step: LookUpStep): boolean {
		const { service, lookUpUnclear, whenAlreadySent } = this.means;
		if (service.effect === 'none') return false;
		// A link moves no money by itself: only who has used its reference is of interest.
		const isOfReference = step.at === 'used' || (step.at === 'held' && speaksOfReference(step));
		if (service.effect === 'paymentLink' && !isOfReference) return false;
		return lookUpUnclear || (step.at === 'used' && whenAlreadySent === 'returnPayout');
	}

	private sinceSending(
		payment: Payment,
		step: LookUpStep,
		response: ServiceResponse,
	): Since | undefined {
		const { clock, journal } = this.means;
		const sentAt = journal.memory.sentSince(payment.orderReference);
		if (sentAt === undefined) return undefined;
		const now = clock.wallTime();
		const at = byServiceClock(sentAt, response, now);
		const { refusedAt } = step.at === 'held' ? step.refused : step.result;
		// Where the service tells no time, a wrong clock of ours would make another's payout of our own.
		const toldAt = serviceTime(response, now);
		// A 409, even one that names a time to wait, may speak of a reference that an earlier execution used.
		const isUndatedEarlier =
			step.at === 'held' && (step.refused.httpStatus === 409 || speaksOfReference(step));
		return {
			at,
			refusedAt: toldAt && refusedAt && toldAt - (now - refusedAt),
			isUndatedEarlier,
		};
	}
}

/** In front of each look-up, in milliseconds: that a reference is used needs to be seen once. */
function pausesMsOf(step: LookUpStep): number[] {
	if (step.at === 'unclear') return step.pausesMs;
	return step.at === 'used' ? [0] : [0, ...PAUSES_MS];
}

/** Whether a refusal may speak of the order reference: neither one for the pace nor one of a token does. */
function speaksOfReference({ refused: { waitMs, httpStatus } }: At<'held'>): boolean {
	return waitMs === undefined && httpStatus !== 401;
}
