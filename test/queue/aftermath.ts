import type { N8nApi } from '../../workbench/instance/api';
import { comesTrue } from '../../workbench/servers/waiting';
import { readExecutions, waitForAll, type StoredExecution } from './executions';
import { referencesOf, type Payer, type Payouts, type Trial } from './trial';

/** The lock's time, one stalled interval, and a busy machine. */
const noticedWithinMs = 90_000;

/**
 * Waits until no execution is under way any more, and restarts the main process where some stay
 * "running".
 *
 * @returns whether that was necessary
 */
export async function untilAllEnded(
	{ client, cluster }: Trial,
	{ workflowId }: Payer,
): Promise<boolean> {
	const finish = async () => await waitForAll(client, workflowId, noticedWithinMs);
	if (await comesTrue(finish())) return false;
	// When it starts, and every few minutes, it looks for executions that no worker has any more.
	await cluster.main.restart();
	await finish();
	return true;
}

/**
 * Does what docs/queue-mode.md tells a person to do after a disturbance: restarts the main process
 * when executions stay "running", presses "Retry" on every execution that failed, and has every
 * batch of which no execution tells anything sent again, under the same references.
 *
 * @returns what n8n did, in words
 */
export async function cleanUpAfter(
	trial: Trial,
	payer: Payer,
	batches: Payouts[],
): Promise<string[]> {
	const { client, cluster } = trial;
	const finish = async () => await waitForAll(client, payer.workflowId, noticedWithinMs);
	const staysRunning = await untilAllEnded(trial, payer);
	const first = await readExecutions(client, payer.workflowId);
	const endings = countEach(first.map(({ status }) => status));
	const retried = await retryFailed(cluster.api, first);
	await finish();
	const sentAgain = await sendAgain(trial, payer, batches);
	await finish();
	return [
		`${first.length} executions for ${batches.length} calls ended as ${endings}` +
			(staysRunning ? ', after a restart of the main process' : ''),
		`Retry: ${retried}; sent again: ${sentAgain} batches without an outcome`,
	];
}

async function retryFailed(api: N8nApi, executions: StoredExecution[]): Promise<string> {
	const results: string[] = [];
	for (const { id, status } of executions) {
		if (status === 'success') continue;
		const became = await api
			.retryExecution(id)
			.then((retried) => `${status} → ${retried.status}`)
			.catch((error: Error) => `${status}: ${refusalOf(error)}`);
		results.push(became);
	}
	return countEach(results);
}

/** As the sender of a webhook does that got no answer. */
async function sendAgain(trial: Trial, payer: Payer, batches: Payouts[]): Promise<number> {
	const executions = await readExecutions(trial.client, payer.workflowId);
	const told = new Set(executions.flatMap(({ outcomes }) => Object.keys(outcomes)));
	const silent = batches.filter((batch) =>
		referencesOf([batch]).some((reference) => !told.has(reference)),
	);
	await payer.payAll(silent);
	return silent.length;
}

function refusalOf(error: Error): string {
	return /"message":"([^"]*)"/.exec(error.message)?.[1] ?? error.message;
}

function countEach(names: string[]): string {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return [...counts].map(([name, count]) => `${count} ${name}`).join(', ') || 'none';
}
