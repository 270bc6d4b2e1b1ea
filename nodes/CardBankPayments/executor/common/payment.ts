import type { IDataObject } from 'n8n-workflow';
import { shown } from '../../wire/shown';

/** How an item ended: with exactly one of these, `notFound` only for what is read. */
export type Outcome =
	| 'accepted'
	| 'reversed'
	| 'rejected'
	| 'unknown'
	| 'notSent'
	| 'alreadySent'
	| 'invalid'
	| 'notFound';

/**
 * Whose matter it is that an item did not end well: its own values (`item`), keys, rights or balance
 * (`account`), an option or n8n itself (`settings`), the service (`service`), an order reference that was
 * used (`reference`), or another item (`run`).
 */
export type Cause = 'item' | 'account' | 'settings' | 'service' | 'reference' | 'run';

/** One item whose parameters are resolved, checked and ready to be sent. */
export interface Payment {
	/** Index of the input item, from 0 as everywhere in n8n. */
	index: number;
	/** Empty where the operation has none. */
	orderReference: string;
	/** Amount in cents, in `currency`; absent where none is sent. */
	cents?: bigint;
	currency?: string;
	/** The JSON body as it goes out; absent for a GET. */
	body?: IDataObject;
	/** What goes into the query of the address, by the names of the service. */
	query?: IDataObject;
	/** How many records of a list are wanted; all of them where it is absent. */
	limit?: number;
}

/** One item in the format of the service, as far as it could be read. */
export interface Item {
	index: number;
	/** Where it is readable, also when something else of the item is not. */
	orderReference?: string;
	/** What needs a correction, field by field. */
	says: string[];
	/** Present when nothing needs a correction. */
	payment?: Payment;
	/** No field that the node reads has a value: nobody is waiting for a payment. */
	isEmptyRow?: boolean;
	/** The names of the fields that arrived as a number, which keeps no leading zeros. */
	numeric?: Set<string>;
}

/** An item as builders count them, from 1, for sentences. */
export function itemNumber(index: number): number {
	return index + 1;
}

/** As messages call an item: by its order reference, and where it has none, by its number. */
export function nameOf({
	index,
	orderReference,
}: Pick<Result, 'index' | 'orderReference'>): string {
	return orderReference ? shown(orderReference) : `Item ${itemNumber(index)}`;
}

/** The look-ups of a payment: the time of the last one (ISO 8601), how many, and the last response. */
export interface LookedUp {
	at: string;
	times: number;
	/** A sentence, e.g. `It was not found: Invalid or missing payout: INV7 (HTTP 404)`. */
	answer: string;
	/** The service shows a payment under this reference, be it ours or not. */
	isKnown?: true;
}

/** What to do, without a full stop; it may name the order reference, and where that is looked up by hand. */
export type NextStep = string | ((of: { reference: string; place: string }) => string);

/** How something ended, whose matter that is, and why. */
export interface Verdict {
	outcome: Outcome;
	/** Absent where all went well. */
	cause?: Cause;
	/** What happened, one sentence for the builder without a full stop. */
	says: string;
	/** What to do where this case has an advice of its own. */
	nextStep?: NextStep;
	httpStatus?: number;
	/** The service's records of the payment, or its whole response. */
	records?: IDataObject[];
	/** Refused only for now: milliseconds until a retry; 0 where the service named no time. */
	waitMs?: number;
	/** It was lost by an earlier run: milliseconds until it may leave. */
	leftAloneMs?: number;
	lookedUp?: LookedUp;
	/** The service has no look-up, so that only the company can say what became of it. */
	cannotAsk?: boolean;
	/** A look-up shows that the order reference is that of somebody else's payment. */
	anothers?: boolean;
	/** Stops the run: every other item would only end in the same way. */
	endsRun?: boolean;
	/** N8n's list or this execution knows that it was sent; the service was not asked, or does not show it. */
	isInOurList?: boolean;
	/**
	 * A person has to look. `row`: an equal payout, or another holder's name, which may pass once somebody has looked;
	 * `maximum`: an amount above it, which passes only where somebody raises the maximum.
	 */
	held?: 'row' | 'maximum';
}

/** How one item ended. */
export interface Result extends Verdict {
	index: number;
	orderReference?: string;
	/** This execution has sent this order reference for another item, or with other details. */
	conflict?: boolean;
	/** That of a row without any value: it holds up no other. */
	isEmptyRow?: boolean;
	/** The request that _Validate Only_ shows instead of sending it. */
	request?: IDataObject;
}

/** The result of an item that ended so. */
export function resultOf(
	{ index, orderReference, isEmptyRow }: Pick<Result, 'index' | 'orderReference' | 'isEmptyRow'>,
	verdict: Verdict,
): Result {
	return { ...verdict, index, orderReference, ...(isEmptyRow && { isEmptyRow }) };
}
