import type { Clock } from '../../../nodes/CardBankPayments/executor/clock';
import type { ItemResult, Payment } from '../../../nodes/CardBankPayments/executor/payment';
import { result } from './payments';
import { VirtualClock } from './virtualClock';

/** A service that takes one payment in so many milliseconds, and refuses what comes earlier. */
export class PacedService {
	/** Index and millisecond of each request; refused ones with a sign in front. */
	readonly log: string[] = [];

	/** Payments that are under way at the same time, at most. */
	peak = 0;

	private underWay = 0;

	private lastAcceptedAt = -Infinity;

	constructor(
		private readonly clock: Clock,
		readonly paceMs: number,
		/** Whether a refusal names the time. */
		private readonly namesTime = true,
		/** How it comes to whole seconds; a time of 0 is named as well, as the node reads it. */
		private readonly round: (seconds: number) => number = Math.ceil,
	) {}

	readonly send = async ({ index }: Payment): Promise<ItemResult> => {
		const at = this.clock.now() - VirtualClock.START;
		const remainingMs = this.lastAcceptedAt + this.paceMs - at;
		if (remainingMs <= 0) this.lastAcceptedAt = at;
		this.peak = Math.max(this.peak, ++this.underWay);
		await Promise.resolve();
		this.underWay--;
		if (remainingMs <= 0) {
			this.log.push(`${index} ${at}`);
			return result(index, 'accepted');
		}
		this.log.push(`-${index} ${at}`);
		const waitMs = this.namesTime ? Math.max(this.round(remainingMs / 1000) * 1000, 1) : 0;
		return result(index, 'rejected', { says: 'Too early', waitMs });
	};

	get refusals(): number {
		return this.log.filter((line) => line.startsWith('-')).length;
	}

	/** The indexes in the order in which they were accepted. */
	get paid(): number[] {
		return this.log.filter((line) => !line.startsWith('-')).map((line) => parseInt(line, 10));
	}
}
