import { itemNumber, resultOf, type Payment, type Result } from '../common/payment';
import { CANCELED } from '../service/session';
import type { Attempts } from './attempt';
import type { Means } from './means';
import type { Gate } from './pace';

/** The service is down then, and every further payment would be one more for somebody to look up. */
const UNKNOWN_IN_A_ROW = 3;

/** Mostly enough to reserve and look up, and no more, since a killed run leaves it reserved. */
const PREPARED_BEFORE_MS = 1_000;

interface Progress {
	payment: Payment;
	ended?: Result;
	/** What the service said where it refused the payment for its pace, with the wait that followed. */
	refused?: Result;
	times: number;
	waitedMs: number;
}

/**
 * Sends payments at the pace of builder and service: the first one alone, so that a wrong setting
 * meets one payment only; then at most `concurrency` at a time; once the service refuses one for its
 * pace, one at a time and in their order. When the run stops, it waits for what is under way.
 */
export class Sending {
	private waitedMs = 0;

	private readonly all: Progress[];

	private readonly queue: Progress[];

	private readonly underWay = new Set<Promise<void>>();

	private begun = 0;

	private batchBegunAt = -Infinity;

	private unknownInARow = 0;

	constructor(
		payments: Payment[],
		private readonly attempts: Attempts,
		private readonly gate: Gate,
		private readonly means: Means,
		/** Why nothing is sent, or nothing more. */
		private stopReason?: string,
	) {
		this.all = payments.map((payment) => ({ payment, times: 0, waitedMs: 0 }));
		this.queue = [...this.all];
	}

	/** @returns a result for each payment, in their order, and how long the service made it wait */
	async go(): Promise<{ results: Result[]; waitedMs: number }> {
		const { clock, cancelSignal } = this.means;
		for (;;) {
			if (this.gate.isPaced) await this.releaseQueue();
			const mayBegin = this.mayGoOn() && this.queue.length > 0;
			if (!mayBegin && this.underWay.size === 0) break;
			const hasRoom = mayBegin && this.underWay.size < this.width;
			const { pauseMs } = this;
			if (hasRoom && pauseMs <= 0) await this.beginNext();
			else {
				const pause = hasRoom ? [clock.sleep(pauseMs, cancelSignal)] : [];
				await Promise.race([...this.underWay, ...pause]);
			}
		}
		const results = this.all.map((one) => one.ended ?? this.unsent(one));
		return { results, waitedMs: this.waitedMs };
	}

	/** Milliseconds until the next payment may begin, as the builder wants it. */
	private get pauseMs(): number {
		const { clock, concurrency, batchIntervalMs } = this.means;
		if (this.begun % concurrency !== 0) return 0;
		return this.batchBegunAt + batchIntervalMs - clock.now();
	}

	private get width(): number {
		return this.gate.isPaced || this.isFirst ? 1 : this.means.concurrency;
	}

	/** Whether none of this run's payments has ended. */
	private get isFirst(): boolean {
		return !this.all.some(({ ended }) => ended);
	}

	private mayGoOn(): boolean {
		if (this.means.cancelSignal?.aborted) this.stop(CANCELED);
		return this.stopReason === undefined;
	}

	private stop(reason: string): void {
		this.stopReason ??= reason;
	}

	private async beginNext(): Promise<void> {
		const { clock, concurrency } = this.means;
		if (this.begun++ % concurrency === 0) this.batchBegunAt = clock.now();
		const attempt = this.attempt(this.queue.shift() as Progress)
			.catch((error: Error) => this.stop(error.message))
			.finally(() => this.underWay.delete(attempt));
		this.underWay.add(attempt);
		// Requests leave when the event loop turns: many at once hold each other up. A turn takes a millisecond.
		if (this.begun % 2 === 0) await clock.sleep(0);
	}

