import { comesTrue } from '../../workbench/servers/waiting';
import type { Item } from '../../workbench/instance/executions';
import {
	lastExecution,
	readExecutions,
	waitForAll,
	waitForNew,
	waitForRetry,
	type StoredExecution,
} from './executions';
import { referencesOf, type Payer, type Payouts, type Trial } from './trial';

/** The lock's time, one stalled interval, and a busy machine. */
const noticedWithinMs = 90_000;

/**
 * Waits until no execution is under way any more, and restarts the main process where some stay
 * "running".
 *
 * @returns whether that was necessary
 */
export async function untilAllEnded(trial: Trial, { workflowId }: Payer): Promise<boolean> {
	return await untilEnded(
		trial,
		async () => await waitForAll(trial.client, workflowId, noticedWithinMs),
	);
}

/**
 * Runs the workflow once for each batch, all at the same time, and waits for those executions, as
 * {@link untilAllEnded} does.
 *
 * @returns what they put out, as the database has it
 */
export async function payAll(
	trial: Trial,
	payer: Payer,
	batches: Payouts[],
	timeoutMs = noticedWithinMs,
): Promise<Array<Item['json']>> {
	const { client } = trial;
	const { workflowId } = payer;
	const after = await lastExecution(client, workflowId);
	for (const batch of batches) void payer.pay(batch);
	const wanted = { after, count: batches.length, timeoutMs };
	await untilEnded(trial, async () => await waitForNew(client, workflowId, wanted));
	const executions = await readExecutions(client, workflowId);
	return executions.filter(({ id }) => Number(id) > after).flatMap(({ output }) => output);
}

async function untilEnded({ cluster }: Trial, finish: () => Promise<void>): Promise<boolean> {
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
	const { client } = trial;
	const staysRunning = await untilAllEnded(trial, payer);
	const first = await readExecutions(client, payer.workflowId);
	const endings = countEach(first.map(({ status }) => status));
	const retried = await retryFailed(trial, first);
	await untilAllEnded(trial, payer);
	const sentAgain = await sendAgain(trial, payer, batches);
	await untilAllEnded(trial, payer);
	return [
		`${first.length} executions for ${batches.length} calls ended as ${endings}` +
			(staysRunning ? ', after a restart of the main process' : ''),
		`Retry: ${retried}; sent again: ${sentAgain} batches without an outcome`,
	];
}

async function retryFailed(trial: Trial, executions: StoredExecution[]): Promise<string> {
	const results: string[] = [];
	for (const { id, status } of executions) {
		if (status !== 'success') results.push(`${status}${await retry(trial, id)}`);
	}
	return countEach(results);
}

/**
 * Presses "Retry" and waits for the end in the database: n8n answers when it hears of the end, and
 * on a busy machine its main process may miss one.
 *
 * @returns how it ended, or why n8n refused
 */
async function retry({ client, cluster: { api } }: Trial, id: string): Promise<string> {
	const refused = new Promise<string>((resolve) => {
		api.retryExecution(id).catch((error: Error) => resolve(`: ${refusalOf(error)}`));
	});
	const ended = waitForRetry(client, id, noticedWithinMs).then(
		(status) => ` → ${status}`,
		() => ' → no end',
	);
	return await Promise.race([refused, ended]);
}

/** As the sender of a webhook does that got no answer. */
async function sendAgain(trial: Trial, payer: Payer, batches: Payouts[]): Promise<number> {
	const executions = await readExecutions(trial.client, payer.workflowId);
	const told = new Set(executions.flatMap(({ outcomes }) => Object.keys(outcomes)));
	const silent = batches.filter((batch) =>
		referencesOf([batch]).some((reference) => !told.has(reference)),
	);
	await payAll(trial, payer, silent);
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
