import type { IContextObject, IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import type { Effect } from '../../resources/operation';
import { itemNumber, resultOf, type LookedUp, type Payment, type Result } from '../common/payment';

/**
 * What n8n stores for one payment with the execution. Kept small: it is written once for every
 * payment, and `record` is the same object as the output's, which n8n stores only once.
 */
interface Entry {
	/** `usedBefore`: this execution never sent it, since its reference was used; a retry may. */
	state: 'usedBefore' | 'sending' | 'unknown' | 'accepted' | 'reversed' | 'alreadySent';
	fingerprint: string;
	/** Turn of the node and item, e.g. `0/12`; absent where a turn is no place. */
	place?: string;
	record?: IDataObject;
	lookedUp?: LookedUp;
}

/** By operation and order reference. */
type Stored = Record<string, Record<string, Entry>>;

/** One item, as far as it could be read. */
export interface Recallable {
	index: number;
	orderReference?: string;
	/** Absent where a field could not be read or is not valid. */
	payment?: Payment;
}

/** What is known about an item; it must not be sent (again). */
export interface Recalled {
	result: Result;
	/** As it was sent, where the item still has the same details. */
	payment?: Payment;
}

/** That a reference was used says less. */
const SAYS_MORE = new Set<Entry['state']>(['accepted', 'reversed', 'unknown']);

const NO_CLEAR_RESPONSE = 'An earlier attempt of this execution sent it and got no clear response';

const EARLIER_ATTEMPT: Record<Exclude<Entry['state'], 'usedBefore'>, string> = {
	accepted: 'An earlier attempt of this execution sent it',
	reversed: 'An earlier attempt of this execution sent it, and the money came back',
	sending: NO_CLEAR_RESPONSE,
	unknown: NO_CLEAR_RESPONSE,
	alreadySent: 'The service knew this order reference in an earlier attempt of this execution',
};

/** Whether this node has sent nothing in this execution. */
export function isMemoryEmpty(context: IContextObject): boolean {
	return Object.values((context.payments ?? {}) as Stored)
		.flatMap((entries) => Object.values(entries))
		.every(({ state }) => state === 'usedBefore');
}

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
	 * @param turn of the node in this execution, which with the item's index is a payment's place;
	 *   undefined for a tool call, whose turn rises with each attempt and may be shared by two calls
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
	 * What is already known about the items of a run: by order reference, and by place, since a
	 * reference may change from one attempt to the next. An entry stands for one item only.
	 *
	 * @returns by the item's index; items that are missing may be sent
	 */
	recall(items: Recallable[]): Map<number, Recalled> {
		const recalled = new Map<number, Recalled>();
		const claims = new Map<Entry, number>();
		const homes = this.entriesByPlace();
		const homeOf = ({ index }: Recallable) => homes.get(this.placeOf(index));
		const haveMovedOn = this.haveMovedOn(items, (item) => homeOf(item)?.entry);
		// Where two items have the same reference, the one at its old place is the one that was sent.
		const atHome = items.filter((item) => this.isAtHome(item));
		const elsewhere = items.filter((item) => !this.isAtHome(item));
		for (const item of [...atHome, ...elsewhere]) {
			const entry = this.entryOf(item.orderReference);
			if (entry === undefined) continue;
			const home = homeOf(item)?.entry;
			const isTheirs = home !== undefined && home !== entry && isOf(home, item.payment);
			if (isTheirs && (haveMovedOn || !isOf(entry, item.payment))) continue;
			const claimedBy = claims.get(entry);
			const found =
				claimedBy === undefined
					? this.settle(item, String(item.orderReference), entry)
					: sameAs(item, claimedBy);
			// Another item with other details has only its reference; what was sent is still its own item's.
			if (!found.result.conflict) {
				claims.set(entry, item.index);
				// For the attempts to come: what is sent at its old place from now on is another one's.
				if (entry.place !== undefined) entry.place = this.placeOf(item.index) ?? entry.place;
			}
			recalled.set(item.index, found);
		}
		for (const item of items) {
			const home = homeOf(item);
			if (recalled.has(item.index) || home === undefined) continue;
			const claimedBy = claims.get(home.entry);
			if (claimedBy === undefined) {
				recalled.set(item.index, this.settle(item, home.orderReference, home.entry));
			} else if (this.entryOf(item.orderReference) !== undefined) {
				recalled.set(item.index, sameAs(item, claimedBy));
			}
		}
		return recalled;
	}

	/** Whether this execution has sent the payout, if only in another call of a tool at this moment. */
	wasSent(orderReference: string): boolean {
		return this.effect === 'payout' && this.entryOf(orderReference) !== undefined;
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

	/**
	 * Call as soon as the outcome of a payment is known, and again when it becomes clear, with all that is
	 * known then: what is missing is forgotten.
	 */
	ended({ orderReference, body }: Payment, { outcome, records, lookedUp }: Result): void {
		const key = keyOf(orderReference);
		const sent = this.entries[key];
		const heard = { record: records?.[0], lookedUp };
		if (sent === undefined || sent.state === 'usedBefore') {
			if (outcome !== 'alreadySent' || lookedUp === undefined) return;
			this.entries[key] = { state: 'usedBefore', fingerprint: fingerprintOf(body), ...heard };
		} else if (outcome === 'rejected' || outcome === 'notSent' || outcome === 'invalid') {
			// Definitely not accepted: a retry may send it as if for the first time.
			delete this.entries[key];
		} else if (outcome !== 'alreadySent' || !SAYS_MORE.has(sent.state)) {
			Object.assign(sent, { state: outcome, ...heard });
		}
	}

	/** What the service said in an earlier attempt of a payment whose reference was used before. */
	heardOf({ orderReference, body }: Payment): Pick<Result, 'records' | 'lookedUp'> {
		const entry = this.entries[keyOf(orderReference)];
		if (entry?.state !== 'usedBefore') return {};
		// The record was held against the details of then.
		if (entry.fingerprint !== fingerprintOf(body)) return { lookedUp: entry.lookedUp };
		return heardFrom(entry);
	}

	private settle(item: Recallable, orderReference: string, entry: Entry): Recalled {
		const { index, payment } = item;
		const isUnderAnother = item.orderReference !== orderReference;
		const insteadOf = isUnderAnother ? item.orderReference : undefined;
		if (payment === undefined || !isOf(entry, payment)) {
			const says = isUnderAnother
				? 'An earlier attempt of this execution sent this item with other details'
				: 'Order Reference was already used in this execution with other details';
			return { result: { ...conflict({ index, orderReference }, says).result, insteadOf } };
		}
		const state = entry.state as keyof typeof EARLIER_ATTEMPT;
		const outcome = state === 'sending' ? 'unknown' : state;
		return {
			payment: { ...payment, orderReference, body: { ...payment.body, orderReference } },
			result: {
				...resultOf({ index, orderReference }, outcome, EARLIER_ATTEMPT[state]),
				insteadOf,
				...heardFrom(entry),
			},
		};
	}

	/** Whether references that change have moved on to other items: then one of before is missing. */
	private haveMovedOn(
		items: Recallable[],
		homeOf: (item: Recallable) => Entry | undefined,
	): boolean {
		const carried = new Set<Entry>();
		for (const { orderReference, payment } of items) {
			const entry = this.entryOf(orderReference);
			if (entry !== undefined && isOf(entry, payment)) carried.add(entry);
		}
		return items.some((item) => {
			const home = homeOf(item);
			return home !== undefined && !carried.has(home);
		});
	}

	private entryOf(orderReference: string | undefined): Entry | undefined {
		const entry = orderReference === undefined ? undefined : this.entries[keyOf(orderReference)];
		return this.mayBeSentAgain(entry) ? undefined : entry;
	}

	/** Unclear card requests moved no money: sending them again is how they become clear. */
	private mayBeSentAgain(entry: Entry | undefined): boolean {
		const isClear = this.effect === 'payout' || entry?.state === 'accepted';
		return entry?.state === 'usedBefore' || !isClear;
	}

	private isAtHome({ index, orderReference }: Recallable): boolean {
		return this.entryOf(orderReference)?.place === this.placeOf(index);
	}

	private entriesByPlace(): Map<string | undefined, { orderReference: string; entry: Entry }> {
		const places = new Map<string | undefined, { orderReference: string; entry: Entry }>();
		for (const [key, entry] of Object.entries(this.entries)) {
			if (entry.place === undefined || this.mayBeSentAgain(entry)) continue;
			places.set(entry.place, { orderReference: key.slice(1), entry });
		}
		return places;
	}

	private placeOf(index: number): string | undefined {
		return this.turn === undefined ? undefined : `${this.turn}/${index}`;
	}
}

function sameAs(item: Recallable, claimedBy: number): Recalled {
	const says = `Order Reference is the same as that of item ${itemNumber(claimedBy)}, which an earlier attempt sent`;
	return conflict(item, says);
}

function conflict(
	item: Pick<Result, 'index' | 'orderReference'>,
	says: string,
): { result: Result } {
	return { result: { ...resultOf(item, 'invalid', says), conflict: true } };
}

/** Not part of what a payment is about: they may differ from one attempt to the next. */
const CHANGEABLE = new Set(['orderReference', 'checksum']);

/** Tells the same payment from another one, by its details without their order reference. */
function fingerprintOf(body: IDataObject = {}): string {
	const details = Object.entries(body).filter(([key]) => !CHANGEABLE.has(key));
	return createHash('sha256').update(JSON.stringify(details)).digest('base64').slice(0, 16);
}

/** @param payment undefined where the item cannot be read, and so is of no payment */
function isOf({ fingerprint }: Entry, payment?: Payment): boolean {
	return payment !== undefined && fingerprint === fingerprintOf(payment.body);
}

function heardFrom({ record, lookedUp }: Entry): Pick<Result, 'records' | 'lookedUp'> {
	return { ...(record && { records: [record] }), ...(lookedUp && { lookedUp }) };
}

/** The sign in front keeps a reference such as `__proto__` an ordinary key. */
function keyOf(orderReference: string): string {
	return `#${orderReference}`;
}
