import { createHash } from 'node:crypto';
import type { IContextObject, IDataObject } from 'n8n-workflow';
import type { Effect } from '../shared/operation';
import type { ItemResult, Payment } from './types';

/**
 * What n8n stores for one payment with the execution. Kept small: it is written once for every
 * payment, and `answer` is the same object as the output's, which n8n stores only once.
 */
type Entry = {
	state: 'sending' | 'unknown' | 'accepted' | 'alreadySent';
	/** Tells the same payment from another one under the same reference, without its details. */
	fingerprint: string;
	answer?: IDataObject;
};

const EARLIER_TRY = {
	accepted: 'An earlier try in this execution sent it',
	unknown: 'An earlier try in this execution sent it and got no clear answer',
	alreadySent: 'The service knew this order reference in an earlier try of this execution',
};

/**
 * Remembers, within one execution, what was sent and how it ended.
 *
 * n8n keeps the node's context with the execution, so this outlives Retry On Fail, "Retry
 * execution" and the turns of a loop, all of which run the whole node again.
 */
export class Memory {
	private readonly entries: Record<string, Entry>;

	/**
	 * @param context `getContext('node')`
	 * @param operation keeps apart the references of different operations
	 */
	constructor(
		context: IContextObject,
		operation: string,
		private readonly effect: Effect,
	) {
		const payments = (context.payments ??= {}) as Record<string, Record<string, Entry>>;
		this.entries = payments[operation] ??= {};
	}

	/**
	 * What is already known about a payment.
	 *
	 * @returns its result where it must not be sent (again); undefined where it may be sent
	 */
	recall({ index, orderReference, body }: Payment): ItemResult | undefined {
		const entry = this.entries[keyOf(orderReference)];
		if (entry === undefined) return undefined;
		// Unclear card requests moved no money: sending them again is how they become clear.
		if (entry.state !== 'accepted' && this.effect !== 'payout') return undefined;
		if (entry.fingerprint !== fingerprintOf(body)) {
			return {
				index,
				orderReference,
				outcome: 'invalid',
				says: 'Order Reference was already used in this execution with other details',
				conflict: true,
			};
		}
		const { state, answer } = entry;
		const outcome = state === 'sending' ? 'unknown' : state;
		return {
			index,
			orderReference,
			outcome,
			says: EARLIER_TRY[outcome],
			...(answer && { answer }),
		};
	}

	/** Call right before a payment is sent: from here on it may have moved money. */
	sending({ orderReference, body }: Payment): void {
		if (this.effect === 'none') return;
		this.entries[keyOf(orderReference)] = {
			state: 'sending',
			fingerprint: fingerprintOf(body),
		};
	}

	/** Call as soon as the outcome of a sent payment is known. */
	record({ orderReference }: Payment, { outcome, answer }: ItemResult): void {
		const key = keyOf(orderReference);
		const entry = this.entries[key];
		if (entry === undefined) return;
		if (outcome === 'accepted' || outcome === 'unknown' || outcome === 'alreadySent') {
			entry.state = outcome;
			if (answer) entry.answer = answer;
		} else {
			// Definitely not accepted: a retry may send it as if for the first time.
			delete this.entries[key];
		}
	}
}

/** The sign in front keeps a reference such as `__proto__` an ordinary key. */
function keyOf(orderReference: string): string {
	return `#${orderReference}`;
}

function fingerprintOf(body: IDataObject): string {
	return createHash('sha256').update(JSON.stringify(body)).digest('base64').slice(0, 16);
}
