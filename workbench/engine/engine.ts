import './quiet';
import { parse, stringify } from 'flatted';
import { WorkflowExecute } from 'n8n-core';
import {
	createRunExecutionData,
	type INode,
	type INodeExecutionData,
	type IRun,
	type IRunExecutionData,
	type Workflow,
} from 'n8n-workflow';
import {
	additionalData,
	NODE_NAME,
	SOURCE_NAME,
	engineWorkflow,
	itemsOf,
	type EngineScenario,
} from './workflow';

export { NODE_NAME, type EngineScenario } from './workflow';

/** How one execution ended. */
export interface EngineExecution {
	run: IRun;
	/** Items of each output of the node; empty when it failed. */
	outputs: INodeExecutionData[][];
	items: INodeExecutionData[];
	/** The items of every turn; the last one is `items`. */
	turns: INodeExecutionData[][];
	error?: Error & { description?: string | null };
	hints: string[];
}

/**
 * Runs the node on n8n-core's own execution engine: trigger, then our node, with everything around
 * it (error modes, Retry On Fail, pairing, hints) as n8n does it.
 */
export async function execute(scenario: EngineScenario): Promise<EngineExecution> {
	return await startExecution(scenario).finished;
}

/** Starts an execution that can be cancelled. */
export function startExecution(scenario: EngineScenario) {
	const workflow = engineWorkflow(scenario);
	const { pinned, items } = scenario;
	const isPinned = pinned !== undefined;
	const node = workflow.getNode(isPinned ? NODE_NAME : SOURCE_NAME) as INode;
	const main = [isPinned ? itemsOf(items) : [{ json: {} }]];
	const hasSource = isPinned && pinned.isAlone !== true;
	const source = hasSource ? { main: [{ previousNode: SOURCE_NAME }] } : null;
	const nodeExecutionStack = [{ node, data: { main }, source }];
	const data = createRunExecutionData({ executionData: { nodeExecutionStack } });
	if (pinned?.ran !== undefined) {
		const task = { startTime: 0, executionTime: 0, executionIndex: 0, source: [] };
		data.resultData.runData[SOURCE_NAME] = [{ ...task, data: { main: [itemsOf(pinned.ran)] } }];
	}
	return process(workflow, data, scenario);
}

/**
 * "Retry execution": n8n loads the stored execution and runs it again from the node that failed.
 */
export async function retryExecution(
	failed: EngineExecution,
	scenario: EngineScenario,
): Promise<EngineExecution> {
	return await retryStored(stringify(failed.run.data), scenario);
}

/** The same, from the data as n8n writes them to its database, with `flatted`. */
export async function retryStored(
	stored: string,
	scenario: EngineScenario,
): Promise<EngineExecution> {
	const data = parse(stored) as IRunExecutionData;
	const { resultData } = data;
	delete resultData.error;
	const runs = resultData.runData[resultData.lastNodeExecuted ?? NODE_NAME];
	if (runs?.at(-1)?.error !== undefined) runs.pop();
	const workflow = engineWorkflow(scenario);
	// Retried "with currently saved workflow": the builder may have changed parameters meanwhile.
	for (const waiting of data.executionData?.nodeExecutionStack ?? []) {
		waiting.node = workflow.getNode(waiting.node.name) as INode;
	}
	return await process(workflow, data, scenario).finished;
}

function process(workflow: Workflow, data: IRunExecutionData, scenario: EngineScenario) {
	const engine = new WorkflowExecute(additionalData(workflow, scenario), 'manual', data);
	const running = engine.processRunExecutionData(workflow);
	return { finished: running.then(readRun), cancel: () => running.cancel(), data: () => data };
}

function readRun(run: IRun): EngineExecution {
	const { runData, error } = run.data.resultData;
	const tasks = runData[NODE_NAME] ?? [];
	const turns = tasks.map(({ data }) => (data?.main ?? []).map((items) => items ?? []));
	const outputs = turns.at(-1) ?? [];
	return {
		run,
		outputs,
		items: outputs.flat(),
		turns: turns.map((turn) => turn.flat()),
		error: error as EngineExecution['error'],
		hints: (tasks.at(-1)?.hints ?? []).map(({ message }) => message),
	};
}
