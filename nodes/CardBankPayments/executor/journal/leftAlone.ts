import type { Clock } from '../common/clock';

/** A service may show a payout only minutes after it was made: for so long, "not found" proves nothing. */
export const LEFT_ALONE_MS = 600_000;

/** By Base URL: when payouts left without a clear answer, by their order references. */
const leftWithoutResponse = new Map<string, Map<string, number>>();

/**
 * Somebody who sees that an answer was lost runs the rows once more: that second run must not pay what the service
 * does not show yet. For all runs of this process; after a restart, the service alone is asked.
 */
export class LeftAlone {
	private readonly since: Map<string, number>;

	constructor(
		baseUrl: string,
		private readonly clock: Clock,
	) {
		this.since = leftWithoutResponse.get(baseUrl) ?? new Map<string, number>();
		leftWithoutResponse.set(baseUrl, this.since);
	}

	/** Call where a payout has left and nobody knows what became of it. */
	begin(orderReference: string): void {
		this.since.set(orderReference, this.clock.now());
	}

	/** @returns for how many milliseconds it must not leave; 0 where it may */
	msOf(orderReference: string): number {
		const at = this.since.get(orderReference) ?? -Infinity;
		return Math.max(0, at + LEFT_ALONE_MS - this.clock.now());
	}
}
