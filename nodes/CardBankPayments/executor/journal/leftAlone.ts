import type { Clock } from '../common/clock';

/** A service may show a payout only minutes after it was made: for so long, "not found" proves nothing. */
const LEFT_ALONE_MS = 600_000;

/** When payouts left without a clear answer, by Base URL and order reference. */
const unclearSince = new Map<string, number>();

/**
 * Somebody who sees that an answer was lost runs the rows once more: that second run must not pay what the service
 * does not show yet. For all runs of this process; after a restart, the service alone is asked.
 */
export class LeftAlone {
	constructor(
		private readonly baseUrl: string,
		private readonly clock: Clock,
	) {}

	/** Call where a payout has left and nobody knows what became of it. */
	begin(orderReference: string): void {
		const now = this.clock.now();
		for (const [key, at] of unclearSince) {
			if (now - at >= LEFT_ALONE_MS) unclearSince.delete(key);
		}
		unclearSince.set(this.keyOf(orderReference), now);
	}

	/** @returns for how many milliseconds it must not leave; 0 where it may */
	msOf(orderReference: string): number {
		const at = unclearSince.get(this.keyOf(orderReference)) ?? -Infinity;
		return Math.max(0, at + LEFT_ALONE_MS - this.clock.now());
	}

	private keyOf(orderReference: string): string {
		return `${this.baseUrl} ${orderReference}`;
	}
}
