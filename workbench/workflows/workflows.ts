import type { OnError } from 'n8n-workflow';
import type { StoredCredential, WorkflowDefinition, WorkflowNode } from './definition';
import { nodeType } from '../install/paths';

/** The names of the nodes in {@link paymentWorkflow}. */
export const nodeNames = { trigger: 'Start', payments: 'Payments' } as const;

/** n8n's three ways to go on after an item that fails. */
export const errorModes: OnError[] = [
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
];

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

/** Parameters by operation, each field taken from the item's field of the same name. */
export const fromItem = {
	initiate: {
		resource: 'cardPayment',
		operation: 'initiate',
		...expressions('amount', 'currency', 'orderReference', 'customerId'),
	},
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
	const nodes = [
		nodeOf(nodeNames.trigger, 'n8n-nodes-base.manualTrigger', 1),
		nodeOf('List', 'n8n-nodes-base.set', 3.4, rawJson(JSON.stringify({ items }))),
		nodeOf('Items', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'items', options: {} }),
		{
			...nodeOf(nodeNames.payments, nodeType, 1),
			credentials: selected(credential),
			...node,
		},
	];
	return workflowOf(name, nodes);
}

/** Runs payouts in a sub-workflow that is written into a node which has the name of the node under test. */
export function withSubWorkflow(items: object[], credential: StoredCredential): WorkflowDefinition {
	const node = { parameters: fromItem.createBankPayout };
	const { nodes } = paymentWorkflow('', items, node, credential);
	const trigger = { inputSource: 'passthrough' };
	const called = nodeOf('Called', 'n8n-nodes-base.executeWorkflowTrigger', 1.1, trigger);
	const workflowJson = JSON.stringify(workflowOf('Called', [called, nodes.pop()!]));
	const parameters = { source: 'parameter', workflowJson, mode: 'once' };
	const caller = nodeOf(nodeNames.payments, 'n8n-nodes-base.executeWorkflow', 1.2, parameters);
	return workflowOf('Caller', [...nodes, caller]);
}

/** A node as n8n stores it, but for its place. */
export const nodeOf = (name: string, type: string, typeVersion: number, parameters = {}) => ({
	name,
	type,
	typeVersion,
	parameters,
});

/** The parameters of an Edit Fields node that puts out this JSON. */
export const rawJson = (jsonOutput: string) => ({ mode: 'raw', jsonOutput, options: {} });

/** What a node stores once a credential is selected in it. */
export const selected = ({ id, name, type }: StoredCredential) => ({
	[type]: { id, name },
});

/**
 * A workflow of nodes from left to right, as n8n stores it.
 *
 * @param connections each with the next one when absent
 */
export function workflowOf(
	name: string,
	nodes: WorkflowNode[],
	connections = chain(nodes.map((node) => node.name)),
): WorkflowDefinition {
	const placed = nodes.map((node, index) => ({
		id: `node-${index}`,
		position: [index * 220, 0],
		...node,
	}));
	// As the editor stores it. Without pinned data, n8n fails when a step is executed a second time.
	return { name, nodes: placed, connections, settings: { executionOrder: 'v1' }, pinData: {} };
}

/** What leads out of a node into another one. */
export function connectionTo(node: string | undefined, type = 'main'): object {
	return { [type]: [[{ node, type, index: 0 }]] };
}

/** What leads from each of these nodes to the next one. */
export function chain(names: string[]): object {
	const links = names.slice(1).map((name, index) => [names[index], connectionTo(name)]);
	return Object.fromEntries(links) as object;
}

function expressions<Name extends string>(...names: Name[]): Record<Name, string> {
	const entries = names.map((name) => [name, `={{ $json.${name} }}`]);
	return Object.fromEntries(entries) as Record<Name, string>;
}
