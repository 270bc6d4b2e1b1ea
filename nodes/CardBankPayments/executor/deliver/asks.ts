import { hints } from '../../sentences/hints';
import { lookUps } from '../../sentences/lookUps';
import { nextSteps } from '../../sentences/nextSteps';
import type { LookedUp, Payment, Verdict } from '../common/payment';
import { PAUSES_MS } from '../common/waits';
import { readLookUp } from '../proof/lookUpReading';
import { judgeRecords } from '../proof/records';
import { quote, type ServiceResponse } from '../proof/response';
import { outcomeOfStatus } from '../proof/statuses';
import { movedNothing, notSent } from '../proof/verdicts';
import { sendPatiently } from '../service/waiting';
import type { Means } from './means';

/** What the service answers when it is asked for a payment by its order reference. */
export type Answer = { lookedUp?: LookedUp } & (
	| { is: 'known'; /** What its record says of the payment. */ verdict: Verdict }
	/** It says itself that it has no record of it. */
	| { is: 'notKnown' }
	/** It has no look-up there. */
	| { is: 'noLookUp' }
	/** It gave no answer, which says nothing. */
	| {
			is: 'unclear';
			/** How a payment ends that stays where it is because of this answer. */
			verdict: Verdict;
			/** It takes neither the token nor the keys of this account. */
			refusesKeys?: boolean;
			/** Some seconds later it would say the same: nobody is at this address, or the account may not ask. */
			isFinal?: boolean;
	  }
);

/** The service counts requests by the minute: where it asks to wait longer than this, it does not answer. */
const LONGEST_WAIT_MS = 60_000;

/** After so many payments in a row without a clear answer, the service is down. */
const SILENT_IN_A_ROW = 3;
const SILENT = notSent('service', lookUps.silent);

/**
 * The services that have answered clearly in this process, by Base URL. Where such a one gives a page or a bare 404
 * one day, something stands in between: it is no service without a look-up, to which payments could leave unasked.
 */
const answering = new Set<string>();

/** Asks the service for payments. Never throws. */
export class Asks {
	/** For the builder, where the service has no look-up at the path of the credential. */
	hint?: string;

	private silentInARow = 0;

	constructor(private readonly means: Means) {}

	/** Whether a payout can be asked for before it leaves. */
	get mayAsk(): boolean {
		const { service } = this.means;
		return service.effect === 'payout' && service.lookUp !== undefined;
	}

	/** Before it leaves (again): until there is a clear answer, or none is to be expected. */
	async beforeLeaving(payment: Payment): Promise<Answer> {
		if (!this.mayAsk) return { is: 'noLookUp' };
		const isEnough = (answer: Answer) => answer.is !== 'unclear' || answer.isFinal === true;
		return await this.repeat(payment, [0, ...PAUSES_MS], isEnough);
	}

	/** After it has left: that the service does not know it yet proves nothing, and so it is asked again. */
	async afterLeaving(payment: Payment): Promise<Answer> {
		if (!this.mayAsk) return { is: 'noLookUp' };
		const isEnough = (answer: Answer) =>
			answer.is === 'known' || (answer.is === 'unclear' && answer.refusesKeys === true);
		return await this.repeat(payment, [0, ...PAUSES_MS], isEnough);
	}

	async once(payment: Payment): Promise<Answer> {
		if (!this.mayAsk) return { is: 'noLookUp' };
		return await this.repeat(payment, [0], () => true);
	}

	/** Its reference is used: by whom is of interest for a link, too. */
	async ofUsed(payment: Payment): Promise<Answer> {
		const { service } = this.means;
		const canAsk = service.lookUp !== undefined && service.effect !== 'none';
		if (!canAsk) return { is: 'noLookUp' };
		return await this.repeat(payment, [0], () => true);
	}

	private async repeat(
		payment: Payment,
		pausesMs: number[],
		isEnough: (answer: Answer) => boolean,
	): Promise<Answer> {
		const { clock, cancelSignal } = this.means;
		let answer: Answer = { is: 'unclear', verdict: SILENT };
		// With a time-out of 30 s each, 100 payments would be asked for an hour.
		if (this.silentInARow >= SILENT_IN_A_ROW) return answer;
		for (const pauseMs of pausesMs) {
			if (pauseMs > 0) await clock.sleep(pauseMs, cancelSignal);
			if (pauseMs > 0 && cancelSignal?.aborted) break;
			answer = await this.ask(payment, answer.lookedUp?.times);
			if (isEnough(answer)) break;
		}
		this.silentInARow = answer.is === 'unclear' ? this.silentInARow + 1 : 0;
		return answer;
	}

	private async ask(payment: Payment, timesBefore = 0): Promise<Answer> {
		const { service, clock, maximumWaitMs, cancelSignal } = this.means;
		const { baseUrl, effect, lookUp } = service;
		const kind = effect === 'payout' ? 'payout' : 'payment';
		const leftMs = Math.min(maximumWaitMs, LONGEST_WAIT_MS);
		const { response, times } = await sendPatiently(async () => (await lookUp?.(payment)) ?? {}, {
			clock,
			leftMs,
			cancelSignal,
		});
		const { proves, records, text } = readLookUp(response, payment, kind);
		const at = new Date(clock.wallTime()).toISOString();
		const lookedUp = { at, times: timesBefore + times, answer: text };
		if (proves === 'known' || proves === 'notKnown') answering.add(baseUrl);
		if (proves === 'known') {
			return { is: proves, verdict: judgeRecords(records, payment, kind), lookedUp };
		}
		if (proves === 'notKnown') return { is: proves, lookedUp };
		if (proves === 'noLookUp' && !answering.has(baseUrl)) {
			this.hint = hints.noLookUp({ answer: text });
			return { is: proves, lookedUp };
		}
		const refusesKeys = response.status === 401 || response.refusesKeys;
		return { is: 'unclear', ...notLeaving(response, text), refusesKeys, lookedUp };
	}
}

/**
 * How a payment ends that does not leave, since the service was asked for it and gave no answer. An earlier run may have
 * paid it: told that no money moved, somebody would pay it by hand.
 */
function notLeaving(response: ServiceResponse, text: string) {
	const { notLeft, status, isPassing } = response;
	if (notLeft) {
		const { cause = 'run', says, nextStep, waitMs } = notLeft;
		// Without a token, no other would leave either.
		const verdict = { ...notSent(cause, says, nextStep), waitMs, endsRun: true };
		return { verdict, isFinal: !isPassing };
	}
	const refused = outcomeOfStatus(response);
	const says = quote(refused.says, response);
	// An address that is not listed, or a missing right: payouts must not leave unasked for it.
	if (status === 401 || status === 403) {
		const nextStep = status === 403 ? lookUps.nextSteps.mayNotAsk : undefined;
		const why = notSent('account', says, nextStep);
		return { verdict: { ...why, httpStatus: status, endsRun: true }, isFinal: true };
	}
	// E.g. a Base URL at which nobody is.
	const isUnreachable = status === undefined && movedNothing(refused);
	if (isUnreachable) {
		return { verdict: notSent('service', says, nextSteps.checkConnection), isFinal: true };
	}
	return { verdict: notSent('service', lookUps.notTold({ answer: text })) };
}
