import type { Ledger, LedgerRequest } from '../../sandbox';
import type { Item, NodeSetting } from './payments';
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
	/** How often the service had paid each reference by now. */
	paid: Ledger['paid'];
	cardPayments: Ledger['cardPayments'];
	/** Breaches that the sandbox saw. */
	breaches: string[];
	/** Somebody cancelled the execution. */
	isCancelled: boolean;
	/** n8n was killed before the run ended; what came afterwards is not in the report. */
	isKilled: boolean;
	/** Nothing was in the way: no fault waiting, no cancellation. */
	isHealthy: boolean;
	/** Whether the timeout was too long for a healthy answer to miss it. */
	isPatient: boolean;
}

/** The requests of the run's own operation for one reference. */
export function requestsFor(
	{ requests, setting }: Observation,
	orderReference: string,
): LedgerRequest[] {
	return requests.filter(
		(request) =>
			request.operation === setting.operation &&
			request.orderReference === orderReference &&
			request.authorizationValid !== false,
	);
}

/** Whether the service answered as it should, so that the client must know the true outcome. */
export function isCleanAnswer({ status, fault }: LedgerRequest): boolean {
	return status === 200 && (fault === undefined || fault === 'delay');
}

/** Whether money may have moved on this request, as far as a client can tell. */
export function mayHaveMovedMoney({ status }: LedgerRequest): boolean {
	return status === null || status < 300 || status === 408 || status >= 500;
}
