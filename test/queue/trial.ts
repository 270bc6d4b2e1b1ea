import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { SandboxControl, SettingsChange } from '../../sandbox';
import type { Item } from '../../workbench/instance/executions';
import { workingCredential } from '../../workbench/instance/fixture';
import { credentialType } from '../../workbench/instance/paths';
import { waitUntil } from '../../workbench/servers/waiting';
import { callWebhook, publishWebhook } from '../../workbench/workflows/webhookWorkflow';
import { fromItem, samplePayouts, type PaymentNode } from '../../workbench/workflows/workflows';
import type { StoredCredential } from '../../workbench/instance/api';
import type { Cluster } from './cluster';
import type { Sizes } from './commandLine';

/** Payouts, as items of a workflow. */
export type Payouts = Array<Record<string, unknown>>;

/** A workflow with a Webhook that pays what it is sent. */
export interface Payer {
	workflowId: string;
	/**
	 * Runs it once; nothing comes back when the run failed or n8n could not answer. What a test
	 * concludes from, it reads from the database, with `payAll`: n8n answers when it hears of the
	 * end of a run, and may miss one.
	 */
	pay(payouts: Payouts): Promise<Array<Item['json']>>;
}

/** Everything that a test of queue mode works with. */
export interface Trial {
	cluster: Cluster;
	control: SandboxControl;
	/** n8n's database, past every cut. */
	client: Client;
	baseUrl: string;
	sizes: Sizes;
	/** Prints a line that is part of the test's result. */
	print(line: string): void;
}

/** One test; its name is a sentence about n8n with this package. */
export interface QueueTest {
	name: string;
	/** Whether it is a measurement, which runs only when it is asked for by name. */
	isMeasurement?: true;
	/** @throws when a promise was broken */
	run(trial: Trial): Promise<void>;
}

/** A service that pays what it is asked to, as often as it is asked to, from a full account. */
export const payingService: SettingsChange = {
	uniqueOrderReferences: false,
	balances: { TZS: '1000000000000.00' },
};

let created = 0;

/** A credential for the sandbox that has no token yet. */
export async function coldCredential({ cluster, baseUrl }: Trial): Promise<StoredCredential> {
	const name = `Sandbox ${++created}`;
	return await cluster.api.createCredential(name, credentialType, workingCredential(baseUrl));
}

/** Publishes a workflow for payouts in all processes. */
export async function publishPayer(
	trial: Trial,
	path: string,
	node: Partial<PaymentNode> = {},
): Promise<Payer> {
	const { cluster } = trial;
	await cluster.ready();
	const { id: workflowId } = await publishWebhook(
		cluster.api,
		path,
		{ ...node, parameters: { ...fromItem.createBankPayout, ...node.parameters } },
		await coldCredential(trial),
		cluster.webhook.url,
	);
	const pay = async (payouts: Payouts) =>
		await callWebhook(cluster.webhook.url, path, payouts).catch(() => []);
	return { workflowId, pay };
}

/** Batches of payouts with references of their own. */
export function makeBatches(count: number, payouts: number, prefix: string): Payouts[] {
	return Array.from({ length: count }, (_, index) =>
		samplePayouts(payouts, `${prefix}-${index + 1}`),
	);
}

export function referencesOf(batches: Payouts[]): string[] {
	return batches.flat().map(({ orderReference }) => String(orderReference));
}

/** How often to look while payouts are under way; each look costs the machine that is measured. */
const lookEveryMs = 200;

/** Waits until the service has made a quarter of the payouts. */
export async function untilMidRun({ control }: Trial, batches: Payouts[]): Promise<void> {
	const references = referencesOf(batches);
	await waitUntil(async () => {
		await sleep(lookEveryMs);
		// Without the requests, of which there may be thousands.
		const { paid } = await control.ledger(999_999_999);
		return references.filter((reference) => paid[reference]).length >= references.length / 4;
	});
}
