import './quiet';
import { parse, stringify } from 'flatted';
import { ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	NodeConnectionTypes,
	Workflow,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
	type INodeType,
	type INodeTypes,
	type IRun,
	type IRunExecutionData,
	type ITaskData,
	type IWorkflowExecuteAdditionalData,
	type OnError,
} from 'n8n-workflow';
import { CardBankPayments } from '../../../nodes/CardBankPayments/CardBankPayments.node.js';
import type { StoredCredential } from './credentials';

export const NODE_NAME = 'Payments';
const SOURCE_NAME = 'Source';

/** A node and the items that reach it. */
export interface Scenario {
	credential: StoredCredential;
	parameters: INodeParameters;
	items: IDataObject[];
	/** Items that reach it in the further turns of a loop, one list for each turn. */
	laterItems?: IDataObject[][];
	onError?: OnError;
	retryOnFail?: boolean;
	/** Unset in a workflow that was never saved. */
	workflowId?: string | null;
	/** Runs as a tool of an AI agent. */
	asTool?: boolean;
	/** A variant of the node, e.g. one without its own execute. */
	nodeType?: INodeType;
}

/** How one execution ended. */
export interface Execution {
	run: IRun;
	/** Items of each output of the node; empty when it failed. */
	outputs: INodeExecutionData[][];
	items: INodeExecutionData[];
	/** The items of every turn; the last one is `items`. */
	turns: INodeExecutionData[][];
	error?: Error & { description?: string | null };
	hints: string[];
}

const source: INodeType = {
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
	async execute() {
		return this.getWorkflowStaticData('global').turns as INodeExecutionData[][];
	},
};

/**
 * Runs the node on n8n-core's own execution engine: trigger, then our node, with everything around
 * it (error modes, Retry On Fail, pairing, hints) as n8n does it.
 */
export async function execute(scenario: Scenario): Promise<Execution> {
	return await startExecution(scenario).finished;
}

/** Starts an execution that can be cancelled. */
export function startExecution(scenario: Scenario): {
	finished: Promise<Execution>;
	cancel: () => void;
	data: () => IRunExecutionData;
} {
	const workflow = workflowOf(scenario);
	const data = createRunExecutionData({
		executionData: {
			nodeExecutionStack: [
				{
					node: workflow.getNode(SOURCE_NAME) as INode,
					data: { main: [[{ json: {} }]] },
					source: null,
				},
			],
		},
	});
	return process(workflow, data, scenario);
}

/**
 * "Retry execution": n8n loads the stored execution and runs it again from the node that failed.
 */
export async function retryExecution(failed: Execution, scenario: Scenario): Promise<Execution> {
	return await retryStored(storedForm(failed.run.data), scenario);
}

/** The same, from the stored form (as after a restart of n8n). */
export async function retryStored(stored: string, scenario: Scenario): Promise<Execution> {
	const data = parse(stored) as IRunExecutionData;
	const { resultData } = data;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? NODE_NAME];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	const workflow = workflowOf(scenario);
	// Retried "with currently saved workflow": the builder may have changed parameters meanwhile.
	for (const waiting of data.executionData?.nodeExecutionStack ?? []) {
		waiting.node = workflow.getNode(waiting.node.name) as INode;
	}
	return await process(workflow, data, scenario).finished;
}

/** An execution's data as n8n writes it to its database. */
export function storedForm(data: IRunExecutionData): string {
	return stringify(data);
}

function process(workflow: Workflow, data: IRunExecutionData, scenario: Scenario) {
	const engine = new WorkflowExecute(additionalData(workflow, scenario), 'manual', data);
	const running = engine.processRunExecutionData(workflow);
	return {
		finished: running.then(readRun),
		cancel: () => running.cancel(),
		data: () => data,
	};
}

function readRun(run: IRun): Execution {
	const tasks = run.data.resultData.runData[NODE_NAME] ?? [];
	const task = tasks.at(-1);
	const outputs = outputsOf(task);
	return {
		run,
		outputs,
		items: outputs.flat(),
		turns: tasks.map((one) => outputsOf(one).flat()),
		error: run.data.resultData.error as Execution['error'],
		hints: (task?.hints ?? []).map(({ message }) => message),
	};
}

function outputsOf(task?: ITaskData): INodeExecutionData[][] {
	return (task?.data?.main ?? []).map((items) => items ?? []);
}

function workflowOf(scenario: Scenario): Workflow {
	const { items, laterItems = [], parameters, onError, retryOnFail, asTool, nodeType } = scenario;
	// The engine runs the node once for each output of the source, the last one first.
	const turns = [items, ...laterItems].reverse();
	const node: INode = {
		id: 'node-1',
		name: NODE_NAME,
		type: asTool ? 'cardBankPaymentsTool' : 'cardBankPayments',
		typeVersion: 1,
		position: [200, 0],
		parameters,
		credentials: { cardBankPaymentsApi: { id: 'credential-1', name: 'Sandbox' } },
		onError: onError ?? 'stopWorkflow',
		retryOnFail: retryOnFail ?? false,
		maxTries: 3,
		waitBetweenTries: 1,
	};
	const start: INode = {
		id: 'node-0',
		name: SOURCE_NAME,
		type: 'source',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};
	const types: Record<string, INodeType> = {
		source,
		cardBankPayments: nodeType ?? new CardBankPayments(),
		cardBankPaymentsTool: nodeType ?? new CardBankPayments(),
	};
	const nodeTypes: INodeTypes = {
		getByName: (name) => types[name] as INodeType,
		getByNameAndVersion: (name) => types[name] as INodeType,
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		id: scenario.workflowId === null ? undefined : (scenario.workflowId ?? 'workflow-1'),
		nodes: [start, node],
		connections: {
			[SOURCE_NAME]: {
				main: turns.map(() => [{ node: NODE_NAME, type: NodeConnectionTypes.Main, index: 0 }]),
			},
		},
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1' },
	});
	workflow.getStaticData('global').turns = turns.map((turn) => turn.map((json) => ({ json })));
	return workflow;
}

function additionalData(
	workflow: Workflow,
	{ credential }: Scenario,
): IWorkflowExecuteAdditionalData {
	// Only what the engine touches for these nodes; the rest of n8n is not part of this harness.
	return {
		credentialsHelper: credential,
		currentNodeExecutionIndex: 0,
		executionId: 'execution-1',
		hooks: new ExecutionLifecycleHooks('manual', 'execution-1', {
			id: workflow.id,
			name: 'Test',
			active: false,
			isArchived: false,
			createdAt: new Date(),
			updatedAt: new Date(),
			nodes: [],
			connections: {},
			activeVersionId: null,
		}),
		variables: {},
		webhookWaitingBaseUrl: 'http://localhost/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost/form-waiting',
		restApiUrl: '',
		instanceBaseUrl: '',
	} as unknown as IWorkflowExecuteAdditionalData;
}
