import type { IContextObject, IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import type { Effect } from '../../resources/operation';
import type { Item, LookedUp, Outcome, Payment, Result, Verdict } from '../common/payment';
import { itemNumber, resultOf } from '../common/payment';
import { remembered } from '../proof/remembered';
import { invalid, isAccepted, isVague, movedNothing } from '../proof/verdicts';

/** What n8n stores for one payment with the execution. Kept small: it is written once for every payment. */
interface Entry {
	/** Absent while it is under way, and where the process ended before the response. */
	outcome?: Outcome;
	fingerprint: string;
	/** When this execution was first about to send it, in milliseconds since 1970. */
	sentAt: number;
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

/** By order reference. */
type Entries = Record<string, Entry>;

/** By operation and Base URL: what a sandbox has accepted was not paid at the live service. */
type Stored = Record<string, Record<string, Entries>>;

/** What is known about an item; it must not be sent (again). */
export interface Recalled {
	result: Result;
	/** As it was sent, where the item still has the same details. */
	payment?: Payment;
}

export function isMemoryEmpty(context: IContextObject): boolean {
	const operations = Object.values((context.payments ?? {}) as Stored);
	const stored = operations.flatMap((ofOperation) => Object.values(ofOperation));
	return stored.every((entries) => Object.keys(entries).length === 0);
}

/**
 * Remembers, within one execution, what was sent and how it ended. n8n keeps the node's context with the
 * execution, so this outlives Retry On Fail, "Retry execution" and the turns of a loop.
 */
export class Memory {
	private readonly entries: Entries;

	/**
	 * The entries of this run, by order reference: another call of a tool may have sent a payment meanwhile that
	 * waited here. Kept also while a payment waits for its pace, when the memory has none of it.
	 */
	private readonly own = new Map<string, Entry>();

	/**
	 * @param context `getContext('node')`
	 * @param baseUrl of the credential; undefined where it cannot be read: nothing is sent then, and what
	 * was sent anywhere is told
	 * @param runIndex of the node, with the item's index a payment's place; undefined for a tool call,
	 * whose index rises with each attempt and may be shared by two calls
	 */
	constructor(
		context: IContextObject,
		operation: string,
		baseUrl: string | undefined,
		private readonly effect: Effect,
		private readonly runIndex?: number,
	) {
		// Of what only reads, nothing outlives the run.
		const stored: Stored = effect === 'none' ? {} : ((context.payments ??= {}) as Stored);
		const ofOperation = (stored[operation] ??= {});
		this.entries =
			baseUrl === undefined
				? (Object.assign({}, ...Object.values(ofOperation)) as Entries)
				: (ofOperation[baseUrl] ??= {});
	}

	/**
	 * What is known about the items of a run: by order reference, and by place, since a reference may
	 * change between attempts. In one run, an entry stands for one item only.
	 *
	 * @returns by the item's index; items that are missing may be sent
	 */
	recall(items: Item[]): Map<number, Recalled> {
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
		const indexes = new Map<Known, number>();
		const assignBy = (evidence: (of: Candidate) => Known | undefined) => {
			for (const candidate of candidates) {
				const { index, payment } = candidate.item;
				const known = evidence(candidate);
				if (!isOf(known, payment) || recalled.has(index) || indexes.has(known)) continue;
				indexes.set(known, index);
				recalled.set(index, recallAs(candidate.item, known));
				// Moved along: an item that comes to its old place is another payment.
				known.entry.place = this.placeOf(index) ?? known.entry.place;
			}
		};
		const carried = new Set(candidates.map(({ item, own }) => isOf(own, item.payment) && own));
		// A payment whose reference no item has: references have moved, and the place says more.
		const haveMoved = candidates.some(({ home }) => home !== undefined && !carried.has(home));
		assignBy(({ own, home }) => (own === home ? own : undefined));
		if (haveMoved) assignBy(({ home }) => home);
		assignBy(({ own }) => own);
		for (const { item, own, home } of candidates) {
			if (recalled.has(item.index)) continue;
			// With other details: by its reference, or by its place if no other item is that payment.
			const known = own ?? (home && !indexes.has(home) ? home : undefined);
			if (known) recalled.set(item.index, conflictOf(item, known, indexes.get(known)));
		}
		return recalled;
	}

	/**
	 * Whether this execution has sent the payout or is about to, if only in another call of a tool, and no refusal is
	 * proven.
	 */
	wasSent({ orderReference }: Pick<Payment, 'orderReference'>): boolean {
		return this.effect === 'payout' && this.entries[keyOf(orderReference)] !== undefined;
	}

	/**
	 * Writes that a payment leaves, unless this execution has sent it. Tests and writes without a pause: with
	 * one between, two calls of a tool would both send it.
	 *
	 * @param now milliseconds since 1970
	 */
	claim(payment: Payment, now: number): boolean {
		if (this.wasSent(payment)) return false;
		const { orderReference } = payment;
		const entry = this.entryOf(payment, now);
		this.own.set(orderReference, entry);
		this.entries[keyOf(orderReference)] = entry;
		return true;
	}

	/** When this execution first sent a payment, in milliseconds since 1970. */
	sentSince(orderReference: string): number | undefined {
		return (this.own.get(orderReference) ?? this.entries[keyOf(orderReference)])?.sentAt;
	}

	/**
	 * Keeps how a payment that this execution has sent stands.
	 *
	 * @param result undefined where it was refused for now: its entry goes, as after every proven refusal, so
	 * that another call of a tool may send it
	 */
	note(payment: Payment, result?: Verdict): void {
		const key = keyOf(payment.orderReference);
		if (result === undefined || movedNothing(result)) {
			const isOwn = this.entries[key] === this.own.get(payment.orderReference);
			if (isOwn) delete this.entries[key];
			return;
		}
		const entry = (this.entries[key] ??= this.entryOf(payment));
		const { outcome, records, lookedUp } = result;
		// What another call has found out may say more.
		if (isVague(result) && ![undefined, outcome].includes(entry.outcome)) return;
		Object.assign(entry, { outcome, record: records?.[0], lookedUp });
	}

	private entryOf({ index, orderReference, body }: Payment, now = 0): Entry {
		const sentAt = this.sentSince(orderReference) ?? now;
		return { fingerprint: fingerprintOf(body), sentAt, place: this.placeOf(index) };
	}

	/** Unclear card requests moved no money: sending them again is how they become clear. */
	private mayBeSentAgain({ outcome }: Entry): boolean {
		return this.effect !== 'payout' && (outcome === undefined || !isAccepted({ outcome }));
	}

	private placeOf(index: number): string | undefined {
		return this.runIndex === undefined ? undefined : `${this.runIndex}/${index}`;
	}
}

function recallAs({ index, payment, ...item }: Item, { orderReference, entry }: Known): Recalled {
	const { outcome, record, lookedUp } = entry;
	const insteadOf = item.orderReference === orderReference ? undefined : item.orderReference;
	return {
		payment: payment && { ...payment, orderReference, body: { ...payment.body, orderReference } },
		result: {
			...resultOf({ index, orderReference }, remembered(outcome)),
			insteadOf,
			records: record && [record],
			lookedUp,
		},
	};
}

/** An item that has the reference or the place of an entry; `ofIndex` is the item that the entry stands for. */
function conflictOf(item: Item, { orderReference }: Known, ofIndex?: number): Recalled {
	const { index } = item;
	const isSame = item.orderReference === orderReference;
	const says =
		ofIndex === undefined
			? `This ${isSame ? 'order reference' : 'item'} was already sent with other details`
			: `Order Reference is the same as that of item ${itemNumber(ofIndex)}, which an earlier attempt sent`;
	const insteadOf = isSame ? undefined : item.orderReference;
	const result = resultOf({ index, orderReference }, invalid('item', says));
	return { result: { ...result, insteadOf, conflict: true } };
}

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
