import type { SandboxState } from '../state';
import type { LedgerRequest } from '../types';

/** What an operation is given: an authorized request that keeps the contract. */
export interface Call {
	state: SandboxState;
	/** Address of the sandbox, e.g. `http://127.0.0.1:8420`. */
	origin: string;
	body: unknown;
	params: Record<string, string>;
	query: Record<string, string>;
	/** The request's entry in the ledger. */
	record: LedgerRequest;
}
