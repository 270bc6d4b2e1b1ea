import { untilAborted, type Clock } from '../common/clock';
import type { Payment } from '../common/payment';
import { oneAtATime } from '../common/turns';

/** A longer time since our last payment is no pace: somebody else has paid in between. */
const LONGEST_PACE_MS = 900_000;

/** An answer that took a larger part of the pace shows none: the payout was accepted at some moment of it. */
const LARGEST_PART = 1 / 4;

/**
 * What the runs of this process pay from one account: by payment, the day of the service on which it was sent, or
 * may have been; undefined where it is still to be paid. The service's list shows none of it for certain: it may be
 * late, and what is not known may be paid yet.
 */
export type UnderWay = Map<Payment, string | undefined>;

/**
 * The pace that the service keeps for one operation of one account, which counts all its runs together.
 * Payments pass freely until the service refuses one for its pace, and from then on one at a time.
 */
export class Pace {
	private refusedUntil = 0;

	/** Until then, no token is given. */
	private pausedUntil = 0;

	private lastAcceptedAt = 0;

	/** Milliseconds from one accepted payment to the next, once the service has shown it. */
	private paceMs?: number;

	/** Accepted payments since the last wait. After several, the service keeps a quota and no pace. */
	private acceptances = 0;

	/** How many milliseconds the answer to the last of them took. */
	private tookMs = 0;

	runs = 0;

	readonly underWay: UnderWay = new Map();

	constructor(readonly clock: Clock) {}

	/**
	 * A run has ended. Without any, the service's list of payouts is all that counts, and the next run asks for a
	 * token by itself.
	 */
	leave(): void {
		this.runs--;
		if (this.runs > 0) return;
		this.underWay.clear();
		this.pausedUntil = 0;
	}

	/**
	 * Whether a later run goes by it: while it waits, and else for some minutes by what the service has shown, so that
	 * the turns of a loop need not be refused each. A wait of hours was named for one payment, and need not hold for
	 * later ones. A quota shows no pace, unless others had used it up but for one.
	 */
	get isOfUse(): boolean {
		if (this.runs > 0) return true;
		if (this.waitMs > 0) return this.waitMs <= LONGEST_PACE_MS;
		const isQuota = this.refusedUntil > 0 && this.paceMs === undefined;
		// By its last refusal: a pace that is too slow meets none, and would be kept for ever.
		const shownAt = this.paceMs === undefined ? this.lastAcceptedAt : this.refusedUntil;
		return !isQuota && this.clock.now() - shownAt <= LONGEST_PACE_MS;
	}

	/** Whether the service has refused a payment for its pace, or gives no token at present. */
	get isSet(): boolean {
		return this.refusedUntil > 0 || this.pausedUntil > this.clock.now();
	}

	/** Milliseconds that are left of what the service has asked for. */
	get refusedMs(): number {
		return Math.max(0, Math.max(this.refusedUntil, this.pausedUntil) - this.clock.now());
	}

	/** Milliseconds until the next payment may pass. */
	get waitMs(): number {
		const paceMs = this.paceMs ?? -Infinity;
		return Math.max(this.refusedMs, this.lastAcceptedAt + paceMs - this.clock.now());
	}

	/** Once it is set, runs tasks one at a time; one whose signal comes first is not run. */
	async inOrder(task: () => Promise<void>, signal?: AbortSignal): Promise<void> {
		if (!this.isSet) return await task();
		let running: Promise<void> | undefined;
		const turn = oneAtATime(this, async () => {
			if (!signal?.aborted) await (running = task());
		}).catch(() => undefined);
		await untilAborted(turn, signal);
		// Throws what the task throws.
		await running;
	}

	/** The service gives no token for so long, which shows no pace. */
	pause(waitMs: number): void {
		this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + waitMs);
	}

	/** The service refused a payment for its pace. It named so many milliseconds, and 0 where it named no time. */
	refused(waitMs: number, namedMs: number): void {
		const isOpen = this.waitMs === 0;
		// Refused before the last acceptance, too, a payment waits longer than the service names: that is no pace.
		const isFirst = this.refusedUntil <= this.lastAcceptedAt;
		const shownMs = isFirst && namedMs > 0 ? namedMs : waitMs;
		this.refusedUntil = Math.max(this.refusedUntil, this.clock.now() + waitMs);
		// The service said 43 s at 10:00:17, and the last payout was at 10:00:00: so it takes one a minute.
		// After several acceptances, a quota is used up.
		const paceMs = this.clock.now() + shownMs - this.lastAcceptedAt;
		// Known: one a minute. Refused after 100 s for 20 s more: the service counts from what another process paid.
		const isAnothers = shownMs === namedMs && paceMs >= 1.5 * (this.paceMs ?? Infinity);
		// An answer that took 20 s says only that the payout was accepted within them.
		const isExact = this.tookMs <= paceMs * LARGEST_PART;
		const isShown = isOpen && this.acceptances === 1 && isExact && !isAnothers;
		// Ten minutes since our last payout, and 43 s to go: somebody else has paid in between.
		if (isShown && paceMs <= Math.min(2 * shownMs, LONGEST_PACE_MS)) this.paceMs = paceMs;
	}

	/**
	 * The service accepted a payment, or may have.
	 *
	 * @param tookMs of its clear answer; Infinity without one: nobody knows when it was accepted, which shows no pace
	 */
	accepted(tookMs: number): void {
		// Refused at 10:00:00 for 43 s: what is accepted at 10:00:05 had left before 10:00:00, and counts with that.
		const isAfterWait =
			this.lastAcceptedAt < this.refusedUntil && this.refusedUntil <= this.clock.now();
		this.acceptances = isAfterWait ? 1 : this.acceptances + 1;
		this.tookMs = tookMs;
		this.lastAcceptedAt = this.clock.now();
	}
}

const paces = new Map<string, Pace>();

/** Lets a run share the pace of its account and operation, while it is of use. */
export async function withPace<T>(
	key: string,
	clock: Clock,
	run: (pace: Pace) => Promise<T>,
): Promise<T> {
	const known = paces.get(key);
	// By another clock, its times mean nothing.
	const pace = known?.isOfUse && known.clock === clock ? known : new Pace(clock);
	paces.set(key, pace);
	pace.runs++;
	return await run(pace).finally(() => pace.leave());
}
