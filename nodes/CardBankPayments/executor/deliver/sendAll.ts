import type { Clock } from '../common/clock';
import { itemNumber, resultOf, type Payment, type Result } from '../common/payment';
import { CANCELED } from '../service/dispatch';
import type { Gate } from './pace';

/**
 * A service that leaves three payments in a row without a clear response is down, and every further
 * payment would be one more for somebody to look up.
 */
const UNKNOWN_IN_A_ROW = 3;

/**
 * How long before its turn a payment is prepared. A reservation takes a tenth of a second, a look-up
 * about as long; and what a killed run had prepared has to be looked up.
 */
const PREPARED_BEFORE_MS = 1_000;

/** How fast payments go out, and what ends a run. */
export interface Speed {
	clock: Clock;
	/** Shared with other runs of this process that pay from the same account. */
	gate: Gate;
	concurrency: number;
	/** Milliseconds from the start of one batch of `concurrency` requests to the next. */
	batchIntervalMs: number;
	/** How long one payment may wait after the service refused it for its pace. */
	maximumWaitMs: number;
	/** Whether nothing more is sent after this result. */
	stopsRun: (result: Result) => boolean;
	cancelSignal?: AbortSignal;
}

/** What is done with one payment. */
export interface Steps {
	send: (payment: Payment) => Promise<Result>;
	/** Right before its turn: its result, where it need not or must not be sent. */
	prepare: (payment: Payment, wasRefused: boolean) => Promise<Result | undefined>;
	/** These wait from now on, and may do so for long. */
	release: (payments: Payment[]) => Promise<void>;
}

/** That the service refused a payment for its pace. */
interface Refusal {
	times: number;
	/** Milliseconds of all waits. */
	waitedMs: number;
	/** Milliseconds of the last wait. */
	lastWaitMs: number;
	result: Result;
}

/**
 * Sends payments at the pace that the builder and the service allow: the first one alone, so that a
 * missing token is fetched once and a wrong setting meets one payment only; then at most `concurrency`
 * at a time; once the service refuses one for its pace, one at a time and in their order. When
 * something speaks against going on, nothing new is begun, and what is under way is waited for.
 *
 * @returns a result for each payment, in their order, and the milliseconds that the run waited because
 * the service asked for it
 */
export async function sendAll(payments: Payment[], steps: Steps, speed: Speed) {
	return await new Sending(payments, steps, speed).go();
}

class Sending {
	private readonly queue: Payment[];

	private readonly underWay = new Set<Promise<void>>();

	private readonly results = new Map<Payment, Result>();

	private readonly refusals = new Map<Payment, Refusal>();

	private begun = 0;

	private batchBegunAt = -Infinity;

	private unknownInARow = 0;

	private waitedMs = 0;

	private stopReason?: string;

	constructor(
		private readonly payments: Payment[],
		private readonly steps: Steps,
		private readonly speed: Speed,
	) {
		this.queue = [...payments];
	}

	async go(): Promise<{ results: Result[]; waitedMs: number }> {
		while (this.underWay.size > 0 || this.mayBegin()) {
			if (this.speed.gate.isPaced) await this.releaseQueue();
			if (this.mayBegin() && this.underWay.size < this.width) await this.beginNext();
			// Of nothing at all, a race would never end.
			else if (this.underWay.size > 0) await Promise.race(this.underWay);
		}
		const results = this.payments.map((payment) => this.resultOf(payment));
		return { results, waitedMs: this.waitedMs };
	}

	/** How many may be under way at the same time. */
	private get width(): number {
		const { gate, concurrency } = this.speed;
		return gate.isPaced || this.results.size === 0 ? 1 : concurrency;
	}

	private mayBegin(): boolean {
		return this.mayGoOn() && this.queue.length > 0;
	}

	private mayGoOn(): boolean {
		if (this.speed.cancelSignal?.aborted) this.stop(CANCELED);
		return this.stopReason === undefined;
	}

	private stop(reason: string): void {
		this.stopReason ??= reason;
	}

	private async beginNext(): Promise<void> {
		await this.waitForBatch();
		if (!this.mayGoOn()) return;
		const payment = this.queue.shift() as Payment;
		const attempt = this.attempt(payment)
			.catch((error: Error) => this.stop(error.message))
			.finally(() => this.underWay.delete(attempt));
		this.underWay.add(attempt);
	}

	private async waitForBatch(): Promise<void> {
		const { clock, concurrency, batchIntervalMs, cancelSignal } = this.speed;
		if (this.begun++ % concurrency !== 0) return;
		await clock.sleep(this.batchBegunAt + batchIntervalMs - clock.now(), cancelSignal);
		this.batchBegunAt = clock.now();
	}

