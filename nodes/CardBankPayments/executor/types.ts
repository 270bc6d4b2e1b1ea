import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from './outcome';

/** One item whose parameters are resolved, checked and ready to be sent. */
export interface Payment {
	/** Index of the input item, from 0 as everywhere in n8n. */
	index: number;
	orderReference: string;
	/** Amount in cents, in `currency`. */
	cents: bigint;
	currency: string;
	/** The JSON body as it goes out. */
	body: IDataObject;
}

/** How one item ended. */
export interface ItemResult {
	index: number;
	orderReference?: string;
	outcome: Outcome;
	/** What happened, one sentence for the builder without a full stop. */
	says: string;
	/** Where an answer arrived. */
	httpStatus?: number;
	/** The service's whole answer; present when accepted. */
	answer?: IDataObject;
	/** Something was sent under this order reference in this execution, with other details. */
	conflict?: boolean;
	/** Stops the run: going on would only repeat this for every other item. */
	endsRun?: boolean;
}
