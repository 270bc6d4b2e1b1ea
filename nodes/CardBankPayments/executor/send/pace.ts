import type { Clock } from '../common/clock';
import { resultOf, type ItemResult, type Payment } from '../common/payment';
import { CANCELED } from '../http/dispatch';
import type { Gate, Refusals } from './gate';
import { inSeconds, refusedForNow, tooLate } from './waitWords';

/**
 * A service that leaves three payments in a row without a clear answer is down, and every further
 * payment would be one more for somebody to look up.
 */
const UNKNOWN_IN_A_ROW = 3;

/**
 * How long before the end of its wait a payment is made ready. A reservation takes a tenth of a
 * second, a look-up about as long; and what a killed run had made ready has to be looked up.
 */
const READY_BEFORE_MS = 1_000;

const NO_REFUSALS: Refusals = { count: 0, lastWaitMs: 0, waitedMs: 0, namedMs: 0, at: 0 };

/** How fast payments go out, and what ends a run. */
export interface Pace {
	clock: Clock;
	/** Shared with other runs of this process that pay from the same account. */
	gate: Gate;
	concurrency: number;
	/** Milliseconds from the start of one batch of `concurrency` requests to the next. */
	batchIntervalMs: number;
	/** How long one payment may wait after the service refused it for its pace. */
	maximumWaitMs: number;
	/** Whether nothing more is sent after this result. */
	stopsRun: (result: ItemResult) => boolean;
	cancelSignal?: AbortSignal;
}

/** What is done with one payment, and when. Nothing here throws. */
export interface Steps {
	send: (payment: Payment) => Promise<ItemResult>;
	/** These wait from now on, and may do so for long. */
	giveBack: (payments: Payment[]) => Promise<void>;
	/**
	 * Right before a payment goes out that had to wait.
	 *
	 * @returns its result, where it need not or must not be sent any more
	 */
	makeReady: (payment: Payment, wasRefused: boolean) => Promise<ItemResult | undefined>;
}

/** How a run went. */
export interface Sent {
	/** One for each payment, in their order. */
	results: ItemResult[];
	/** Milliseconds that the run waited because the service asked for it. */
	waitedMs: number;
}

/** Sends payments at the pace that the builder and the service allow. */
export async function sendAll(payments: Payment[], steps: Steps, pace: Pace): Promise<Sent> {
	return await new PacedRun(payments, steps, pace).go();
}

/**
 * The first payment goes alone, then at most `concurrency` at a time; once the service refuses one
 * for its pace, one at a time and in their order. When something speaks against going on, nothing new
 * is started, and what is under way is waited for.
 */
class PacedRun {
	private readonly results = new Map<Payment, ItemResult>();

	private readonly refused = new Map<Payment, Refusals & { result: ItemResult }>();

	private readonly underWay = new Set<Payment>();

	private readonly batchStarts: number[] = [];

	/** Whether payments go in the service's own pace by now. */
	private isOneByOne = false;

	private next = 0;

	private started = 0;

	private unknownInARow = 0;

	private waitedMs = 0;

	private stopReason?: string;

	constructor(
		private readonly payments: Payment[],
		private readonly steps: Steps,
		private readonly pace: Pace,
	) {}

	async go(): Promise<Sent> {
		const { payments, pace } = this;
		// Alone, so that a missing token is fetched once and a wrong setting meets one payment only.
		await this.work(Math.min(1, payments.length));
		await Promise.all(
			Array.from({ length: pace.concurrency }, async () => await this.work(payments.length)),
		);
		if (pace.gate.isPaced) await this.giveBackWaiting();
		this.isOneByOne = true;
		for (const payment of payments) await this.passGate(payment);
		return { results: payments.map((payment) => this.resultOf(payment)), waitedMs: this.waitedMs };
	}

	/** Takes payments from the list as long as the service takes them as they come. */
	private async work(limit: number): Promise<void> {
		while (this.next < limit && !this.pace.gate.isPaced) {
			const payment = this.payments[this.next++] as Payment;
			if (!(await this.mayStart()) || this.pace.gate.isPaced) return;
			await this.send(payment);
		}
	}

	/** Sends a payment that has no result yet in the service's own pace, as often as it takes. */
	private async passGate(payment: Payment): Promise<void> {
		const { gate, cancelSignal } = this.pace;
		while (!this.results.has(payment) && this.mayGoOn()) {
			// Before it has a turn, in which all other runs wait for it.
			await this.waitForBatch(this.batch);
			this.stopWhereOthersWait();
			if (!this.mayGoOn()) return;
			const endTurn = await gate.takeTurn(cancelSignal);
			if (endTurn === undefined) continue;
			try {
				await this.sendInTurn(payment);
			} finally {
				endTurn();
			}
		}
	}

