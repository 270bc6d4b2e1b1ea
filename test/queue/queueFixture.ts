import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import type { Sandbox, SettingsChange } from '../../sandbox';
import type { StoredCredential } from '../../workbench/workflows/definition';
import { workingCredential } from '../../workbench/servers/sandboxClient';
import { credentialType } from '../../workbench/install/paths';
import { comesTrue, waitUntil } from '../../workbench/servers/waiting';
import { callWebhook, publishWebhook } from '../../workbench/instance/webhook';
import { fromItem, samplePayouts } from '../../workbench/workflows/workflows';
import { reconcile, type Reconciliation } from './reconciliation';
import type { Cluster } from './cluster';
import { readExecutions, readProgress, type StoredExecution } from './executions';

/** Payouts, as items of a workflow. */
export type PayoutBatch = Array<Record<string, unknown>>;

/** One test; its name is a sentence about n8n with this package. */
export interface QueueTest {
	name: string;
	/** @throws when a promise was broken */
	run(fixture: QueueFixture): Promise<void>;
}

let created = 0;

/** Everything that a test of queue mode works with. */
export class QueueFixture {
	constructor(
		readonly cluster: Cluster,
		/** To n8n's database, past every cut. */
		readonly client: Client,
		readonly sandbox: Sandbox,
	) {}

	/** Prints a line that is part of the test's result. */
	print(line: string): void {
		console.log(`  ${line}`);
	}

	/** Begins with a service that refuses a used order reference: between processes, its 409 decides. */
	async reset(settings: SettingsChange = {}): Promise<void> {
		const balances = { TZS: '1000000000000.00' };
		await this.sandbox.control.reset({ uniqueOrderReferences: true, balances, ...settings });
	}

	/** A credential for the sandbox that has no token yet. */
	async coldCredential(): Promise<StoredCredential> {
		const data = workingCredential(this.sandbox.baseUrl);
		return await this.cluster.api.createCredential(`Sandbox ${++created}`, credentialType, data);
	}

	/** Publishes a workflow in all processes that pays what its Webhook is sent, item by item. */
	async publish(path: string): Promise<Payer> {
		const { api, webhook } = this.cluster;
		const parameters = fromItem.createBankPayout;
		const node = { parameters, onError: 'continueRegularOutput' } as const;
		const credential = await this.coldCredential();
		const { id } = await publishWebhook(api, path, node, credential, webhook.url);
		return new Payer(this, id, path);
	}
}

/** The lock's time, one stalled interval, a turn for each payout, and a busy machine. */
const endedWithinMs = 180_000;

/** How often to look while payouts are under way; each look costs the machine that is measured. */
const lookEveryMs = 200;

/** A workflow with a Webhook that pays what it is sent. */
export class Payer {
	/** Everything that it was ever given to pay. */
	private readonly references = new Set<string>();

	constructor(
		private readonly fixture: QueueFixture,
		private readonly workflowId: string,
		private readonly path = '',
	) {}

	/**
	 * Runs it once for each batch, all at the same time, and waits for nothing: n8n answers a call when it
	 * hears of the end of a run, and may miss one. What a test concludes from is in the database.
	 */
	pay(batches: PayoutBatch[]): void {
		for (const reference of referencesOf(batches)) this.references.add(reference);
		const { url } = this.fixture.cluster.webhook;
		for (const batch of batches) void callWebhook(url, this.path, { items: batch }).catch(() => []);
	}

	/** Does the same, and waits until these executions have ended. */
	async payAll(batches: PayoutBatch[]): Promise<StoredExecution[]> {
		const { last } = await this.progress();
		this.pay(batches);
		await this.untilEnded(last, batches.length);
		return await this.executions(last);
	}

	/**
	 * Waits until so many executions after one of them have begun and all of those have ended, and
	 * restarts the main process where some stay "running": when it starts, and every few minutes, it
	 * looks for executions that no worker has any more.
	 */
	async untilEnded(after = 0, count = 0): Promise<void> {
		const isSo = async () => {
			await sleep(lookEveryMs);
			const { begun, ended } = await this.progress(after);
			return begun === ended && ended >= count;
		};
		if (await comesTrue(waitUntil(isSo, endedWithinMs))) return;
		await this.fixture.cluster.main.restart();
		await waitUntil(isSo, endedWithinMs);
	}

	/** Waits until the service has made a quarter of the payouts. */
	async untilMidRun(batches: PayoutBatch[]): Promise<void> {
		const references = referencesOf(batches);
		await waitUntil(async () => {
			await sleep(lookEveryMs);
			const paid = await this.paid();
			return references.filter((reference) => paid[reference]).length >= references.length / 4;
		});
	}

	/** How often the service has paid each order reference. */
	async paid(): Promise<Record<string, number>> {
		// Without the requests, of which there may be thousands.
		return (await this.fixture.sandbox.control.ledger(999_999_999)).paid;
	}

	/**
	 * Presses "Retry" on each execution that failed, one after the other.
	 *
	 * @returns how many there were
	 */
	async retryFailed(): Promise<number> {
		const failed = (await this.executions()).filter(({ status }) => status !== 'success');
		for (const { id } of failed) {
			const { last } = await this.progress();
			let isRefused = false;
			// n8n refuses those that never began; its answer to others comes late, or not at all.
			this.fixture.cluster.api.retryExecution(String(id)).catch(() => (isRefused = true));
			const isSo = async () => isRefused || (await this.progress(last)).ended > 0;
			await comesTrue(waitUntil(isSo, endedWithinMs));
		}
		await this.untilEnded();
		return failed.length;
	}

	/** Reconciles everything that it was ever given to pay, by all its executions or by some. */
	async reconcile(executions?: StoredExecution[]): Promise<Reconciliation> {
		const said = executions ?? (await this.executions());
		const outcomes = said.map((each) => each.outcomes);
		return reconcile(this.references, outcomes, await this.paid());
	}

	/** Those after one of them, retries included. */
	async executions(after?: number): Promise<StoredExecution[]> {
		return await readExecutions(this.fixture.client, this.workflowId, after);
	}

	private async progress(after?: number) {
		return await readProgress(this.fixture.client, this.workflowId, after);
	}
}

/** Batches of payouts with references of their own. */
export function makeBatches(count: number, payouts: number, prefix: string): PayoutBatch[] {
	return Array.from({ length: count }, (_, index) =>
		samplePayouts(payouts, `${prefix}-${index + 1}`),
	);
}

export function referencesOf(batches: PayoutBatch[]): string[] {
	return batches.flat().map(({ orderReference }) => String(orderReference));
}
