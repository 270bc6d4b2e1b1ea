import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import type { Ledger, SandboxControl } from '../../sandbox';
import type { Execution } from '../../workbench/executions/executions';

/** A node with the items that reach it; what is left out is as in a node that was just added. */
export interface Order {
	items: IDataObject[];
	/** Those of a payout when left out. */
	parameters?: INodeParameters;
	onError?: OnError;
	/** Three tries in all. */
	retryOnFail?: boolean;
	/** Lies over a credential that works; one with a pasted token when left out. */
	credential?: Record<string, string | undefined>;
}

/** Where a scenario is played: on n8n's engine alone, or in a whole n8n. */
export interface Driver {
	control: SandboxControl;
	ledger(): Promise<Ledger>;
	/** Runs a new workflow. What has the same credential shares it, with its token. */
	pay(order: Order): Promise<Execution>;
	/** Runs the workflow of an execution once more. */
	again(execution: Execution): Promise<Execution>;
	/** "Retry execution". @throws {Error} where n8n does not offer it */
	retry(execution: Execution): Promise<Execution>;
}

/** What must hold: for a fresh driver and an empty ledger. Each is played on the engine. */
export interface Scenario {
	(driver: Driver): Promise<void>;
	/** Played in a whole n8n, too: n8n has a part in it (Retry execution, its store, error items, tokens). */
	inN8n?: true;
}

/** By what they are called. */
export type Scenarios = Record<string, Scenario>;

export const inN8n = (play: (driver: Driver) => Promise<void>): Scenario =>
	Object.assign(play, { inN8n: true as const });

/** The changes that make a credential generate its tokens. */
export const generatesTokens = { authentication: 'generateToken' };
