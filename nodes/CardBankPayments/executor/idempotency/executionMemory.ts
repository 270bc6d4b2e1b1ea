import type { IContextObject } from 'n8n-workflow';
import type { Effect, RecordKind } from '../../resources/operation';
import { resultOf, type ItemResult, type Payment } from '../common/payment';
import { Findings, told, type Said } from './findings';
import { fingerprintOf, isOf } from './fingerprint';
import { keyOf, type Stored } from './stored';

/**
 * What n8n stores for one payment with the execution. Kept small: it is written once for every
 * payment, and `answer` is the same object as the output's, which n8n stores only once.
 */
type Entry = Said & {
	state: 'sending' | 'unknown' | 'accepted' | 'reversed' | 'alreadySent';
	fingerprint: string;
	/** Turn of the node and item, e.g. `0/12`; absent where a turn is no place. */
	place?: string;
};

/** One item, as far as it could be read. */
export interface Recallable {
	index: number;
	orderReference?: string;
	/** Absent where a field could not be read or is not valid. */
	payment?: Payment;
}

/** What is known about an item; it must not be sent (again). */
export interface Recalled {
	result: ItemResult;
	/** As it was sent, where the item still has the same details. */
	payment?: Payment;
}

/** That a reference was used says less. */
const SAYS_MORE = new Set<Entry['state']>(['accepted', 'reversed', 'unknown']);

const EARLIER_TRY: Record<Entry['state'], string> = {
	accepted: 'An earlier try in this execution sent it',
	reversed: 'An earlier try in this execution sent it, and the service took it back',
	sending: 'An earlier try in this execution sent it and got no clear answer',
	unknown: 'An earlier try in this execution sent it and got no clear answer',
	alreadySent: 'The service knew this order reference in an earlier try of this execution',
};

/** Whether anything that this node sent in this execution is remembered. */
export function isMemoryEmpty(context: IContextObject): boolean {
	return Object.values((context.payments ?? {}) as Stored<Entry>).every(
		(entries) => Object.keys(entries).length === 0,
	);
}

/**
 * Remembers, within one execution, what was sent and how it ended.
 *
 * n8n keeps the node's context with the execution, so this outlives Retry On Fail, "Retry
 * execution" and the turns of a loop, all of which run the whole node again.
 */
export class ExecutionMemory {
	readonly findings: Findings;

	private readonly entries: Record<string, Entry>;

	private readonly kind: RecordKind;

	/**
	 * @param context `getContext('node')`
	 * @param operation keeps apart the references of different operations
	 * @param turn of the node in this execution, which with the item's index is a payment's place;
	 *   undefined for a tool call, whose turn rises with each try and may be shared by two calls
	 */
	constructor(
		context: IContextObject,
		operation: string,
		private readonly effect: Effect,
		private readonly turn?: number,
	) {
		const payments = (context.payments ??= {}) as Stored<Entry>;
		this.entries = payments[operation] ??= {};
		this.kind = effect === 'payout' ? 'payout' : 'payment';
		this.findings = new Findings(context, operation, this.kind);
	}

	/**
	 * What is already known about the items of a run: by order reference, and by place, since a
	 * reference may change from one try to the next. An entry stands for one item only.
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
				// For the tries to come: what is sent at its old place from now on is another one's.
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

	/** Whether another run has sent this payout meanwhile: an agent may call a tool twice at a time. */
	wasSent({ orderReference }: Payment): boolean {
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
	 * Call as soon as the outcome of a sent payment is known, and again when it becomes clear, with all
	 * that is known by then: what is missing is forgotten.
	 */
	record({ orderReference }: Payment, { outcome, answers, record, lookedUp }: ItemResult): void {
		const key = keyOf(orderReference);
		const entry = this.entries[key];
		if (entry === undefined) return;
		if (outcome === 'rejected' || outcome === 'notSent' || outcome === 'invalid') {
			// Definitely not accepted: a retry may send it as if for the first time.
			delete this.entries[key];
			return;
		}
		// Another call sent it then.
		if (outcome === 'alreadySent' && SAYS_MORE.has(entry.state)) return;
		entry.state = outcome;
		entry.answer = answers?.[0] ?? record?.content;
		entry.lookedUp = lookedUp;
	}

	private settle(item: Recallable, orderReference: string, entry: Entry): Recalled {
		const { index, payment } = item;
		const isUnderAnother = item.orderReference !== orderReference;
		const insteadOf = isUnderAnother ? item.orderReference : undefined;
		if (payment === undefined || !isOf(entry, payment)) {
			const says = isUnderAnother
				? 'An earlier try in this execution sent this item with other details'
				: 'Order Reference was already used in this execution with other details';
			return { result: { ...conflict({ index, orderReference }, says).result, insteadOf } };
		}
		const { state, answer } = entry;
		const outcome = state === 'sending' ? 'unknown' : state;
		return {
			payment: { ...payment, orderReference, body: { ...payment.body, orderReference } },
			result: {
				...resultOf({ index, orderReference }, outcome, EARLIER_TRY[state]),
				insteadOf,
				...(outcome === 'accepted' ? answer && { answers: [answer] } : told(entry, this.kind)),
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
		return entry?.state !== 'accepted' && this.effect !== 'payout';
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
	const says = `Order Reference is the same as that of item ${claimedBy}, which an earlier try sent`;
	return conflict(item, says);
}

function conflict(
	item: Pick<ItemResult, 'index' | 'orderReference'>,
	says: string,
): { result: ItemResult } {
	return { result: { ...resultOf(item, 'invalid', says), conflict: true } };
}
