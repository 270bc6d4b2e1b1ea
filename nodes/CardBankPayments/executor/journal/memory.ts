import type { IContextObject, IDataObject } from 'n8n-workflow';
import { createHash } from 'node:crypto';
import type { Effect } from '../../resources/operation';
import { memory } from '../../sentences/memory';
import { equalKeyOf } from '../common/equalKey';
import type { Item, LookedUp, Outcome, Payment, Result, Verdict } from '../common/payment';
import { itemNumber, resultOf } from '../common/payment';
import { invalid, isAccepted, isVague, movedNothing, remembered } from '../proof/verdicts';

/** What n8n stores for one payment with the execution. Kept small: it is written once for every payment. */
interface Entry {
	/** Absent while it is under way, and where the process ended before the response. */
	outcome?: Outcome;
	fingerprint: string;
	/** Tells whether two payouts are equal, whatever their references are. */
	equalKey: string;
	/** The same object as in the output item, so that n8n stores it once. */
	record?: IDataObject;
	lookedUp?: LookedUp;
}

/** By order reference. */
type Entries = Record<string, Entry>;

/** By operation and Base URL: what a sandbox has accepted was not paid at the live service. */
type Stored = Record<string, Record<string, Entries>>;

/** What is known about an item; it must not be sent (again). */
export interface Recalled {
	result: Result;
	/** Absent where the row was changed after it was sent. */
	payment?: Payment;
}

export function isMemoryEmpty(context: IContextObject): boolean {
	const operations = Object.values((context.payments ?? {}) as Stored);
	const stored = operations.flatMap((ofOperation) => Object.values(ofOperation));
	return stored.every((entries) => Object.keys(entries).length === 0);
}

/**
 * Remembers, within one execution, what was sent and how it ended, by order reference. n8n keeps the node's context
 * with the execution, so this outlives Retry On Fail, "Retry execution" and the turns of a loop, and the calls of an
 * agent's tool share it.
 */
export class Memory {
	private readonly entries: Entries;

	/**
	 * @param context `getContext('node')`
	 * @param baseUrl of the credential; undefined where it cannot be read: nothing is sent then, and the entries of all
	 * Base URLs are told
	 */
	constructor(
		context: IContextObject,
		operation: string,
		baseUrl: string | undefined,
		private readonly effect: Effect,
	) {
		// A list may be read again, so nothing of it is stored.
		const stored: Stored = effect === 'none' ? {} : ((context.payments ??= {}) as Stored);
		const ofOperation = (stored[operation] ??= {});
		this.entries =
			baseUrl === undefined
				? (Object.assign({}, ...Object.values(ofOperation)) as Entries)
				: (ofOperation[baseUrl] ??= {});
	}

	/** @returns what is known, by the item's index; items that are missing may be sent */
	recall(items: Item[]): Map<number, Recalled> {
		const recalled = new Map<number, Recalled>();
		const firstOf = new Map<Entry, Item>();
		for (const item of items) {
			const { index, orderReference = '', payment } = item;
			const entry = this.entries[keyOf(orderReference)];
			if (entry === undefined || this.mayBeSentAgain(entry)) continue;
			const first = firstOf.get(entry);
			const isSame = payment !== undefined && entry.fingerprint === fingerprintOf(payment.body);
			if (isSame && first === undefined) {
				firstOf.set(entry, item);
				recalled.set(index, { payment, result: resultOf(item, rememberedIn(entry)) });
				continue;
			}
			// Two rows with one reference are two people, and one of them was not paid.
			const says = first
				? memory.sameReference({ item: itemNumber(first.index) })
				: otherThanSent(item);
			recalled.set(index, {
				result: { ...resultOf(item, invalid('item', says)), conflict: true },
			});
		}
		return recalled;
	}

	/** How the payment of this execution stands; undefined where it has sent nothing under this reference. */
	knownOf({ orderReference }: Payment): Verdict | undefined {
		const entry = this.entries[keyOf(orderReference)];
		return entry && rememberedIn(entry);
	}

	/** Whether this execution has sent the payout, in this call of a tool or in another, and no refusal is proven. */
	wasSent({ orderReference }: Pick<Payment, 'orderReference'>): boolean {
		return this.effect === 'payout' && this.entries[keyOf(orderReference)] !== undefined;
	}

	/** Call right before a payment leaves. */
	leaves(payment: Payment): void {
		this.entries[keyOf(payment.orderReference)] = entryOf(payment);
	}

	/** The other reference under which this execution has sent as much to the same account. */
	sentEqual(payment: Payment): string | undefined {
		const [own, equalKey] = [keyOf(payment.orderReference), equalKeyOf(payment)];
		const other = Object.entries(this.entries).find(
			([key, entry]) => key !== own && entry.equalKey === equalKey,
		);
		return other?.[0].slice(1);
	}

	/** Keeps how a payment that has left stands. After a proven refusal nothing is kept: it may be sent again. */
	note(payment: Payment, result: Verdict): void {
		const key = keyOf(payment.orderReference);
		if (movedNothing(result)) {
			delete this.entries[key];
			return;
		}
		const entry = (this.entries[key] ??= entryOf(payment));
		const { outcome, records, lookedUp } = result;
		// One call of an agent's tool read "accepted", and another one got no response: "accepted" stays.
		if (isVague(result) && ![undefined, outcome].includes(entry.outcome)) return;
		Object.assign(entry, { outcome, record: records?.[0], lookedUp });
	}

	/** A payment link that is unclear is asked for again: it moved no money. */
	private mayBeSentAgain({ outcome }: Entry): boolean {
		return this.effect !== 'payout' && (outcome === undefined || !isAccepted({ outcome }));
	}
}

function rememberedIn({ outcome, record, lookedUp }: Entry): Verdict {
	return { ...remembered(outcome), records: record && [record], lookedUp };
}

/** An item that cannot be read cannot be compared either: what is wrong with it is told with the rest. */
function otherThanSent({ payment, says }: Item): string {
	return payment ? memory.otherDetails : memory.notComparable({ why: says.join('. ') });
}

/** Tells the same payment from another one, by its details. The checksum follows from them. */
function fingerprintOf(body: IDataObject = {}): string {
	const details = Object.entries(body).filter(([key]) => key !== 'checksum');
	return createHash('sha256').update(JSON.stringify(details)).digest('base64').slice(0, 16);
}

const entryOf = (payment: Payment): Entry => ({
	fingerprint: fingerprintOf(payment.body),
	equalKey: equalKeyOf(payment),
});

/** The sign in front keeps a reference such as `__proto__` an ordinary key. */
function keyOf(orderReference: string): string {
	return `#${orderReference}`;
}
