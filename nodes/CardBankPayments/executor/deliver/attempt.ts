import type { IHttpRequestOptions } from 'n8n-workflow';
import type { Clock } from '../common/clock';
import { resultOf, type Payment, type Result } from '../common/payment';
import { atMost } from '../common/turns';
import type { Journal } from '../journal/journal';
import type { Service } from '../service/connect';
import { UNCLEAR_AFTER_MS, type LookedUpResult, type LookUps } from './lookUp';

const USED_BEFORE = 'This order reference was used before';
const SENT_MEANWHILE =
	'Another call in this execution has sent this order reference, or is sending it';
const NOT_SAID = 'The service asked to wait, and then did not say whether it knows the payout';

/** Everything that a run sends with. */
export interface Means {
	service: Service;
	journal: Journal;
	/** Absent where nothing is looked up. */
	lookUps?: LookUps;
	/** A payout that ended unclear is looked up; anything else may simply be sent again. */
	movesMoney: boolean;
	clock: Clock;
	concurrency: number;
	/** Milliseconds from the start of one batch of `concurrency` requests to the next. */
	batchIntervalMs: number;
	/** How long one payment may wait after the service refused it for its pace. */
	maximumWaitMs: number;
	/** Whether nothing more is sent after this result. */
	stopsRun: (result: Result) => boolean;
	cancelSignal?: AbortSignal;
}

/** The steps of one payment; no result means that it may be sent (again). */
export class Attempts {
	constructor(private readonly means: Means) {}

	/**
	 * Reserves the references of payments. A used one is looked up, and where the service does not know
	 * it, reserved again at the times of a look-up: another run may have reserved it without sending
	 * it.
	 *
	 * Meanwhile nothing stays reserved, since this run may send nothing in the end, and others wait.
	 *
	 * @returns the results of those that stay used; the others are reserved, unless one of these stops
	 * the run
	 * @throws where n8n's store does not answer
	 */
	async reserve(payments: Payment[]): Promise<Result[]> {
		const { journal, clock, concurrency, cancelSignal, stopsRun } = this.means;
		const begunAt = clock.now();
		const times = [...UNCLEAR_AFTER_MS];
		const looked = new Map<Payment, LookedUpResult>();
		const isPassing = (one: Payment) => looked.get(one)?.answer === 'notKnown';
		const resultsOf = (some: Iterable<Payment>) =>
			[...some].flatMap((one) => looked.get(one)?.result ?? []);
		let open = payments;
		const stay = new Set<Payment>();
		for (;;) {
			const known = await journal.reserve(open);
			const used = open.filter(({ orderReference }) => known.has(orderReference));
			if (used.length === 0) return resultsOf(stay);
			const [first, ...others] = used.filter((one) => !looked.has(one));
			if (first !== undefined) {
				looked.set(first, await this.usedBefore(first));
				// Where the first one stops the run, the others need no look-up.
				const isOver = !isPassing(first) && resultsOf([first]).some(stopsRun);
				await atMost(concurrency, others, async (one) =>
					looked.set(one, await this.usedBefore(one, isOver ? [] : undefined)),
				);
			}
			const mayWait = used.some(isPassing) && !cancelSignal?.aborted;
			const afterMs = mayWait ? times.shift() : undefined;
			const staying = used.filter((one) => afterMs === undefined || !isPassing(one));
			staying.forEach((one) => stay.add(one));
			if (resultsOf(staying).some(stopsRun)) return resultsOf(new Set([...stay, ...used]));
			open = open.filter((one) => !stay.has(one));
			if (afterMs !== undefined) await clock.sleep(begunAt + afterMs - clock.now(), cancelSignal);
		}
	}

	/**
	 * Reserves a payment again that had to wait. One that was refused for its pace is looked up as
	 * well: a proxy may have sent it twice and returned the second response. It goes out again only
	 * where the service itself does not know it.
	 *
	 * @returns its result, where it need not or must not be sent
	 * @throws where n8n's store does not answer
	 */
	async prepare(payment: Payment, wasRefused: boolean): Promise<Result | undefined> {
		const [used] = await this.reserve([payment]);
		const { journal, lookUps, movesMoney, cancelSignal } = this.means;
		if (used !== undefined || !wasRefused || !lookUps?.includesUnclear || !movesMoney) return used;
		const unknown = resultOf(payment, 'unknown', NOT_SAID);
		const times = [0, ...UNCLEAR_AFTER_MS];
		const { answer, result } = await lookUps.lookUp(payment, unknown, times, true);
		if (answer === 'notKnown' || cancelSignal?.aborted) return undefined;
		if (journal.memory.wasSent(payment.orderReference)) {
			return (await this.usedBefore(payment)).result;
		}
		return this.found(payment, result);
	}

	/** Sends a payment that is reserved. Never throws. */
	async send(payment: Payment): Promise<Result> {
		const { service, journal, lookUps, movesMoney } = this.means;
		const { memory } = journal;
		let request: IHttpRequestOptions;
		try {
			request = service.requestOf(payment);
		} catch (error) {
			return resultOf(payment, 'invalid', (error as Error).message);
		}
		if (memory.wasSent(payment.orderReference)) return (await this.usedBefore(payment)).result;
		// In the tick in which the request leaves: no other call can send it in between.
		memory.sending(payment);
		const result = await service
			.send(payment, request)
			.catch(() => resultOf(payment, 'unknown', 'The request may have left'));
		// Before the look-up, since this process may be stopped during it.
		memory.ended(payment, result);
		const { outcome, httpStatus, waitMs } = result;
		// An earlier execution may have sent it.
		if (httpStatus === 409 && waitMs !== undefined && movesMoney && lookUps !== undefined) {
			const used = resultOf(payment, 'alreadySent', USED_BEFORE);
			const found = await lookUps.lookUp(payment, used);
			return found.answer === 'known' ? this.found(payment, found.result) : result;
		}
		return await this.lookUp(payment, result, outcome === 'unknown' ? UNCLEAR_AFTER_MS : [0]);
	}

	/** Looks up an unclear payout, and what was already sent and has no record yet. */
	async lookUp(payment: Payment, result: Result, at = [0]): Promise<Result> {
		const { journal, lookUps, movesMoney } = this.means;
		const { outcome, records } = result;
		const isOpen = outcome === 'unknown' ? movesMoney : outcome === 'alreadySent' && !records;
		if (lookUps === undefined || !isOpen) return result;
		const looked = await lookUps.lookUp(payment, result, at);
		journal.memory.ended(payment, looked.result);
		return looked.result;
	}

	/** Looks up a payment whose reference was used before. */
	private async usedBefore(payment: Payment, at?: number[]): Promise<LookedUpResult> {
		const { journal, lookUps } = this.means;
		const { memory } = journal;
		const isOurs = memory.wasSent(payment.orderReference);
		const says = isOurs ? SENT_MEANWHILE : USED_BEFORE;
		const result = { ...resultOf(payment, 'alreadySent', says), ...memory.heardOf(payment) };
		const looked = await lookUps?.lookUp(payment, result, at);
		// The call that sends it remembers how it ends.
		if (isOurs) return { answer: 'known', result: looked?.result ?? result };
		memory.ended(payment, looked?.result ?? result);
		return looked ?? { answer: 'silence', result };
	}

	/** Remembers a payment that was refused, and yet is known to the service. */
	private found(payment: Payment, result: Result): Result {
		const { memory } = this.means.journal;
		memory.sending(payment);
		memory.ended(payment, result);
		return result;
	}
}
