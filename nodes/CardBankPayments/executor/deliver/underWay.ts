import type { Payment } from '../common/payment';

/**
 * What the runs of this process still have to pay from one account, and what they have sent today. The service's
 * list shows none of it for certain: it may be late, and what is not known may be paid yet.
 */
export class UnderWay {
	private readonly payments = new Set<Payment>();

	/** For each list that is being read, what it may not show. */
	private readonly unlisted = new Set<Set<Payment>>();

	/** What they have sent, or may have, by the day of the service on which it left. */
	private readonly sent = new Map<Payment, string>();

	add(payment: Payment): void {
		for (const payments of [this.payments, ...this.unlisted]) payments.add(payment);
	}

	/** It was not sent, and will not be. */
	drop(payment: Payment): void {
		for (const payments of [this.payments, ...this.unlisted]) payments.delete(payment);
	}

	/**
	 * Money has moved, or may have. A list that is being read may not show it yet, so that it still counts there.
	 *
	 * @param day of the service on which it left
	 */
	moved(payment: Payment, day: string): void {
		this.payments.delete(payment);
		this.sent.set(payment, day);
	}

	sentOn(day: string): Payment[] {
		return [...this.sent].filter(([, one]) => one === day).map(([payment]) => payment);
	}

	/** Reads a list; what it may not show grows until that is over. */
	async beside<T>(read: (unlisted: ReadonlySet<Payment>) => Promise<T>): Promise<T> {
		const unlisted = new Set(this.payments);
		this.unlisted.add(unlisted);
		return await read(unlisted).finally(() => this.unlisted.delete(unlisted));
	}
}
