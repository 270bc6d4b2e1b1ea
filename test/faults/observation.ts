import type { FaultKind, Ledger, LedgerRequest, ServiceOperation } from '../../sandbox';
import type { Item, NodeSetting } from './payments';
import { provesNothing } from './refusals';
import type { Report } from './report';

/**
 * One run of the node as seen from outside: the three ledgers side by side, taken when the service
 * had come to rest.
 */
export interface Observation {
	/** Counts from 1; "Retry execution" goes on with the same one. */
	execution: number;
	isRetry: boolean;
	setting: NodeSetting;
	items: Item[];
	/** What the node reported; undefined when it never came to that. */
	report?: Report;
	/** What the service received in this run, and nothing else. */
	requests: LedgerRequest[];
	/** References that went out with the token of another account than the credential names. */
	fromAnotherAccount: string[];
	/** How often the service had paid each reference by now. */
	paid: Ledger['paid'];
	/** How many of these payouts came back by now. */
	returned: Ledger['returned'];
	/** The status of each reference's newest payout. */
	statuses: Record<string, string>;
	cardPayments: Ledger['cardPayments'];
	/** Breaches that the sandbox saw. */
	breaches: string[];
	/** Somebody cancelled the execution. */
	isCancelled: boolean;
	/** n8n was killed before the run ended; what came afterwards is not in the report. */
	isKilled: boolean;
	/** Nothing was in the way: no fault waiting, no cancellation. */
	isHealthy: boolean;
	/** How often the service had paid each reference by the time from which this execution remembers. */
	paidBefore: Ledger['paid'];
	/** A request of an earlier execution, given up on, may reach the service only now. */
	mayArriveLate: boolean;
	/** n8n was killed before it had saved what this execution did. */
	isForgotten: boolean;
	/** The credential could be read in every try. */
	isReadable: boolean;
	/** Nothing was in the way of asking the service what became of a payment. */
	canLookUp: boolean;
	/** The credential named another Base URL, at which nobody listens: what was paid elsewhere counts nothing. */
	isElsewhere: boolean;
	/** Whether the timeout was too long for a healthy answer to miss it. */
	isPatient: boolean;
}

/** The requests for one reference that were let in, of the run's own operation unless told otherwise. */
export function requestsFor(
	{ requests, setting }: Observation,
	orderReference: string,
	operation: ServiceOperation = setting.operation,
): LedgerRequest[] {
	return requests.filter(
		(request) =>
			request.operation === operation &&
			request.orderReference === orderReference &&
			request.authorizationValid !== false,
	);
}

/** Whether this kind of fault was among those that struck: a slow answer may be a wrong one, too. */
export function wasStruckBy({ fault = '' }: LedgerRequest, kind: FaultKind): boolean {
	return fault.split('+').includes(kind);
}

/** Whether the service answered as it should, so that the client must know the true outcome. */
export function isCleanAnswer({ status, fault }: LedgerRequest): boolean {
	return status === 200 && (fault === undefined || fault === 'delay');
}

/** Whether money may have moved on this request, as far as a client can tell. */
export function mayHaveMovedMoney({ status }: Pick<LedgerRequest, 'status'>): boolean {
	return provesNothing(status);
}