	/** A run that waits reserves nothing: others may pay, and killed, it blocks nobody. */
	private async releaseQueue(): Promise<void> {
		const waiting = this.queue.map(({ payment }) => payment);
		await this.means.journal.release(waiting).catch((error: Error) => this.stop(error.message));
	}

	private async attempt(one: Progress): Promise<void> {
		// Where Maximum Wait is exceeded already, nobody need queue.
		if (!this.mayWait(one)) return;
		if (!this.gate.isPaced) return await this.send(one);
		await this.gate.inTurn(async () => {
			if (!(await this.waitForGate(one, PREPARED_BEFORE_MS))) return;
			const result = await this.attempts.prepare(one.payment, one.refused);
			if (result !== undefined) this.end(one, result);
			else if (await this.waitForGate(one, 0)) await this.send(one);
		}, this.means.cancelSignal);
	}

	private async send(one: Progress): Promise<void> {
		const result = await this.attempts.send(one.payment);
		if (result.waitMs === undefined) this.end(one, result);
		else this.refused(one, result, result.waitMs);
	}

	/** Waits until so many milliseconds before the pace allows a payment; false where the run ends. */
	private async waitForGate(one: Progress, beforeMs: number): Promise<boolean> {
		const { clock, cancelSignal } = this.means;
		const begunAt = clock.now();
		// Another run of this account may be told to wait longer meanwhile.
		while (this.mayWait(one) && this.gate.waitMs > beforeMs) {
			await clock.sleep(this.gate.waitMs - beforeMs, cancelSignal);
		}
		this.waitedMs += clock.now() - begunAt;
		return this.mayGoOn();
	}

	/** Whether to go on, and Maximum Wait allows both the present wait and all its own together. */
	private mayWait({ refused, waitedMs }: Progress): boolean {
		// The first may give up at a pace that other runs have learned, later ones only at a refusal.
		const gateMs = this.isFirst ? this.gate.waitMs : this.gate.refusedMs;
		const asksMs = Math.max(gateMs, refused?.waitMs ?? 0);
		if (Math.max(gateMs, waitedMs) > this.means.maximumWaitMs) {
			this.stop(`The service asks to wait ${inSeconds(asksMs)}. Maximum Wait does not allow it`);
		}
		return this.mayGoOn();
	}

	private refused(one: Progress, result: Result, namedMs: number): void {
		one.times++;
		const waitMs = this.gate.refused(namedMs, one.times);
		one.waitedMs += waitMs;
		one.refused = { ...result, waitMs: namedMs || waitMs };
		this.queue.push(one);
		this.queue.sort((a, b) => a.payment.index - b.payment.index);
	}

	private end(one: Progress, result: Result): void {
		one.ended = result;
		const { index, outcome, says, endsRun } = result;
		const isUnknown = outcome === 'unknown';
		if (['accepted', 'reversed', 'unknown'].includes(outcome)) this.gate.accepted(!isUnknown);
		this.unknownInARow = isUnknown ? this.unknownInARow + 1 : 0;
		if (endsRun) this.stop(says);
		else if (this.means.stopsRun(result)) this.stop(`Item ${itemNumber(index)} stopped the run`);
		else if (this.unknownInARow === UNKNOWN_IN_A_ROW) {
			this.stop(`The service left ${UNKNOWN_IN_A_ROW} payments in a row without a clear response`);
		}
	}

	private unsent({ payment, refused }: Progress): Result {
		const stopped = this.stopReason as string;
		if (refused === undefined) return resultOf(payment, 'notSent', stopped);
		const nextStep = `Run this item again in ${inSeconds(refused.waitMs)}, or set the option Maximum Wait to more`;
		return { ...refused, says: `${refused.says}. ${stopped}`, nextStep };
	}
}

/** @returns e.g. `43 seconds` */
function inSeconds(ms = 0): string {
	const seconds = Math.ceil(ms / 1000);
	return seconds === 1 ? '1 second' : `${seconds} seconds`;
}