	/** While a run waits, its references are free: others may pay them, and killed, it leaves none reserved. */
	private async releaseQueue(): Promise<void> {
		await this.steps.release(this.queue).catch((error: Error) => this.stop(error.message));
	}

	private async attempt(payment: Payment): Promise<void> {
		const { gate, cancelSignal } = this.speed;
		// Nobody stands in line, perhaps for long, for a turn that is not to be waited for.
		if (!this.mayWait()) return;
		const result = gate.isPaced
			? await gate.inTurn(async () => await this.inTurn(payment), cancelSignal)
			: await this.steps.send(payment);
		if (result === undefined) return;
		if (result.waitMs === undefined) this.end(payment, result);
		else this.refused(payment, result, result.waitMs);
	}

	/** @returns nothing where it is not sent any more */
	private async inTurn(payment: Payment): Promise<Result | undefined> {
		if (!(await this.waitForGate(PREPARED_BEFORE_MS))) return undefined;
		const result = await this.steps.prepare(payment, this.refusals.has(payment));
		if (result !== undefined) return result;
		return (await this.waitForGate(0)) ? await this.steps.send(payment) : undefined;
	}

	/** Until so many milliseconds before the gate opens; false where the run ends before. */
	private async waitForGate(beforeMs: number): Promise<boolean> {
		const { clock, gate, cancelSignal } = this.speed;
		const begunAt = clock.now();
		// Another run of this account may close the gate for longer meanwhile.
		while (this.mayWait() && gate.waitMs > beforeMs) {
			await clock.sleep(gate.waitMs - beforeMs, cancelSignal);
		}
		this.waitedMs += clock.now() - begunAt;
		return this.mayGoOn();
	}

	/** Whether to go on, where the service wants to be left alone for as long as it does now. */
	private mayWait(): boolean {
		const { gate, maximumWaitMs } = this.speed;
		// What a run may not wait for, it does not begin with.
		const hasBegun = this.results.size + this.refusals.size > 0;
		const asksMs = hasBegun ? gate.refusedMs : gate.waitMs;
		if (asksMs > maximumWaitMs) {
			this.stop(
				`The service asked this account to wait ${inSeconds(asksMs)}. That is longer than Maximum Wait`,
			);
		}
		return this.mayGoOn();
	}

	private refused(payment: Payment, result: Result, namedMs: number): void {
		const { times, waitedMs } = this.refusals.get(payment) ?? { times: 0, waitedMs: 0 };
		const lastWaitMs = this.speed.gate.refused(namedMs, times + 1);
		const refusal = { times: times + 1, waitedMs: waitedMs + lastWaitMs, lastWaitMs, result };
		this.refusals.set(payment, refusal);
		if (refusal.waitedMs > this.speed.maximumWaitMs) this.stop(tooLong(namedMs));
		this.queue.push(payment);
		this.queue.sort((a, b) => a.index - b.index);
	}

	private end(payment: Payment, result: Result): void {
		const { gate, stopsRun } = this.speed;
		this.results.set(payment, result);
		const { outcome } = result;
		if (outcome === 'accepted' || outcome === 'reversed') gate.accepted();
		if (outcome === 'unknown') gate.unclear();
		this.unknownInARow = outcome === 'unknown' ? this.unknownInARow + 1 : 0;
		if (result.endsRun) this.stop(result.says);
		else if (stopsRun(result)) this.stop(`Item ${itemNumber(result.index)} stopped the run`);
		else if (this.unknownInARow === UNKNOWN_IN_A_ROW) {
			this.stop(`The service left ${UNKNOWN_IN_A_ROW} payments in a row without a clear response`);
		}
	}

	private resultOf(payment: Payment): Result {
		const result = this.results.get(payment);
		if (result !== undefined) return result;
		const stopped = this.stopReason as string;
		const refusal = this.refusals.get(payment);
		if (refusal === undefined) return resultOf(payment, 'notSent', stopped);
		const { waitedMs, lastWaitMs, result: refused } = refusal;
		const waitMs = refused.waitMs || lastWaitMs;
		const orLonger =
			waitedMs > this.speed.maximumWaitMs ? ', or set the option Maximum Wait to more' : '';
		return {
			...refused,
			waitMs,
			says: `${refused.says}. ${stopped}`,
			nextStep: `Run this item again in ${inSeconds(waitMs)}${orLonger}`,
		};
	}
}

/** @param namedMs what the service named; what is waited in the end may be more */
function tooLong(namedMs: number): string {
	const asks = namedMs > 0 ? `wait ${inSeconds(namedMs)}` : 'wait, and names no time';
	return `The service asks to ${asks}. Maximum Wait does not allow it`;
}

/** @returns e.g. `43 seconds` */
function inSeconds(ms: number): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
