import type { Clock } from '../common/clock';
import { guessedWait, SHORTEST_WAIT_MS } from './guessedWait';

/** Nobody keeps a longer pace: that long after our own last payment, somebody else has paid. */
const LONGEST_PACE_MS = 900_000;

/** How late a request may come after the gate has opened, to show that the wait was too short. */
const AT_ONCE_MS = 2_000;

/** How often one payment was refused for its pace, and what that cost. */
export interface Refusals {
	count: number;
	/** Milliseconds of the last wait. */
	lastWaitMs: number;
	/** What the service named last, in milliseconds; 0 where it named no time. */
	namedMs: number;
	/** Milliseconds of all waits. */
	waitedMs: number;
	/** When it was refused last, in milliseconds since 1970. */
	at: number;
}

/**
 * The pace that the service keeps for one operation of one account, as far as this process knows it.
 * All runs that share an account share a gate, since the service counts them together.
 *
 * A gate is open until the service refuses a request for its pace. From then on payments pass one at
 * a time, each when the wait is over that the service asked for.
 */
export class Gate {
	/** Whether payments pass one at a time. */
	isPaced = false;

	/** Until when nothing may pass, in milliseconds since 1970. */
	private opensAt = 0;

	/** Until when the service wants to be left alone, by its own words. */
	private namedUntil = 0;

	/** The run that the wait goes back to. */
	private closedBy?: object;

	/** In milliseconds since 1970; read only after a payment was accepted. */
	private lastAcceptedAt = 0;

	/** When the service took a payment last, or may have; in milliseconds since 1970. */
	private lastTakenAt = 0;

	/** Accepted payments since the last wait. After several, the service keeps a quota and no pace. */
	private acceptedInARow = 0;

	/** Whether a wait was asked for after the last payment was accepted. */
	private hasToWait = false;

	/** Milliseconds from one accepted payment to the next, once the service has shown it. */
	private paceMs?: number;

	/** The payment after which the pace was measured. */
	private measuredSince?: number;

	/** The service asked to wait and named no time: the next acceptance shows the pace. */
	private awaitsPace = false;

	private readonly line: Array<() => void> = [];

	private isTaken = false;

	constructor(private readonly clock: Clock) {}

	/** Milliseconds that this run has to wait because of other runs. */
	waitOfOthers(run: object): number {
		return this.closedBy === run ? 0 : this.remainingMs;
	}

	get remainingMs(): number {
		return Math.max(0, this.opensAt - this.clock.now());
	}

	/**
	 * Waits in line behind other runs, in the order of coming.
	 *
	 * @returns what ends the turn; undefined where the signal came first
	 */
	async takeTurn(signal?: AbortSignal): Promise<(() => void) | undefined> {
		if (signal?.aborted || (this.isTaken && !(await this.isCalled(signal)))) return undefined;
		this.isTaken = true;
		return () => {
			this.isTaken = false;
			const next = this.line.shift();
			if (next === undefined) return;
			this.isTaken = true;
			next();
		};
	}

	/** Waits in line; false where the signal came first. */
	private async isCalled(signal?: AbortSignal): Promise<boolean> {
		return await new Promise((resolve) => {
			const leave = () => {
				this.line.splice(this.line.indexOf(call), 1);
				resolve(false);
			};
			const call = () => {
				signal?.removeEventListener('abort', leave);
				resolve(true);
			};
			this.line.push(call);
			signal?.addEventListener('abort', leave);
		});
	}

	/**
	 * The service refused a payment of this run for its pace.
	 *
	 * @param namedMs how long it wants to be left alone, in milliseconds; 0 where it named no time
	 * @param before the same payment's refusals before this one
	 * @returns how long the payment waits now, in milliseconds
	 */
	refused(run: object, namedMs: number, before: Refusals): number {
		const now = this.clock.now();
		this.isPaced = true;
		// Far less than it named before, and at once: the wait was too short, and this is the rest of it.
		const isRest = 2 * namedMs < before.namedMs && now - this.opensAt < AT_ONCE_MS;
		// Where another payment was taken since, its last wait was long enough.
		const atLeastMs = isRest || this.lastTakenAt > before.at ? 0 : before.lastWaitMs;
		this.namedUntil = Math.max(this.namedUntil, now + namedMs);
		const waitMs = namedMs > 0 ? longer(namedMs, atLeastMs) : this.guess(before);
		this.hasToWait = true;
		// A quota is used up at once again: only its end counts, and not what would be a part of it.
		const showsPace = this.acceptedInARow === 1;
		if (namedMs > 0 && showsPace) this.measure(now + (isRest ? waitMs : namedMs), isRest);
		this.awaitsPace = namedMs === 0 && showsPace;
		this.closeUntil(now + waitMs, run);
		return waitMs;
	}

	/** The service accepted a payment of this run. */
	accepted(run: object): void {
		const now = this.clock.now();
		if (this.awaitsPace) {
			this.measure(now, true);
			this.awaitsPace = false;
		}
		// What was on its way when the service asked to wait belongs to those before.
		const isAfterWait = this.hasToWait && this.remainingMs === 0;
		this.acceptedInARow = isAfterWait ? 1 : this.acceptedInARow + 1;
		if (isAfterWait) this.hasToWait = false;
		this.lastAcceptedAt = this.lastTakenAt = now;
		if (this.isPaced && this.paceMs !== undefined) this.closeUntil(now + this.paceMs, run);
	}

	/** The service may have taken it, nobody knows when: it counts, and no pace is measured across it. */
	unclear(): void {
		this.acceptedInARow++;
		this.awaitsPace = false;
		this.lastTakenAt = this.clock.now();
	}

	/** This run waits no longer. Others need not wait for more than what the service named, if it did. */
	giveUp(run: object): void {
		if (this.closedBy !== run || this.namedUntil <= this.clock.now()) return;
		this.opensAt = Math.min(this.opensAt, this.namedUntil);
	}

	/** No run waits any more. What one payment was told for hours need not hold for all that come later. */
	endRuns(): void {
		if (this.remainingMs > LONGEST_PACE_MS) this.opensAt = this.clock.now();
	}

	/**
	 * From our own last payment to the end of the wait: unless somebody else has paid in between.
	 *
	 * @param isBetter than what was measured after the same payment before
	 */
	private measure(waitEndsAt: number, isBetter: boolean): void {
		const paceMs = waitEndsAt - this.lastAcceptedAt;
		if (paceMs > LONGEST_PACE_MS) return;
		// Of several refusals after the same payment, the one that came back quickest is the most exact.
		const isSame = this.measuredSince === this.lastAcceptedAt && !isBetter;
		this.paceMs = isSame ? Math.min(paceMs, this.paceMs ?? paceMs) : paceMs;
		this.measuredSince = this.lastAcceptedAt;
	}

	private closeUntil(time: number, run: object): void {
		if (time <= this.opensAt) return;
		this.opensAt = time;
		this.closedBy = run;
	}

	/** Not less than twice what the service named before. */
	private guess({ count, lastWaitMs, namedMs }: Refusals): number {
		return namedMs > 0 ? 2 * lastWaitMs : guessedWait(count, this.clock);
	}
}

function longer(namedMs: number, previousMs: number): number {
	const wait = Math.max(namedMs, SHORTEST_WAIT_MS);
	return wait > previousMs ? wait : 2 * previousMs;
}
