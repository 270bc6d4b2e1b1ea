import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { SandboxControl } from '../../../sandbox';
import {
	decodeExecution,
	outputOf,
	type Execution,
} from '../../../workbench/executions/executions';
import { outcomesByReference } from '../../../workbench/executions/outcomes';
import { callWebhook, publishWebhook } from '../../../workbench/instance/webhook';
import { comesTrue, waitUntil } from '../../../workbench/servers/waiting';
import type { StoredCredential } from '../../../workbench/workflows/definition';
import { fromItem, nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';
import type { Cluster } from './cluster';

/** Payouts, as items of a workflow. */
export type PayoutBatch = Array<Record<string, unknown>>;

/** An execution as it stands in n8n's database. */
export interface StoredExecution {
	id: number;
	status: Execution['status'];
	/** By order reference; empty when it says nothing about its payouts. */
	outcomes: Record<string, string>;
}

/** What an execution says of a payout that was sent before, and of which the service showed its record. */
const onRecord = 'alreadySent, with its record';

const unfinished = ['new', 'running', 'waiting', 'unknown'];

/** The lock's time, one stalled interval, a turn for each payout, and a busy machine. */
const endedWithinMs = 180_000;

/** How often to look while payouts are under way; each look takes time from the workers. */
const lookEveryMs = 200;

export type Payer = Awaited<ReturnType<typeof publishPayer>>;

/**
 * Publishes a workflow that pays what its Webhook is sent, item by item.
 *
 * @param client to n8n's database, past every cut
 * @param path of the webhook
 */
export async function publishPayer(
	cluster: Cluster,
	client: Client,
	control: SandboxControl,
	path: string,
	credential: StoredCredential,
) {
	const node = { parameters: fromItem.createBankPayout, onError: 'continueRegularOutput' } as const;
	const { url } = cluster.webhook;
	const { id: workflowId } = await publishWebhook(cluster.api, path, node, credential, url);

	/** How often the service has paid each order reference. */
	async function timesPaid(): Promise<Record<string, number>> {
		// Without the requests, of which there may be thousands.
		return (await control.ledger(999_999_999)).paid;
	}

	/** The newest execution, 0 where there is none; how many after one of them have begun, and ended. */
	async function progress(after = 0) {
		const { rows } = await client.query<Record<'last' | 'begun' | 'ended', string>>(
			`SELECT coalesce(max(id), 0) AS last, count(*) FILTER (WHERE id > $3) AS begun,
				count(*) FILTER (WHERE id > $3 AND status <> ALL($2)) AS ended
				FROM execution_entity WHERE "workflowId" = $1`,
			[workflowId, unfinished, after],
		);
		const { last, begun, ended } = rows[0]!;
		return { last: Number(last), begun: Number(begun), ended: Number(ended) };
	}

	/** Those after one of them, retries included, oldest first. */
	async function executionsAfter(after = 0): Promise<StoredExecution[]> {
		type Row = Pick<StoredExecution, 'id' | 'status'> & { data: string };
		const { rows } = await client.query<Row>(
			`SELECT e.id, e.status, d.data FROM execution_entity e
				JOIN execution_data d ON d."executionId" = e.id
				WHERE e."workflowId" = $1 AND e.id > $2 ORDER BY e.id`,
			[workflowId, after],
		);
		return rows.map(({ id, status, data }) => {
			const outcomes = whatIsSaid(decodeExecution({ id: String(id), status, data }));
			return { id, status, outcomes };
		});
	}

	/**
	 * Runs it once for each batch, all at the same time, and waits for nothing: n8n answers a call when it
	 * hears of the end of a run, and may miss one. What a test concludes from is in the database.
	 */
	function pay(batches: PayoutBatch[]): void {
		for (const batch of batches) void callWebhook(url, path, { items: batch }).catch(() => []);
	}

	/** Does the same, and waits until these executions have ended. */
	async function payAll(batches: PayoutBatch[]): Promise<StoredExecution[]> {
		const { last } = await progress();
		pay(batches);
		await untilEnded(last, batches.length);
		return await executionsAfter(last);
	}

	/**
	 * Waits until so many executions after one of them have begun and all of those have ended, and
	 * restarts the main process where some stay "running": when it starts, and every few minutes, it
	 * looks for executions that no worker has any more.
	 */
	async function untilEnded(after = 0, count = 0): Promise<void> {
		const isSo = async () => {
			await sleep(lookEveryMs);
			const { begun, ended } = await progress(after);
			return begun === ended && ended >= count;
		};
		if (await comesTrue(waitUntil(isSo, endedWithinMs))) return;
		await cluster.main.restart();
		await waitUntil(isSo, endedWithinMs);
	}

	/** Waits until the service has made a quarter of the payouts, and not yet all of them. */
	async function untilMidRun(batches: PayoutBatch[]): Promise<void> {
		const references = referencesOf(batches);
		const made = await waitUntil(async () => {
			await sleep(lookEveryMs);
			const paid = await timesPaid();
			const { length } = references.filter((reference) => paid[reference]);
			return length >= references.length / 4 && length;
		});
		assert.ok(made < references.length, 'All was paid before anything happened');
	}

	/** Presses "Retry" on each execution that failed, one after the other. */
	async function retryFailed(): Promise<void> {
		const failed = (await executionsAfter()).filter(({ status }) => status !== 'success');
		for (const { id } of failed) {
			const { last } = await progress();
			let isRefused = false;
			// n8n refuses those that never began; its answer to others comes late, or not at all.
			cluster.api.retryExecution(String(id)).catch(() => (isRefused = true));
			const isSo = async () => isRefused || (await progress(last)).ended > 0;
			await comesTrue(waitUntil(isSo, endedWithinMs));
		}
		await untilEnded();
	}

	/** Expects that all was paid once, and that these executions say so of every payout. */
	async function assertPaidOnce(
		batches: PayoutBatch[],
		executions: StoredExecution[],
	): Promise<void> {
		const references = referencesOf(batches);
		const once = Object.fromEntries(references.map((reference) => [reference, 1]));
		const paid = await timesPaid();
		const told = references.map((reference) => [reference, paid[reference]]);
		assert.deepEqual(Object.fromEntries(told), once);
		const unsaid = references.filter(
			(reference) =>
				!executions.some(({ outcomes }) =>
					['accepted', onRecord].includes(outcomes[reference] ?? ''),
				),
		);
		assert.deepEqual(unsaid, [], 'Of these, the executions do not say that they were paid');
	}

	return { pay, payAll, untilEnded, untilMidRun, retryFailed, assertPaidOnce };
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

/** Batches of payouts with references of their own. */
export function makeBatches(count: number, payouts: number, prefix: string): PayoutBatch[] {
	return Array.from({ length: count }, (_, index) =>
		samplePayouts(payouts, `${prefix}-${index + 1}`),
	);
}

const referencesOf = (batches: PayoutBatch[]) =>
	batches.flat().map(({ orderReference }) => String(orderReference));
