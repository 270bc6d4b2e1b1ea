import type { Client } from 'pg';
import { decodeExecution, outputOf, type Execution } from '../../workbench/executions/executions';
import { outcomesByReference } from '../../workbench/executions/outcomes';
import { nodeNames } from '../../workbench/workflows/workflows';
import { onRecord } from './reconciliation';

/** An execution as it stands in n8n's database. */
export interface StoredExecution {
	id: number;
	status: Execution['status'];
	/** By order reference, see {@link onRecord}; empty when it says nothing about its payouts. */
	outcomes: Record<string, string>;
}

const unfinished = ['new', 'running', 'waiting', 'unknown'];

/**
 * @returns the newest execution of a workflow, 0 where there is none; and how many after one of them
 * have begun, and have ended in whatever way
 */
export async function readProgress(client: Client, workflowId: string, after = 0) {
	const { rows } = await client.query<Record<'last' | 'begun' | 'ended', string>>(
		`SELECT coalesce(max(id), 0) AS last, count(*) FILTER (WHERE id > $3) AS begun,
			count(*) FILTER (WHERE id > $3 AND status <> ALL($2)) AS ended
			FROM execution_entity WHERE "workflowId" = $1`,
		[workflowId, unfinished, after],
	);
	const { last, begun, ended } = rows[0]!;
	return { last: Number(last), begun: Number(begun), ended: Number(ended) };
}

/** The executions of a workflow after one of them, retries included, oldest first. */
export async function readExecutions(
	client: Client,
	workflowId: string,
	after = 0,
): Promise<StoredExecution[]> {
	const { rows } = await client.query<Pick<StoredExecution, 'id' | 'status'> & { data: string }>(
		`SELECT e.id, e.status, d.data FROM execution_entity e
			JOIN execution_data d ON d."executionId" = e.id
			WHERE e."workflowId" = $1 AND e.id > $2 ORDER BY e.id`,
		[workflowId, after],
	);
	return rows.map(({ id, status, data }) => ({
		id,
		status,
		outcomes: whatIsSaid(decodeExecution({ id: String(id), status, data })),
	}));
}

/** An execution that was killed has no run of the node to say anything. */
function whatIsSaid(execution: Execution): Record<string, string> {
	if (execution.data.resultData?.runData?.[nodeNames.payments] === undefined) return {};
	const outcomes = outcomesByReference(execution);
	for (const { json } of outputOf(execution)) {
		const { orderReference = '', payout } = (json.details ?? {}) as Details;
		const outcome = outcomes[orderReference];
		if (outcome === 'alreadySent' && payout !== undefined) outcomes[orderReference] = onRecord;
	}
	return outcomes;
}

interface Details {
	orderReference?: string;
	payout?: object;
}
