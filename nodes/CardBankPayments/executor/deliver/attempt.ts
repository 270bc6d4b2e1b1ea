import type { IHttpRequestOptions } from 'n8n-workflow';
import { resultOf, type Payment, type Result } from '../common/payment';
import type { Journal } from '../journal/journal';
import type { Service } from '../service/connect';
import { UNCLEAR_AFTER_MS, type LookedUpResult, type LookUps, type Look } from './lookUp';

const USED_BEFORE = 'This order reference was used before';
const SENT_MEANWHILE =
	'Another call in this execution has sent this order reference, or is sending it';
const NOT_SAID = 'The service asked to wait, and then did not say whether it knows the payout';

/** What the attempts of a run share. */
export interface Sender {
	service: Service;
	journal: Journal;
	/** Absent where the service cannot or shall not be asked. */
	lookUps?: LookUps;
	/** A payout that ended unclear is looked up; anything else may simply be sent again. */
	movesMoney: boolean;
	cancelSignal?: AbortSignal;
}

/** What is done with one payment. No result says that it may be sent (again). */
export class Attempts {
	constructor(private readonly sender: Sender) {}

	/** Sends a payment that is reserved. Never throws. */
	async send(payment: Payment): Promise<Result> {
		const { service, journal, lookUps, movesMoney } = this.sender;
		const { memory } = journal;
		let request: IHttpRequestOptions;
		try {
			request = service.requestOf(payment);
		} catch (error) {
			return resultOf(payment, 'invalid', (error as Error).message);
		}
		if (memory.wasSent(payment.orderReference)) return (await this.usedBefore(payment)).result;
		// In the tick in which it leaves: between reading the memory and here, another run had time.
		memory.sending(payment);
		const result = await service
			.send(payment, request)
			.catch(() => resultOf(payment, 'unknown', 'The request may have left'));
		// At once: should this process be stopped while it looks up, the execution knows what it sent.
		memory.ended(payment, result);
		if (lookUps === undefined) return result;
		const { outcome, httpStatus, waitMs } = result;
		if (outcome === 'unknown' && movesMoney) {
			return this.ended(payment, await lookUps.lookUp(payment, result, { at: UNCLEAR_AFTER_MS }));
		}
		if (outcome === 'alreadySent') {
			return this.ended(payment, await lookUps.lookUp(payment, result));
		}
		// It may be in progress by an earlier execution.
		if (httpStatus === 409 && waitMs !== undefined && movesMoney) {
			const found = await lookUps.lookUp(payment, resultOf(payment, 'alreadySent', USED_BEFORE));
			if (found.answer === 'known') return this.found(payment, found.result);
		}
		return result;
	}

	/**
	 * A payment that the service refused for its pace. Something in between may have delivered it twice,
	 * and answered with the second refusal: so only the service's own word lets it go out again.
	 *
	 * @returns nothing where the service does not know it
	 */
	async sentAfterAll(payment: Payment): Promise<Result | undefined> {
		const { journal, lookUps, movesMoney, cancelSignal } = this.sender;
		if (!lookUps?.includesUnclear || !movesMoney) return undefined;
		const { answer, result } = await lookUps.lookUp(
			payment,
			resultOf(payment, 'unknown', NOT_SAID),
			{ at: [0, ...UNCLEAR_AFTER_MS], isEnough: (said) => said !== 'silence', insists: true },
		);
		if (answer === 'notKnown' || cancelSignal?.aborted) return undefined;
		if (journal.memory.wasSent(payment.orderReference)) {
			return (await this.usedBefore(payment)).result;
		}
		return this.found(payment, result);
	}

	/** A payment whose reference somebody else has used, with what the service says of it. */
	async usedBefore(payment: Payment, look?: Look): Promise<LookedUpResult> {
		const { journal, lookUps } = this.sender;
		const { memory } = journal;
		const isOurs = memory.wasSent(payment.orderReference);
		const says = isOurs ? SENT_MEANWHILE : USED_BEFORE;
		const result = { ...resultOf(payment, 'alreadySent', says), ...memory.heardOf(payment) };
		const looked = await lookUps?.lookUp(payment, result, look);
		// What another call sends is told by that call.
		if (isOurs) return { answer: 'known', result: looked?.result ?? result };
		memory.ended(payment, looked?.result ?? result);
		return looked ?? { answer: 'silence', result };
	}

	/** Looks up once more what is open. */
	async lookUpAgain(payment: Payment, result: Result): Promise<Result> {
		const { lookUps, movesMoney } = this.sender;
		if (lookUps === undefined || !movesMoney) return result;
		return this.ended(payment, await lookUps.lookUp(payment, result));
	}

	private ended(payment: Payment, { result }: { result: Result }): Result {
		this.sender.journal.memory.ended(payment, result);
		return result;
	}

	/** What became of a payment that was refused: it was sent. */
	private found(payment: Payment, result: Result): Result {
		this.sender.journal.memory.sending(payment);
		return this.ended(payment, { result });
	}
}
