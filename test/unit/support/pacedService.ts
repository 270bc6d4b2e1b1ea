import type { Clock } from '../../../nodes/CardBankPayments/executor/common/clock';
import type { ItemResult, Payment } from '../../../nodes/CardBankPayments/executor/common/payment';
import {
	sendAll,
	type Pace,
	type Sent,
	type Steps,
} from '../../../nodes/CardBankPayments/executor/send/pace';
import { payments, result } from './payments';
import { goOn, stepsOf } from './service';
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

/** Takes so many requests in each window of so many milliseconds, each in half a second. */
export class Quota {
	private window = -1;

	private taken = 0;

	constructor(
		private readonly clock: VirtualClock,
		private readonly most: number,
		private readonly windowMs: number,
		private readonly namesTime: boolean,
	) {}

	readonly send = async ({ index }: Payment): Promise<ItemResult> => {
		const window = Math.floor(this.clock.passed / this.windowMs);
		if (window > this.window) [this.window, this.taken] = [window, 0];
		const isTaken = this.taken < this.most;
		if (isTaken) this.taken++;
		const restMs = (window + 1) * this.windowMs - this.clock.passed;
		await this.clock.sleep(500);
		if (isTaken) return result(index, 'accepted');
		const waitMs = this.namesTime ? Math.max(restMs - 500, 0) : 0;
		return result(index, 'rejected', { says: 'Too many', waitMs });
	};
}

/** Refuses so, one wait after the other, each by its milliseconds; accepts where there is none. */
export function refusing(
	clock: VirtualClock,
	waits: Array<number | undefined>,
): { send: Steps['send']; sentAt: number[] } {
	const sentAt: number[] = [];
	const send = async ({ index }: Payment) => {
		sentAt.push(clock.passed);
		const waitMs = waits[sentAt.length - 1];
		return waitMs === undefined
			? result(index, 'accepted')
			: result(index, 'rejected', { says: 'Too early', waitMs });
	};
	return { send, sentAt };
}

/** Sends to the service so many payments, one at a time. */
export const start = async (
	clock: VirtualClock,
	count: number,
	send: Steps['send'],
	pace: Partial<Pace> = {},
	steps: Partial<Steps> = {},
): Promise<Sent> =>
	await sendAll(payments(count), stepsOf(send, steps), goOn({ clock, concurrency: 1, ...pace }));

/** The same, and lets as much time pass as it takes. */
export const run = async (...call: Parameters<typeof start>) => await call[0].until(start(...call));
