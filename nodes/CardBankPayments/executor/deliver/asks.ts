import { hints } from '../../sentences/hints';
import { lookUps } from '../../sentences/lookUps';
import { nextSteps } from '../../sentences/nextSteps';
import type { LookedUp, Payment, Verdict } from '../common/payment';
import { PAUSES_MS } from '../common/waits';
import { readLookUp } from '../proof/lookUpReading';
import { judgeRecords } from '../proof/records';
import { quote, type ServiceResponse } from '../proof/response';
import { outcomeOfStatus } from '../proof/httpStatuses';
import { movedNothing, notSent, notSentFor } from '../proof/verdicts';
import { sendPatiently } from '../service/waiting';
import type { Means } from './means';

/** What the service answers when it is asked for a payment by its order reference. */
export type Answer = { lookedUp?: LookedUp } & (
	| { is: 'known'; /** What its record says of the payment. */ verdict: Verdict }
	/** It says itself that it has no record of it. */
	| { is: 'notKnown' }
	/** It has no look-up there. */
	| { is: 'noLookUp' }
	/** E.g. a 503, or half a response: the payout may exist or not. */
	| {
			is: 'unclear';
			/** How a payment ends that stays where it is because of this answer. */
			verdict: Verdict;
			/** It takes neither the token nor the keys of this account. */
			refusesKeys?: boolean;
			/** To ask again some seconds later is of no use: nobody is at this address, or the account may not ask. */
			isFinal?: boolean;
	  }
);

/** The service counts requests by the minute. A question that has to wait longer counts as unclear. */
const LONGEST_WAIT_MS = 60_000;

/** After so many payments in a row without a clear answer, the service is down. */
const SILENT_IN_A_ROW = 3;
const SILENT = notSent('service', lookUps.silent);

/**
 * The services that have answered clearly in this process, by Base URL: they have look-ups. A page or a bare 404 from
 * one of them comes from something in between, so no payout leaves for it.
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

	/** Before it leaves (again), until an answer is clear. */
	async beforeLeaving(payment: Payment): Promise<Answer> {
		if (!this.mayAsk) return { is: 'noLookUp' };
		return await this.askUntil(
			payment,
			(answer) => answer.is !== 'unclear' || answer.isFinal === true,
		);
	}

	/** After it has left, until it is known: a service may show a new payout some seconds late. */
	async afterLeaving(payment: Payment): Promise<Answer> {
		if (!this.mayAsk) return { is: 'noLookUp' };
		return await this.askUntil(
			payment,
			(answer) =>
				answer.is === 'known' ||
				answer.is === 'noLookUp' ||
				(answer.is === 'unclear' && answer.refusesKeys === true),
		);
	}

	async once(payment: Payment): Promise<Answer> {
		if (!this.mayAsk) return { is: 'noLookUp' };
		return await this.askUntil(payment);
	}

	/** After the service has said that the reference is used: the builder wants to see by what, also of a link. */
	async ofUsed(payment: Payment): Promise<Answer> {
		const { service } = this.means;
		const canAsk = service.lookUp !== undefined && service.effect !== 'none';
		if (!canAsk) return { is: 'noLookUp' };
		return await this.askUntil(payment);
	}

	/** At 0, 1, 4 and 10 seconds, until an answer is enough. */
	private async askUntil(
		payment: Payment,
		isEnough: (answer: Answer) => boolean = () => true,
	): Promise<Answer> {
		const { clock, cancelSignal } = this.means;
		// A service that is down takes a whole time-out for each question: 100 rows would wait for more than an hour.
		if (this.silentInARow >= SILENT_IN_A_ROW) return { is: 'unclear', verdict: SILENT };
		let answer = await this.ask(payment);
		for (const pauseMs of PAUSES_MS) {
			if (isEnough(answer)) break;
			await clock.sleep(pauseMs, cancelSignal);
			if (cancelSignal?.aborted) break;
			answer = await this.ask(payment, answer.lookedUp?.times);
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
		const lookedUp: LookedUp = { at, times: timesBefore + times, answer: text };
		if (proves === 'known') lookedUp.isKnown = true;
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
 * The service gave no answer, so the payment does not leave. The message does not say that no money moved: an earlier
 * run may have paid, and somebody would pay by hand.
 */
function notLeaving(response: ServiceResponse, text: string) {
	const { notLeft, status, isPassing } = response;
	if (notLeft) {
		// Without a token, no other would leave either.
		const verdict = { ...notSentFor(notLeft), endsRun: true };
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
