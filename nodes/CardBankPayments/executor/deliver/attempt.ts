import type { IHttpRequestOptions } from 'n8n-workflow';
import { resultOf, type Payment, type Result } from '../common/payment';
import { atMost } from '../common/turns';
import { LookUps, UNCLEAR_AFTER_MS } from './lookUp';
import type { Means } from './means';

const USED_BEFORE = 'This order reference was used before';
const SENT_MEANWHILE =
	'Another call in this execution has sent this order reference, or is sending it';
const NOT_SAID = 'The service asked to wait, and then did not say whether it knows the payout';

/** The steps of payments; what has no result from the first two may be sent. */
export class Attempts {
	private readonly lookUps: LookUps;

	constructor(private readonly means: Means) {
		this.lookUps = new LookUps(means);
	}

	/**
	 * Reserves payments. Used ones are looked up while nothing is reserved: they may end this run.
	 *
	 * @param results takes those of used ones; unless one stops the run, the others are reserved
	 * @throws where n8n's store does not answer
	 */
	async reserve(payments: Payment[], results: Result[]): Promise<void> {
		const { journal, concurrency, stopsRun } = this.means;
		const used = await journal.reserve(payments);
		const isUsed = ({ orderReference }: Payment) => used.has(orderReference);
		const [first, ...others] = payments.filter(isUsed);
		if (first === undefined) return;
		const { result } = await this.usedBefore(first);
		// Where the first one stops the run, the others need no look-up.
		const at = stopsRun(result) ? [] : [0];
		const looked = await atMost(concurrency, others, async (one) => await this.usedBefore(one, at));
		results.push(result, ...looked.map((one) => one.result));
		if (results.some(stopsRun)) return;
		const unused = payments.filter((one) => !isUsed(one));
		await this.reserve(unused, results);
	}

	/**
	 * Reserves a payment that had to wait; several times, since another run may hold it only briefly.
	 *
	 * @param refused what the service said, where it refused the payment for its pace
	 * @returns its result, where it need not or must not be sent
	 */
	async prepare(payment: Payment, refused?: Result): Promise<Result | undefined> {
		const { journal, clock, cancelSignal } = this.means;
		const begunAt = clock.now();
		let used: Result | undefined;
		for (const afterMs of [0, ...UNCLEAR_AFTER_MS]) {
			await clock.sleep(begunAt + afterMs - clock.now(), cancelSignal);
			const { size } = await journal.reserve([payment]);
			if (size === 0) return refused && (await this.lookUpRefused(payment, refused));
			const { proves, result } = await this.usedBefore(payment);
			used = result;
			if (proves === 'known' || proves === 'nothing' || cancelSignal?.aborted) break;
		}
		return used;
	}

	/**
	 * Looks up a payout that was refused for its pace: a proxy may have sent it twice. It goes out
	 * again only where the service itself does not know it, or look-ups are off.
	 */
	private async lookUpRefused(payment: Payment, refused: Result): Promise<Result | undefined> {
		const { journal, service, cancelSignal } = this.means;
		if (service.effect !== 'payout') return undefined;
		// After a 409 it may be that of an earlier execution.
		const before =
			refused.httpStatus === 409
				? resultOf(payment, 'alreadySent', USED_BEFORE)
				: resultOf(payment, 'unknown', NOT_SAID);
		const times = [0, ...UNCLEAR_AFTER_MS];
		const { proves, result } = await this.lookUps.lookUp(payment, before, times, true);
		// Silence proves nothing, so it is not sent; after a cancel nothing is sent anyway.
		const isSilent = proves === 'nothing' && !cancelSignal?.aborted;
		if (proves !== 'known' && !isSilent) return undefined;
		if (journal.memory.wasSent(payment.orderReference)) {
			return (await this.usedBefore(payment)).result;
		}
		// After a 409, too: whether an earlier execution has paid it is as unknown.
		const unclear: Result = { ...result, outcome: 'unknown', says: NOT_SAID };
		const ended = isSilent ? unclear : result;
		journal.memory.sending(payment);
		journal.memory.ended(payment, ended);
		return ended;
	}

	/** Sends a payment that is reserved. Never throws. */
	async send(payment: Payment): Promise<Result> {
		const { service, journal } = this.means;
		const { memory } = journal;
		let request: IHttpRequestOptions;
		try {
			request = service.requestOf(payment);
		} catch (error) {
			return resultOf(payment, 'invalid', (error as Error).message);
		}
		if (memory.wasSent(payment.orderReference)) return (await this.usedBefore(payment)).result;
		// Without a pause since the line above, so that no other call can send it in between.
		memory.sending(payment);
		const result = await service
			.send(payment, request)
			.catch(() => resultOf(payment, 'unknown', 'The request may have left'));
		// Before the look-up, since this process may be stopped during it.
		memory.ended(payment, result);
		return await this.lookUp(payment, result, UNCLEAR_AFTER_MS);
	}

	/** Looks up what became of a payment, where that is open; at these times, if it is unclear. */
	async lookUp(payment: Payment, before: Result, at = [0]): Promise<Result> {
		const times = before.outcome === 'unknown' ? at : [0];
		const { proves, result } = await this.lookUps.lookUp(payment, before, times);
		if (proves !== undefined) this.means.journal.memory.ended(payment, result);
		return result;
	}

	private async usedBefore(payment: Payment, at?: number[]) {
		const isOurs = this.means.journal.memory.wasSent(payment.orderReference);
		const used = resultOf(payment, 'alreadySent', isOurs ? SENT_MEANWHILE : USED_BEFORE);
		return await this.lookUps.lookUp(payment, used, at);
	}
}
