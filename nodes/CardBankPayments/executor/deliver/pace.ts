import type { Clock } from '../common/clock';

/** A longer wait is that of one payment and no pace. A pace is forgotten so long after its last refusal. */
const LONGEST_MS = 900_000;

/**
 * The pace at which the service takes payments of one account. It counts them all together, so the runs of this
 * process share it. Payments pass freely until one is refused for its pace, and from then on one at a time.
 */
export class Pace {
	isSet = false;

	private refusedAt = 0;

	/** No payment leaves before. */
	private until = 0;

	/** From one accepted payment to the next, as far as the service has shown it. */
	private intervalMs = 0;

	private acceptedSinceWait = 0;

	constructor(readonly clock: Clock) {}

	get waitMs(): number {
		return Math.max(0, this.until - this.clock.now());
	}

	/**
	 * A run that waits too long is never refused, so it does not learn that it could be faster. What was learned while the
	 * service was being repaired would hold for ever in a workflow that runs every ten minutes.
	 */
	get isOfUse(): boolean {
		const now = this.clock.now();
		return !this.isSet || Math.max(this.until - now, now - this.refusedAt) <= LONGEST_MS;
	}

	/** Emptied and not replaced: a run that is under way and one that begins now take turns at this object. */
	forget(): void {
		this.isSet = false;
		[this.refusedAt, this.until, this.intervalMs, this.acceptedSinceWait] = [0, 0, 0, 0];
	}

	/**
	 * The service took exactly one payment since the last wait and then refused the next for 58 s: it keeps a pace,
	 * and the ones behind need not be refused each. After several, it keeps a quota, and a pace would make a run of
	 * 20 payments take 20 minutes where it allows 20 in one.
	 *
	 * @param namedMs as the service named it; 0 where it named no time
	 */
	refused(waitMs: number, namedMs: number): void {
		// Asked late, the service names only the rest of its pace: the longest rest is nearest to it.
		const isPace = this.acceptedSinceWait === 1 && namedMs <= LONGEST_MS;
		if (isPace) this.intervalMs = Math.max(this.intervalMs, namedMs);
		this.isSet = true;
		this.refusedAt = this.clock.now();
		this.acceptedSinceWait = 0;
		this.waitFor(waitMs);
	}

	/** The service accepted a payment, or may have. */
	accepted(): void {
		this.acceptedSinceWait++;
		this.waitFor(this.intervalMs);
	}

	private waitFor(ms: number): void {
		this.until = Math.max(this.until, this.clock.now() + ms);
	}
}

const paces = new Map<string, Pace>();

/** The pace of an account. In a loop, each payment is a run of its own, and goes by what the runs before have met. */
export function paceOf(key: string, clock: Clock): Pace {
	const known = paces.get(key);
	const pace = known?.clock === clock ? known : new Pace(clock);
	if (!pace.isOfUse) pace.forget();
	paces.set(key, pace);
	return pace;
}
