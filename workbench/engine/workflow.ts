import { ExecutionLifecycleHooks } from 'n8n-core';
import {
	NodeConnectionTypes,
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IWorkflowBase,
	type IWorkflowExecuteAdditionalData,
	type OnError,
} from 'n8n-workflow';
import type { EngineCredential } from './credentials';
import { hurriedNode } from './nodes';

export const NODE_NAME = 'Payments';
export const SOURCE_NAME = 'Source';

/** A node and the items that reach it. */
export interface EngineScenario {
	credential: EngineCredential;
	parameters: INodeParameters;
	items: IDataObject[];
	/** Items that reach it in the further turns of a loop, one list for each turn. */
	laterItems?: IDataObject[][];
	/**
	 * A manual run of the node alone, on data that was pinned or edited before it in the editor: the node
	 * before has run with these items, or never, or there is none.
	 */
	pinned?: { ran?: IDataObject[]; isAlone?: boolean };
	onError?: OnError;
	retryOnFail?: boolean;
	executeOnce?: boolean;
	/** Unset in a workflow that was never saved. */
	workflowId?: string | null;
	/** Runs as a tool of an AI agent. */
	asTool?: boolean;
	/** A variant of the node, e.g. one without its own execute; else one that waits in a hurry. */
	nodeType?: INodeType;
}

/** The trigger. The engine runs the node once for each of its outputs, the last one first. */
const source = (turns: INodeExecutionData[][]): INodeType => ({
	description: {
		displayName: 'Source',
		name: 'source',
		group: ['trigger'],
		version: 1,
		description: 'Hands out the items of a test',
		defaults: {},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	},
	execute: async () => turns,
});

/** A workflow of a trigger, which hands out the items, and our node. */
export function engineWorkflow(scenario: EngineScenario): Workflow {
	const { items, laterItems = [], nodeType = hurriedNode(), workflowId = 'workflow-1' } = scenario;
	const turns = [items, ...laterItems].reverse().map(itemsOf);
	const plain = { typeVersion: 1, position: [0, 0] satisfies INode['position'], parameters: {} };
	const start: INode = { ...plain, id: 'node-0', name: SOURCE_NAME, type: 'source' };
	const { parameters, onError = 'stopWorkflow', retryOnFail, executeOnce, asTool } = scenario;
	const node: INode = {
		...{ ...plain, id: 'node-1', name: NODE_NAME, parameters, onError, retryOnFail, executeOnce },
		type: asTool ? 'cardBankPaymentsTool' : 'cardBankPayments',
		credentials: { cardBankPaymentsApi: { id: scenario.credential.id, name: 'Sandbox' } },
		maxTries: 3,
		waitBetweenTries: 1,
	};
	const typeOf = (name: string) => (name === start.type ? source(turns) : nodeType);
	const nodeTypes: INodeTypes = {
		getByName: typeOf,
		getByNameAndVersion: typeOf,
		getKnownTypes: () => ({}),
	};
	const link = { node: NODE_NAME, type: NodeConnectionTypes.Main, index: 0 };
	return new Workflow({
		id: workflowId ?? undefined,
		nodes: [start, node],
		connections: { [SOURCE_NAME]: { main: turns.map(() => [link]) } },
		active: false,
		nodeTypes,
		// For each expression n8n makes a moment in the time zone, which takes long in every other one.
		settings: { executionOrder: 'v1', timezone: 'UTC' },
	});
}

/** Items as n8n hands them on. */
export const itemsOf = (items: IDataObject[]): INodeExecutionData[] =>
	items.map((json) => ({ json }));

/** What the engine is given besides the workflow. */
export function additionalData(
	workflow: Workflow,
	{ credential }: EngineScenario,
): IWorkflowExecuteAdditionalData {
	const { id, name } = workflow;
	// Only what the engine touches for these nodes; there is no rest of n8n here.
	return {
		credentialsHelper: credential,
		currentNodeExecutionIndex: 0,
		executionId: 'execution-1',
		hooks: new ExecutionLifecycleHooks('manual', 'execution-1', { id, name } as IWorkflowBase),
		variables: {},
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
	} as unknown as IWorkflowExecuteAdditionalData;
}
