import type { IDataObject } from 'n8n-workflow';
import type { RecordKind } from '../../resources/operation';
import type { Outcome } from './outcome';

/** One item whose parameters are resolved, checked and ready to be sent. */
export interface Payment {
	/** Index of the input item, from 0 as everywhere in n8n. */
	index: number;
	orderReference: string;
	/** Amount in cents, in `currency`; absent where only a question is asked. */
	cents?: bigint;
	currency?: string;
	/** The JSON body as it goes out; absent for a GET. */
	body?: IDataObject;
}

/** That the service was asked what became of a payment, and what it said last. */
export interface LookedUp {
	/** Time of the last look-up, ISO 8601. */
	at: string;
	/** How often it was asked. */
	times: number;
	/** What came back last, e.g. `HTTP 404: Invalid or missing payout: INV7`. */
	answer: string;
}

/** How one item ended. */
export interface ItemResult {
	index: number;
	orderReference?: string;
	outcome: Outcome;
	/** What happened, one sentence for the builder without a full stop. */
	says: string;
	/** What to do, without a full stop, where this case has an advice of its own. */
	nextStep?: string;
	/** Where an answer arrived. */
	httpStatus?: number;
	/** What the item puts out when it was accepted: the service's whole answer, or its records. */
	answers?: IDataObject[];
	/** The service's record of a payment that did not end as accepted. */
	record?: { kind: RecordKind; content: IDataObject };
	lookedUp?: LookedUp;
	/** Something was sent for this item in this execution, with other details. */
	conflict?: boolean;
	/** The question was answered: the service knows no such payment. */
	notFound?: boolean;
	/** The reference that this item came with, where an earlier try sent it under another one. */
	insteadOf?: string;
	/** Milliseconds until the service wants to hear of this payment again; 0 where it named no time. */
	waitMs?: number;
	/** Stops the run: going on would only repeat this for every other item. */
	endsRun?: boolean;
}

/** @returns a result of a payment, with nothing that the service said */
export function resultOf(
	{ index, orderReference }: Pick<ItemResult, 'index' | 'orderReference'>,
	outcome: Outcome,
	says: string,
): ItemResult {
	return { index, orderReference, outcome, says };
}

/** A result, and whether it comes out as an error item; decided in one place, in run/judgement.ts. */
export type EndedItem = ItemResult & { failed: boolean };
