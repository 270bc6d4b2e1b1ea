import type { StoredCredential, WorkflowDefinition } from '../instance/api';
import { credentialType, nodeType } from '../instance/paths';

/** The names of the nodes in {@link paymentWorkflow}. */
export const nodeNames = { trigger: 'Start', payments: 'Payments' } as const;

export type OnError = 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';

/** The node under test: its parameters, and n8n's own settings of a node. */
export interface PaymentNode {
	/** Another node in the place of ours, to compare it with. */
	type?: string;
	typeVersion?: number;
	parameters: Record<string, unknown>;
	onError?: OnError;
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

const cardPayment = {
	resource: 'cardPayment',
	...expressions('amount', 'currency', 'orderReference'),
} as const;

/** Parameters by operation, each field taken from the item's field of the same name. */
export const fromItem = {
	initiate: { ...cardPayment, operation: 'initiate', ...expressions('customerId') },
	preview: { ...cardPayment, operation: 'preview' },
	createBankPayout: {
		resource: 'payout',
		operation: 'createBankPayout',
		...expressions('amount', 'currency', 'orderReference', 'accountNumber', 'accountName'),
		...expressions('transferType'),
		bic: { __rl: true, mode: 'bic', value: '={{ $json.bic }}' },
	},
} as const;

/** Payouts that the sandbox accepts, e.g. PAYOUT-001 over 1001.5 TZS. */
export function samplePayouts(count: number, prefix = 'PAYOUT'): Array<Record<string, unknown>> {
	return Array.from({ length: count }, (_, index) => ({
		amount: 1001.5 + index,
		currency: 'TZS',
		orderReference: `${prefix}-${String(index + 1).padStart(3, '0')}`,
		accountNumber: `01520000${String(index + 1).padStart(4, '0')}`,
		accountName: `Beneficiary ${index + 1}`,
		bic: 'CORUTZTZ',
		transferType: 'ACH',
	}));
}

/**
 * A workflow of n8n's own nodes around the node under test: Manual Trigger, a list of items as
 * JSON, Split Out, and the node.
 */
export function paymentWorkflow(
	name: string,
	items: object[],
	node: PaymentNode,
	credential: StoredCredential,
): WorkflowDefinition {
	const list = { mode: 'raw', jsonOutput: JSON.stringify({ items }), options: {} };
	const split = { fieldToSplitOut: 'items', options: {} };
	const credentials = { [credentialType]: { id: credential.id, name: credential.name } };
	const nodes = [
		{ name: nodeNames.trigger, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
		{ name: 'List', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: list },
		{ name: 'Items', type: 'n8n-nodes-base.splitOut', typeVersion: 1, parameters: split },
		{ name: nodeNames.payments, type: nodeType, typeVersion: 1, credentials, ...node },
	];
	return workflowOf(name, nodes, chain(nodes.map((each) => each.name)));
}

/** A workflow of nodes from left to right, as n8n stores it. */
export function workflowOf(
	name: string,
	nodes: Array<{ name: string }>,
	connections: object,
): WorkflowDefinition {
	const placed = nodes.map((node, index) => ({
		id: `node-${index}`,
		position: [index * 220, 0],
		parameters: {},
		...node,
	}));
	return { name, nodes: placed, connections, settings: { executionOrder: 'v1' } };
}

/** What leads out of a node into another one. */
export function linkTo(node: string | undefined, type = 'main'): object {
	return { [type]: [[{ node, type, index: 0 }]] };
}

function chain(names: string[]): object {
	const links = names.slice(1).map((name, index) => [names[index], linkTo(name)]);
	return Object.fromEntries(links) as object;
}

function expressions<Name extends string>(...names: Name[]): Record<Name, string> {
	const entries = names.map((name) => [name, `={{ $json.${name} }}`]);
	return Object.fromEntries(entries) as Record<Name, string>;
}
