import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import {
	decodeExecution,
	outputOf,
	type Execution,
	type Item,
} from '../../workbench/instance/executions';
import { outcomesOf } from '../../workbench/workflows/outcomes';
import { nodeNames } from '../../workbench/workflows/workflows';
import { waitUntil } from '../../workbench/servers/waiting';

/** An execution as it stands in n8n's database. */
export interface StoredExecution {
	id: string;
	status: Execution['status'];
	/**
	 * By order reference; empty when the execution says nothing about its payouts. What was sent
	 * before and came with the service's record is {@link onRecord}.
	 */
	outcomes: Record<string, string>;
	/** What the node put out; empty when it did not. */
	output: Array<Item['json']>;
}

/** The outcome of a payout that was sent before, and of which the service showed its record. */
export const onRecord = 'alreadySent, with its record';

interface Row {
	id: number;
	status: Execution['status'];
	data: string;
}

const lookEveryMs = 100;

const unfinished = ['new', 'running', 'waiting', 'unknown'];

/** How many executions of a workflow there are after one of them, and how many of those have ended. */
async function countExecutions(
	client: Client,
	workflowId: string,
	after = 0,
): Promise<{ begun: number; ended: number }> {
	const { rows } = await client.query<{ begun: string; ended: string }>(
		`SELECT count(*) AS begun, count(*) FILTER (WHERE status <> ALL($2)) AS ended
			FROM execution_entity WHERE "workflowId" = $1 AND id > $3`,
		[workflowId, unfinished, after],
	);
	return { begun: Number(rows[0]!.begun), ended: Number(rows[0]!.ended) };
}

/** Waits until every execution of a workflow has ended, in whatever way. */
export async function waitForAll(
	client: Client,
	workflowId: string,
	timeoutMs?: number,
): Promise<void> {
	await waitUntil(async () => {
		await sleep(lookEveryMs);
		const { begun, ended } = await countExecutions(client, workflowId);
		return ended === begun;
	}, timeoutMs);
}

/** @returns the newest execution of a workflow; 0 when there is none */
export async function lastExecution(client: Client, workflowId: string): Promise<number> {
	const { rows } = await client.query<{ id: number }>(
		`SELECT coalesce(max(id), 0) AS id FROM execution_entity WHERE "workflowId" = $1`,
		[workflowId],
	);
	return rows[0]!.id;
}

/** Waits until so many executions of a workflow have ended that were begun after one of them. */
export async function waitForNew(
	client: Client,
	workflowId: string,
	{ after, count, timeoutMs }: { after: number; count: number; timeoutMs: number },
): Promise<void> {
	await waitUntil(async () => {
		await sleep(lookEveryMs);
		return (await countExecutions(client, workflowId, after)).ended >= count;
	}, timeoutMs);
}

/** @returns how the retry of an execution has ended, once it has */
export async function waitForRetry(client: Client, id: string, timeoutMs: number): Promise<string> {
	let ended: string | undefined;
	await waitUntil(async () => {
		await sleep(lookEveryMs);
		const { rows } = await client.query<{ status: string }>(
			`SELECT status FROM execution_entity WHERE "retryOf" = $1 AND status <> ALL($2)`,
			[id, unfinished],
		);
		ended = rows[0]?.status;
		return ended !== undefined;
	}, timeoutMs);
	return ended!;
}

/** All executions of a workflow, retries included, oldest first. */
export async function readExecutions(
	client: Client,
	workflowId: string,
): Promise<StoredExecution[]> {
	const { rows } = await client.query<Row>(
		`SELECT e.id, e.status, d.data FROM execution_entity e
			JOIN execution_data d ON d."executionId" = e.id
			WHERE e."workflowId" = $1 ORDER BY e.id`,
		[workflowId],
	);
	return rows.map(({ id, status, data }) => {
		const execution = decodeExecution({ id: String(id), status, data });
		return { id: String(id), status, ...whatIsSaid(execution) };
	});
}

/** An execution that was killed has no run of the node to say anything. */
function whatIsSaid(execution: Execution): Pick<StoredExecution, 'outcomes' | 'output'> {
	const ran = execution.data.resultData?.runData?.Payments !== undefined;
	if (!ran) return { outcomes: {}, output: [] };
	const outcomes = outcomesOf(execution);
	const output = outputOf(execution, nodeNames.payments).map(({ json }) => json);
	for (const json of output) {
		const { orderReference, payout } = (json.details ?? {}) as Partial<Record<string, unknown>>;
		if (payout !== undefined && outcomes[String(orderReference)] === 'alreadySent') {
			outcomes[String(orderReference)] = onRecord;
		}
	}
	return { outcomes, output };
}
