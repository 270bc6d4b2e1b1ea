import { resultOf, type Payment, type Result, type Verdict } from '../common/payment';
import { inSeconds, runAgainIn } from '../common/waits';
import { atMost } from '../common/turns';
import { isUnknown, wasAccepted } from '../proof/verdicts';
import { waitAfter } from '../service/waiting';
import { drive, settle } from './drive';
import { Admission } from './admission';
import type { Means } from './means';
import type { Pace } from './pace';
import type { At, Step } from './steps';
import type { RunWorld } from './world';

/** The service is down then, and every further payment would be one more for somebody to look up. */
const UNKNOWN_IN_A_ROW = 3;

/** So long before its turn a payment is reserved: that takes some tenths of a second, and a kill leaves it so. */
const RESERVED_BEFORE_MS = 1_000;

/** One payment of the pool, and how often and how long it was asked to wait. */
interface Progress {
	payment: Payment;
	step: Step;
	timesRefused: number;
	/** Milliseconds of all its waits together, the present one included. */
	askedToWaitMs: number;
	/** Whether the service named the time of its last wait. */
	isNamed: boolean;
	/** When it was last let out, by the clock of the run, if it was. */
	leftAt?: number;
}

/** What a run has done. */
export interface Delivered {
	/** Those of all payments. */
	results: Result[];
	/** Milliseconds that the service made the run wait. */
	waitedMs: number;
	/** What the builder should know of the list of used references. */
	hint?: string;
}

/**
 * Sends payments at the pace of builder and service: the first one alone, so that a wrong setting
 * meets one payment only; then at most `concurrency` at a time; once the service refuses one for its
 * pace, one at a time and in their order. When the run stops, it waits for what is under way.
 */
export class Pool {
	private readonly all: Progress[];

	private queue: Progress[];

	private readonly running = new Set<Promise<void>>();

	private begun = 0;

	private batchBegunAt = -Infinity;

	private unknownInARow = 0;

	/** Milliseconds that the run has waited for the pace, and until when. */
	private waitedMs = 0;
	private waitedUntil = 0;

	private readonly admission: Admission;

	/** @param payments all reserved by this run; reserving one again costs something only after it was released */
	constructor(
		payments: Payment[],
		private readonly world: RunWorld,
		private readonly pace: Pace,
		private readonly means: Means,
	) {
		this.all = payments.map((payment): Progress => ({
			payment,
			step: { at: 'free' },
			timesRefused: 0,
			askedToWaitMs: 0,
			isNamed: true,
		}));
		this.queue = [...this.all];
		const { memory } = means.journal;
		this.admission = new Admission(means, world, pace.underWay, () => {
			const open = this.all.filter(({ step }) => step.at !== 'ended').map((one) => one.payment);
			return open.filter((one) => !memory.wasSent(one) && !world.stopped(one));
		});
	}

	/** @returns the results in the order of the payments */
	async run(): Promise<Delivered> {
		const { clock, cancelSignal, concurrency } = this.means;
		for (;;) {
			if (this.pace.isSet || this.pauseMs > RESERVED_BEFORE_MS) await this.releaseQueue();
			this.dropStopped();
			const mayBegin = this.queue.length > 0;
			if (!mayBegin && this.running.size === 0) break;
			const most = this.pace.isSet || this.noneHasEnded ? 1 : concurrency;
			const hasRoom = mayBegin && this.running.size < most;
			const { pauseMs } = this;
			if (hasRoom && pauseMs <= 0) await this.beginNext();
			else {
				const pause = hasRoom ? [clock.sleep(pauseMs, cancelSignal)] : [];
				await Promise.race([...this.running, ...pause]);
			}
		}
		// Nothing leaves any more. Unless the execution is cancelled, what was refused is still looked up: a refusal
		// may hide a payment.
		const results = await atMost(concurrency, this.all, async ({ payment, step, leftAt }) => {
			if (step.at === 'ended') return resultOf(payment, step.result);
			const result = await settle(payment, step, this.world);
			this.admission.ended(payment, result, leftAt);
			return result;
		});
		return { results, waitedMs: this.waitedMs };
	}

	/** Milliseconds until the next payment may begin, as the builder wants it. */
	private get pauseMs(): number {
		const { clock, concurrency, batchIntervalMs } = this.means;
		if (this.begun % concurrency !== 0) return 0;
		return this.batchBegunAt + batchIntervalMs - clock.now();
	}

	/** Until then, a payment goes alone. */
	private get noneHasEnded(): boolean {
		return !this.all.some(({ step }) => step.at === 'ended');
	}

	private async beginNext(): Promise<void> {
		const { clock, concurrency } = this.means;
		if (this.begun++ % concurrency === 0) this.batchBegunAt = clock.now();
		const attempt = this.attempt(this.queue.shift() as Progress).finally(() =>
			this.running.delete(attempt),
		);
		this.running.add(attempt);
		// Requests leave when the event loop turns: many at once hold each other up. A turn takes a millisecond.
		if (this.begun % 2 === 0) await clock.sleep(0);
	}

	/** What waits for the pace or for its batch is not reserved: others may pay it, also if this run is killed meanwhile. */
	private async releaseQueue(): Promise<void> {
		// A token that was refused may hide a payout: after a kill, the next run is to look it up.
		const mayHide = (step: Step) => step.at === 'free' && step.refused?.httpStatus === 401;
		const waiting = this.queue.flatMap(({ payment, step }) => (mayHide(step) ? [] : payment));
		await this.means.journal.release(waiting).catch((error) => this.world.stopFor(error));
	}

