import { parse, stringify } from 'flatted';
import type { IRunExecutionData } from 'n8n-workflow';
import {
	startExecution,
	type EngineExecution,
	type EngineScenario,
} from '../../workbench/engine/engine';
import type { IsolatedService } from './isolatedService';
import type { Interruption } from './schedule';

/** The node's id in the workflow of `workbench/engine`, under which n8n keeps its processed items. */
const NODE_ID = 'node-1';

/** An execution that has ended, and what n8n keeps of it. */
export interface EndedExecution {
	execution: EngineExecution;
	/** How it ended, unless by itself. */
	by?: Interruption['kind'];
	/** What n8n has stored of it, if something is left to retry. */
	stored?: string;
}

/** A new execution, interrupted at its moment. */
export async function begin(
	{ credential, store }: IsolatedService,
	scenario: EngineScenario,
	{ kind, moment }: Partial<Interruption> = {},
): Promise<EndedExecution> {
	const running = startExecution(scenario);
	const atStart = stringify(running.data());
	const { baseUrl } = credential.stored;
	let stored: string | undefined;
	let used: string[] = [];
	let by: EndedExecution['by'];
	const ring = () => {
		if (by !== undefined) return;
		by = kind;
		if (kind !== 'cancel') {
			// A killed n8n cannot be had in this process. What it would leave behind can: the data as they were
			// when the node began, with or without its memory, and what stands in the list of n8n.
			const own = new Set(scenario.items.map(({ reference }) => reference));
			used = store.used().filter((reference) => own.has(reference));
			stored = kind === 'kill' ? atStart : withMemoryOf(running.data(), atStart);
		}
		running.cancel();
	};
	let requests = 0;
	const timer = moment && 'ms' in moment ? setTimeout(ring, moment.ms) : undefined;
	credential.beforeRequest = () => {
		if (moment && 'request' in moment && ++requests === moment.request) ring();
	};
	const execution = await running.finished;
	credential.beforeRequest = undefined;
	clearTimeout(timer);
	if (stored === undefined) return { ...endOf(execution), by };
	// In truth it would not have lived to take out again what was refused in the end.
	if (used.length > 0) {
		await store.checkProcessedAndRecord(
			used.map((reference) => `${String(baseUrl)} ${reference}`),
			'node',
			{
				workflow: { id: String(scenario.workflowId), active: false },
				node: { id: NODE_ID } as never,
			},
		);
	}
	return { execution, by, stored };
}

/** An execution that nothing has interrupted. */
export function endOf(execution: EngineExecution): EndedExecution {
	const { data } = execution.run;
	const isRetryable =
		execution.error !== undefined && (data.executionData?.nodeExecutionStack ?? []).length > 0;
	return { execution, ...(isRetryable && { stored: stringify(data) }) };
}

/** The execution as it was saved at its start, with the node's memory of now. */
function withMemoryOf(now: IRunExecutionData, atStart: string): string {
	const data = parse(atStart) as IRunExecutionData;
	const { contextData } = now.executionData ?? {};
	if (data.executionData && contextData) data.executionData.contextData = contextData;
	return stringify(data);
}
