import type { Payment } from '../common/payment';

/**
 * What the runs of this process still have to pay from one account, or have sent without knowing yet how it
 * ended. The service's list shows none of it for certain.
 */
export class UnderWay {
	private readonly payments = new Set<Payment>();

	/** What they have paid: a list may show a fee with it. */
	readonly made = new Set<Payment>();

	/** For each list that is being read, what it may not show. */
	private readonly unlisted = new Set<Set<Payment>>();

	add(payment: Payment): void {
		for (const payments of [this.payments, ...this.unlisted]) payments.add(payment);
	}

	/** It has ended. If money moved, a list that is being read may not show it yet, so that it still counts there. */
	end(payment: Payment, hasMoved: boolean): void {
		this.payments.delete(payment);
		if (hasMoved) this.made.add(payment);
		if (!hasMoved) for (const payments of this.unlisted) payments.delete(payment);
	}

	/** Reads a list; what it may not show grows until that is over. */
	async beside<T>(read: (unlisted: ReadonlySet<Payment>) => Promise<T>): Promise<T> {
		const unlisted = new Set(this.payments);
		this.unlisted.add(unlisted);
		return await read(unlisted).finally(() => this.unlisted.delete(unlisted));
	}
}