	private async sendInTurn(payment: Payment): Promise<void> {
		await this.wait(READY_BEFORE_MS);
		if (!this.mayGoOn()) return;
		const result = await this.steps.makeReady(payment, this.refused.has(payment));
		if (result !== undefined) {
			// It was sent and refused, whatever keeps it from being sent again.
			if (result.outcome === 'notSent' && this.refused.has(payment)) this.stop(result.says);
			else this.end(payment, result);
			return;
		}
		await this.wait(0);
		if (this.mayGoOn() && (await this.mayStart())) await this.send(payment);
	}

	/** Until so many milliseconds before the gate opens. */
	private async wait(beforeMs: number): Promise<void> {
		const { clock, gate, cancelSignal } = this.pace;
		const startedAt = clock.now();
		// Another run of this account may have closed the gate for longer meanwhile.
		while (gate.remainingMs > beforeMs) {
			this.stopWhereOthersWait();
			if (!this.mayGoOn()) break;
			await clock.sleep(gate.remainingMs - beforeMs, cancelSignal);
		}
		this.waitedMs += clock.now() - startedAt;
	}

	private async send(payment: Payment): Promise<void> {
		this.underWay.add(payment);
		const result = await this.steps.send(payment);
		this.underWay.delete(payment);
		if (result.waitMs === undefined) this.end(payment, result);
		else await this.askedToWait(payment, result, result.waitMs);
	}

	private async askedToWait(payment: Payment, result: ItemResult, askedMs: number): Promise<void> {
		const { gate, clock, maximumWaitMs } = this.pace;
		const before = this.refused.get(payment) ?? NO_REFUSALS;
		const waitMs = gate.refused(this, askedMs, before);
		const waitedMs = before.waitedMs + waitMs;
		this.refused.set(payment, {
			count: before.count + 1,
			lastWaitMs: waitMs,
			waitedMs,
			namedMs: askedMs,
			at: clock.now(),
			result,
		});
		if (waitedMs > maximumWaitMs) {
			this.stop(tooLate(askedMs));
			gate.giveUp(this);
		}
		// Once for all that were under way with the first that was refused, and then for each.
		if (this.isOneByOne || this.refused.size === 1) await this.giveBackWaiting();
	}

	private async giveBackWaiting(): Promise<void> {
		await this.steps.giveBack(
			this.payments.filter((each) => !this.results.has(each) && !this.underWay.has(each)),
		);
	}

	/** What a run may not wait for, it does not begin with. */
	private stopWhereOthersWait(): void {
		const waitMs = this.pace.gate.waitOfOthers(this);
		if (waitMs > this.pace.maximumWaitMs) {
			this.stop(
				`After another run, this account waits ${inSeconds(waitMs)}, longer than Maximum Wait allows`,
			);
		}
	}

	private end(payment: Payment, result: ItemResult): void {
		this.results.set(payment, result);
		const { outcome } = result;
		if (outcome === 'accepted' || outcome === 'reversed') this.pace.gate.accepted(this);
		if (outcome === 'unknown') this.pace.gate.unclear();
		this.unknownInARow = outcome === 'unknown' ? this.unknownInARow + 1 : 0;
		if (result.endsRun) this.stop(result.says);
		else if (this.pace.stopsRun(result)) this.stop(`Item ${result.index} stopped the run`);
		else if (this.unknownInARow === UNKNOWN_IN_A_ROW) {
			this.stop(`The service left ${UNKNOWN_IN_A_ROW} requests in a row without a clear answer`);
		}
	}

	private stop(reason: string): void {
		this.stopReason ??= reason;
	}

	private mayGoOn(): boolean {
		if (this.pace.cancelSignal?.aborted) this.stop(CANCELED);
		return this.stopReason === undefined;
	}

	/** Keeps the batch interval. */
	private async mayStart(): Promise<boolean> {
		const { batch } = this;
		this.started++;
		await this.waitForBatch(batch);
		this.batchStarts[batch] ??= this.pace.clock.now();
		return this.mayGoOn();
	}

	/** The number of the batch that the next request belongs to, from 0. */
	private get batch(): number {
		return Math.floor(this.started / this.pace.concurrency);
	}

	private async waitForBatch(batch: number): Promise<void> {
		const { clock, batchIntervalMs, cancelSignal } = this.pace;
		const mayStartAt = (this.batchStarts[batch - 1] ?? 0) + batchIntervalMs;
		await clock.sleep(mayStartAt - clock.now(), cancelSignal);
	}

	private resultOf(payment: Payment): ItemResult {
		const result = this.results.get(payment);
		if (result !== undefined) return result;
		const stopped = this.stopReason ?? 'The run ended before it';
		const refusal = this.refused.get(payment);
		if (refusal !== undefined) return refusedForNow(refusal, stopped, this.pace.maximumWaitMs);
		return resultOf(payment, 'notSent', stopped);
	}
}
