import { Refusal } from './refusal';
import type { PaceForm, SandboxSettings } from './types';

/** Below it, a whole number of seconds would be too coarse to wait for. */
const wholeSecondsFrom = 5;

/** Accepts payouts one at a time, with a pause after each. Only accepted ones count. */
export class PayoutPace {
	private lastAcceptedAt = -Infinity;

	/** @param now milliseconds of a clock that only goes forward */
	constructor(private readonly now = () => performance.now()) {}

	/** @throws {Refusal} while the last accepted payout is younger than `paceSeconds` */
	check({ paceSeconds, paceForm }: SandboxSettings): void {
		const remainingMs = this.lastAcceptedAt + paceSeconds * 1000 - this.now();
		if (remainingMs > 0) throw paceRefusal(paceForm, remainingMs / 1000, isFine(paceSeconds));
	}

	/** Notes that a payout was accepted just now. */
	accepted(): void {
		this.lastAcceptedAt = this.now();
	}
}

/**
 * What a request that comes too early is answered:
 *
 * - `message`: 400, and the time to wait stands in the message. Rounded up to whole seconds, or to
 *   hundredths where {@link isFine} says so.
 * - `retryAfter`: 429, and the time to wait stands in the header Retry-After, which takes only
 *   whole seconds, and is rounded up to them.
 * - `bare`: 429, and no time at all.
 *
 * @param seconds that are left to wait
 * @param fine whether hundredths of a second are said, where the form allows
 */
export function paceRefusal(form: PaceForm, seconds: number, fine = isFine(seconds)): Refusal {
	const inProgress = 'Payout request is already in progress';
	switch (form) {
		case 'message':
			return new Refusal(
				400,
				`${inProgress}, please retry after ${fine ? roundUp(seconds, 100) : roundUp(seconds, 1)} seconds`,
			);
		case 'retryAfter':
			return new Refusal(429, inProgress, { 'retry-after': String(roundUp(seconds, 1)) });
		case 'bare':
			return new Refusal(429, inProgress);
	}
}

/** Whether a pace is so quick, or so exact, that its waits are said in hundredths of a second. */
function isFine(seconds: number): boolean {
	return seconds < wholeSecondsFrom || !Number.isInteger(seconds);
}

/** Rounds up to a fraction of a second; what floating point adds behind it does not count. */
function roundUp(seconds: number, parts: number): number {
	return Math.ceil(Number((seconds * parts).toFixed(6))) / parts;
}
