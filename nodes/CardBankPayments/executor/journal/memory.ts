import type { IContextObject, IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import type { Effect } from '../../resources/operation';
import type { Item, LookedUp, Outcome, Payment, Result } from '../common/payment';
import { itemNumber, resultOf } from '../common/payment';

/** What n8n stores for one payment with the execution. Kept small: it is written once for every payment. */
interface Entry {
	state: 'sending' | 'unknown' | 'accepted' | 'reversed' | 'alreadySent';
	fingerprint: string;
	/** Turn of the node and item, e.g. `0/12`; absent for a call of a tool. */
	place?: string;
	/** The very object of the output, which n8n then stores only once. */
	record?: IDataObject;
	lookedUp?: LookedUp;
}

/** What is known of a payment that must not be sent again. */
interface Known {
	orderReference: string;
	entry: Entry;
}

/** By operation and order reference. */
type Stored = Record<string, Record<string, Entry>>;

/** An item, whatever in it needs a correction. */
type Recallable = Omit<Item, 'says'>;

/** What is known about an item; it must not be sent (again). */
export interface Recalled {
	result: Result;
	/** As it was sent, where the item still has the same details. */
	payment?: Payment;
}

const NO_CLEAR_RESPONSE = 'An earlier attempt of this execution sent it and got no clear response';

const EARLIER_ATTEMPT: Record<Entry['state'], string> = {
	accepted: 'An earlier attempt of this execution sent it',
	reversed: 'An earlier attempt of this execution sent it, and the money came back',
	sending: NO_CLEAR_RESPONSE,
	unknown: NO_CLEAR_RESPONSE,
	alreadySent: 'The service knew this order reference in an earlier attempt of this execution',
};

export function isMemoryEmpty(context: IContextObject): boolean {
	const stored = Object.values((context.payments ?? {}) as Stored);
	return stored.every((entries) => Object.keys(entries).length === 0);
}

/**
 * Remembers, within one execution, what was sent and how it ended. n8n keeps the node's context with the
 * execution, so this outlives Retry On Fail, "Retry execution" and the turns of a loop.
 */
export class Memory {
	private readonly entries: Record<string, Entry>;

	/**
	 * @param context `getContext('node')`
	 * @param turn of the node, with the item's index a payment's place; undefined for a tool call,
	 * whose turn rises with each attempt and may be shared by two calls
	 */
	constructor(
		context: IContextObject,
		operation: string,
		private readonly effect: Effect,
		private readonly turn?: number,
	) {
		const payments = (context.payments ??= {}) as Stored;
		this.entries = payments[operation] ??= {};
	}

	/**
	 * What is known about the items of a run: by order reference, and by place, since a reference may
	 * change between attempts. In one run, an entry stands for one item only.
	 *
	 * @returns by the item's index; items that are missing may be sent
	 */
	recall(items: Recallable[]): Map<number, Recalled> {
		const byReference = new Map<string | undefined, Known>();
		const byPlace = new Map<string | undefined, Known>();
		for (const [key, entry] of Object.entries(this.entries)) {
			if (this.mayBeSentAgain(entry)) continue;
			const known = { orderReference: key.slice(1), entry };
			byReference.set(known.orderReference, known);
			if (entry.place !== undefined) byPlace.set(entry.place, known);
		}
		const candidates = items.map((item) => ({
			item,
			own: byReference.get(item.orderReference),
			home: byPlace.get(this.placeOf(item.index)),
		}));
		type Candidate = (typeof candidates)[number];
		const recalled = new Map<number, Recalled>();
		/** By each entry, the index of the item that it stands for. */
		const claims = new Map<Known, number>();
		const claimBy = (evidence: (of: Candidate) => Known | undefined) => {
			for (const candidate of candidates) {
				const { index, payment } = candidate.item;
				const known = evidence(candidate);
				if (!isOf(known, payment) || recalled.has(index) || claims.has(known)) continue;
				claims.set(known, index);
				recalled.set(index, recallAs(candidate.item, known));
				// Moved along: an item that comes to its old place is another payment.
				known.entry.place = this.placeOf(index) ?? known.entry.place;
			}
		};
		const carried = new Set(candidates.map(({ item, own }) => isOf(own, item.payment) && own));
		// A payment whose reference no item has: references have moved, and the place says more.
		const haveMoved = candidates.some(({ home }) => home !== undefined && !carried.has(home));
		claimBy(({ own, home }) => (own === home ? own : undefined));
		claimBy(({ own, home }) => (haveMoved ? home : own));
		claimBy(({ own, home }) => (haveMoved ? own : home));
		for (const { item, own, home } of candidates) {
			if (recalled.has(item.index)) continue;
			// With other details: by its reference, or by its place if no other item is that payment.
			const known = own ?? (home && !claims.has(home) ? home : undefined);
			if (known) recalled.set(item.index, conflictOf(item, known, claims.get(known)));
		}
		return recalled;
	}

	/** Whether this execution has sent the payout, if only in another call of a tool at this moment. */
	wasSent(orderReference: string): boolean {
		const entry = this.entries[keyOf(orderReference)];
		return this.effect === 'payout' && entry !== undefined && !this.mayBeSentAgain(entry);
	}

	/** Call right before a payment is sent: from here on it may have moved money. */
	sending({ index, orderReference, body }: Payment): void {
		if (this.effect === 'none') return;
		this.entries[keyOf(orderReference)] = {
			state: 'sending',
			fingerprint: fingerprintOf(body),
			place: this.placeOf(index),
		};
	}

	/** Call when the outcome of a payment is known, and again when it becomes clear. */
	ended({ orderReference }: Payment, { outcome, records, lookedUp }: Result): void {
		const key = keyOf(orderReference);
		const sent = this.entries[key];
		if (sent === undefined) return;
		if (outcome === 'rejected' || outcome === 'notSent' || outcome === 'invalid') {
			// Definitely not accepted: a retry may send it as if for the first time.
			delete this.entries[key];
		} else if (!VAGUE.has(outcome) || ['sending', outcome].includes(sent.state)) {
			// What another call has found out says more.
			Object.assign(sent, { state: outcome, record: records?.[0], lookedUp });
		}
	}

	/** Unclear card requests moved no money: sending them again is how they become clear. */
	private mayBeSentAgain({ state }: Entry): boolean {
		return this.effect !== 'payout' && state !== 'accepted';
	}

	private placeOf(index: number): string | undefined {
		return this.turn === undefined ? undefined : `${this.turn}/${index}`;
	}
}

function recallAs(
	{ index, payment, ...item }: Recallable,
	{ orderReference, entry }: Known,
): Recalled {
	const { state, record, lookedUp } = entry;
	const outcome = state === 'sending' ? 'unknown' : state;
	const ended = resultOf({ index, orderReference }, outcome, EARLIER_ATTEMPT[state]);
	const insteadOf = item.orderReference === orderReference ? undefined : item.orderReference;
	return {
		payment: payment && { ...payment, orderReference, body: { ...payment.body, orderReference } },
		result: { ...ended, insteadOf, records: record && [record], lookedUp },
	};
}

/** An item that has the reference or the place of an entry; `claimedBy` is the index of its payment. */
function conflictOf(item: Recallable, { orderReference }: Known, claimedBy?: number): Recalled {
	const { index } = item;
	const isSame = item.orderReference === orderReference;
	const says =
		claimedBy === undefined
			? `This ${isSame ? 'order reference' : 'item'} was already sent with other details`
			: `Order Reference is the same as that of item ${itemNumber(claimedBy)}, which an earlier attempt sent`;
	const insteadOf = isSame ? undefined : item.orderReference;
	return {
		result: { index, orderReference, insteadOf, outcome: 'invalid', says, conflict: true },
	};
}

/** They say nothing new of a payment that is clear. */
const VAGUE = new Set<Outcome>(['alreadySent', 'unknown']);

/** These may differ between attempts of the same payment. */
const CHANGEABLE = new Set(['orderReference', 'checksum']);

/** Tells the same payment from another one, by its details without their order reference. */
function fingerprintOf(body: IDataObject = {}): string {
	const details = Object.entries(body).filter(([key]) => !CHANGEABLE.has(key));
	return createHash('sha256').update(JSON.stringify(details)).digest('base64').slice(0, 16);
}

/** @param payment undefined where the item cannot be read, and so is of no payment */
function isOf(known: Known | undefined, payment: Payment | undefined): known is Known {
	if (known === undefined || payment === undefined) return false;
	return known.entry.fingerprint === fingerprintOf(payment.body);
}

/** The sign in front keeps a reference such as `__proto__` an ordinary key. */
function keyOf(orderReference: string): string {
	return `#${orderReference}`;
}