	/** What never leaves need not wait for its turn. */
	private dropStopped(): void {
		const next = this.queue.findIndex(({ payment }) => this.world.stopped(payment) === undefined);
		const stopped = this.queue.splice(0, next < 0 ? this.queue.length : next);
		for (const { payment } of stopped) this.pace.underWay.delete(payment);
	}

	private async attempt(one: Progress): Promise<void> {
		const { payment } = one;
		// Where Maximum Wait is exceeded already, nobody need queue.
		this.checkWait(one);
		if (this.world.hasStopped) return;
		await this.pace.inOrder(async () => {
			await this.waitForPace(one, RESERVED_BEFORE_MS);
			// What is still open is looked up in the end, when nobody waits behind this run.
			if (this.world.hasStopped) return;
			const step = await drive(payment, one.step, this.world, async (next) => {
				// It is looked up and does not leave again: nothing is there to wait for.
				if (next.at === 'held' && next.final) return;
				do {
					await this.waitForPace(one, 0);
					if (next.at !== 'ready') return;
					await this.admission.admit(payment);
					// While the list of the day was read, another payment may have been refused for the pace.
				} while (this.pace.waitMs > 0 && !this.world.stopped(payment));
				one.leftAt = this.means.clock.now();
			});
			one.step = step;
			if (step.at === 'ended') this.ended(one, resultOf(payment, step.result));
			else this.putBack(one, step);
		}, this.means.cancelSignal);
	}

	/** Waits until so many milliseconds before the pace allows a payment, or the run stops. */
	private async waitForPace(one: Progress, beforeMs: number): Promise<void> {
		const { clock, cancelSignal } = this.means;
		const begunAt = clock.now();
		for (;;) {
			this.checkWait(one);
			// Another run of this account may be told to wait longer meanwhile.
			if (this.world.hasStopped || this.pace.waitMs <= beforeMs) break;
			await clock.sleep(this.pace.waitMs - beforeMs, cancelSignal);
		}
		// Where several wait together, the time counts once.
		this.waitedMs += clock.now() - Math.max(begunAt, this.waitedUntil);
		this.waitedUntil = clock.now();
	}

	/** Stops the run where the present wait, or all waits of this payment together, are longer than Maximum Wait. */
	private checkWait({ step, timesRefused, askedToWaitMs, isNamed }: Progress): void {
		// Until one has ended, a pace that other runs have learned stops a run that may not wait so long; later, only a
		// refusal does.
		const waitMs = this.noneHasEnded ? this.pace.waitMs : this.pace.refusedMs;
		if (Math.max(waitMs, askedToWaitMs) <= this.means.maximumWaitMs) return;
		const { refused, postponed = refused } = step as At<'free'>;
		const refusedMs = postponed?.waitMs ?? 0;
		const asked = inSeconds(Math.max(waitMs, refusedMs));
		const waited = inSeconds(askedToWaitMs - refusedMs);
		const tried = timesRefused === 1 ? 'tried once' : `tried ${timesRefused} times in ${waited}`;
		this.world.stop({
			cause: 'service',
			says: isNamed
				? `The service asks to wait ${asked}, longer than Maximum Wait allows`
				: `The service asks to wait and names no time; ${tried}`,
			nextStep: runAgainIn(isNamed ? Math.max(waitMs, refusedMs) : 0),
		});
	}

	/** Puts a payment back into the queue, in its place. */
	private putBack(one: Progress, { refused, postponed }: At<'free'>): void {
		const waits = postponed ?? refused;
		const namedMs = waits?.waitMs;
		// A token that was refused has no pace.
		if (waits !== undefined && namedMs !== undefined) {
			one.timesRefused++;
			one.isNamed = namedMs > 0;
			const waitMs = waitAfter(namedMs, one.timesRefused, this.means.clock);
			one.askedToWaitMs += waitMs;
			const again: Verdict = { ...waits, waitMs: namedMs || waitMs };
			if (postponed) {
				this.pace.pause(waitMs);
				one.step = { at: 'free', refused, postponed: again };
			} else {
				this.pace.refused(waitMs, namedMs);
				one.step = { at: 'free', refused: again };
			}
		}
		this.queue.push(one);
		this.queue.sort((a, b) => a.payment.index - b.payment.index);
	}

	private ended({ payment, leftAt }: Progress, result: Result): void {
		const { effect } = this.means.service;
		this.admission.ended(payment, result, leftAt);
		// Only a clear response shows when the service accepted a payment.
		const isClear = wasAccepted(result) && result.lookedUp === undefined;
		const tookMs = isClear ? this.means.clock.now() - (leftAt ?? 0) : Infinity;
		if (wasAccepted(result) || isUnknown(result)) this.pace.accepted(tookMs);
		// What only reads may fail for one row after the other, as for those of one bank.
		const isBad = isUnknown(result) && !(effect === 'none' && result.httpStatus !== undefined);
		this.unknownInARow = isBad ? this.unknownInARow + 1 : 0;
		this.world.stopAfter(result);
		if (this.unknownInARow === UNKNOWN_IN_A_ROW) {
			const what = effect === 'none' ? 'requests' : 'payments';
			const says = `The service left ${UNKNOWN_IN_A_ROW} ${what} in a row without a clear response`;
			this.world.stop({ cause: 'service', says });
		}
	}
}
