import { parse } from 'flatted';
import { nodeNames } from '../workflows/workflows';

/** One item of a node's output. */
export interface OutputItem {
	json: Record<string, unknown>;
	pairedItem?: unknown;
}

/** A failure as n8n keeps it with an execution. */
export interface ExecutionError {
	message: string;
	description?: string | null;
	messages?: string[];
}

/** One run of one node. */
export interface NodeRun {
	/** By output, and in it by item. */
	data?: { main?: Array<OutputItem[] | null> };
	error?: ExecutionError;
	executionStatus?: string;
	hints?: Array<{ message: string }>;
}

/** An execution with its data. */
export interface Execution {
	id: string;
	status: 'new' | 'running' | 'waiting' | 'unknown' | 'success' | 'error' | 'canceled' | 'crashed';
	mode: string;
	workflowId: string;
	data: {
		resultData: {
			runData: Record<string, NodeRun[]>;
			error?: ExecutionError;
			lastNodeExecuted?: string;
		};
	};
}

/** Reads an execution as the REST interface answers it: its data is text in n8n's compact form. */
export function decodeExecution(answer: unknown): Execution {
	const execution = answer as Execution & { data: unknown };
	if (typeof execution.data !== 'string') return execution;
	return { ...execution, data: parse(execution.data) as Execution['data'] };
}

/**
 * What the node under test put out in its last run.
 *
 * @param output 0 for the only or the success output, 1 for the error output
 * @throws {Error} when it did not run
 */
export function outputOf(execution: Execution, output = 0): OutputItem[] {
	return lastRunOf(execution).data?.main?.[output] ?? [];
}

/** @throws {Error} when the node under test did not run */
export function lastRunOf({ id, data: { resultData } }: Execution): NodeRun {
	const run = resultData.runData[nodeNames.payments]?.at(-1);
	if (run !== undefined) return run;
	const message = resultData.error?.message ?? 'no failure is recorded';
	throw new Error(`The node under test did not run in execution ${id}: ${message}`);
}

/**
 * The failure that ended an execution.
 *
 * @throws {Error} when there was none
 */
export function failureOf(execution: Execution): ExecutionError {
	const { error } = execution.data.resultData;
	if (error === undefined)
		throw new Error(`Execution ${execution.id} ended as ${execution.status}`);
	return error;
}
