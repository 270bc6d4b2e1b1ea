import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { decodeExecution, outputOf, type Execution } from '../../workbench/instance/executions';
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

/** How many executions of a workflow have not ended yet. */
async function countUnfinished(client: Client, workflowId: string): Promise<number> {
	const { rows } = await client.query<{ count: string }>(
		`SELECT count(*) FROM execution_entity WHERE "workflowId" = $1 AND status = ANY($2)`,
		[workflowId, unfinished],
	);
	return Number(rows[0]!.count);
}

/** Waits until every execution of a workflow has ended, in whatever way. */
export async function waitForAll(
	client: Client,
	workflowId: string,
	timeoutMs?: number,
): Promise<void> {
	await waitUntil(async () => {
		await sleep(lookEveryMs);
		return (await countUnfinished(client, workflowId)) === 0;
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
	return rows.map(({ id, status, data }) => ({
		id: String(id),
		status,
		outcomes: whatIsSaid(decodeExecution({ id: String(id), status, data })),
	}));
}

/** An execution that was killed has no run of the node to say anything. */
function whatIsSaid(execution: Execution): Record<string, string> {
	const ran = execution.data.resultData?.runData?.Payments !== undefined;
	if (!ran) return {};
	const outcomes = outcomesOf(execution);
	for (const { json } of outputOf(execution, nodeNames.payments)) {
		const { orderReference, payout } = (json.details ?? {}) as Partial<Record<string, unknown>>;
		if (payout !== undefined && outcomes[String(orderReference)] === 'alreadySent') {
			outcomes[String(orderReference)] = onRecord;
		}
	}
	return outcomes;
}
