import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SandboxControl, type SettingsChange } from '../sandbox';
import type { StoredCredential } from '../workbench/workflows/definition';
import { lastRunOf, type NodeRun } from '../workbench/executions/executions';
import { workingCredential } from '../workbench/servers/sandboxClient';
import { startHost, type Host } from '../workbench/instance/host';
import { credentialType, repositoryRoot } from '../workbench/install/paths';
import { freePort } from '../workbench/servers/ports';
import { onEndWanted, startProcess } from '../workbench/servers/processes';
import { answersWell, waitUntil } from '../workbench/servers/waiting';
import { callWebhook, publishWebhook } from '../workbench/instance/webhook';
import { samplePayouts, type PaymentNode } from '../workbench/workflows/workflows';
import { installReferenceNodes } from './referencePackage';

/** Enough for every payout of a whole benchmark. */
const balances = { TZS: '1000000000000.00' };

/** What the copy of the node that measures its memory writes. */
export const memoryUseFile = path.join(tmpdir(), `card-bank-payments-bench-${process.pid}.json`);

/** A node in a published workflow that takes payouts by webhook. */
export interface Subject {
	path: string;
	workflowId: string;
}

/** One n8n with SQLite, as it is installed, and the sandbox; both in processes of their own. */
export class Harness {
	private runs = 0;
	/** The credential of the nodes that have none of their own. */
	private shared?: Promise<StoredCredential>;

	private constructor(
		private readonly host: Host,
		private readonly sandbox: Awaited<ReturnType<typeof startSandboxProcess>>,
	) {}

	static async start(): Promise<Harness> {
		// Ends n8n and the sandbox too, see processes.ts.
		onEndWanted((exitCode) => process.exit(exitCode));
		const sandbox = await startSandboxProcess();
		return new Harness(
			await startHost({ MEMORY_USE_FILE: memoryUseFile }, installReferenceNodes),
			sandbox,
		);
	}

	get baseUrl(): string {
		return `${this.sandbox.url}/third-parties`;
	}

	get control(): SandboxControl {
		return new SandboxControl(this.sandbox.url);
	}

	/** The folder that the packages are installed in. */
	get modules(): string {
		return path.join(this.host.n8n.userFolder, '.n8n/nodes/node_modules');
	}

	async close(): Promise<void> {
		await this.host.close();
		this.sandbox.stop();
		await rm(memoryUseFile, { force: true });
	}

	/** Forgets all payouts and tokens, and answers from now on after so many milliseconds. */
	async reset(latencyMs: number, settings: SettingsChange = {}): Promise<void> {
		await this.control.reset({ ...settings, delayMs: latencyMs, balances });
	}

	/** Payouts that were never made before. */
	newPayouts(count: number): Array<Record<string, unknown>> {
		return samplePayouts(count, `RUN-${++this.runs}`);
	}

	/** @param changes to the credential, which then is the node's own */
	async publish(name: string, node: PaymentNode, changes?: object): Promise<Subject> {
		const { api } = this.host;
		const create = async () => {
			const values = { ...workingCredential(this.baseUrl), ...changes };
			return await api.createCredential(name, credentialType, values);
		};
		const credential = await (changes === undefined ? (this.shared ??= create()) : create());
		const workflow = await publishWebhook(api, name, node, credential);
		return { path: name, workflowId: workflow.id };
	}

	/**
	 * Makes payouts through a node.
	 *
	 * @returns milliseconds that n8n says the node took, from its start to its output
	 * @throws {Error} when not every payout was made
	 */
	async pay({ path, workflowId }: Subject, count: number): Promise<number> {
		await this.waitUntilReady();
		const output = await callWebhook(this.host.n8n.url, path, { items: this.newPayouts(count) });
		const made = output.filter(({ status }) => status === 'AUTHORIZED').length;
		const { id, run } = await this.lastRun(workflowId);
		if (made !== count) {
			const why = run.error?.message ?? 'the run did not fail';
			throw new Error(`${path}: ${made} of ${count} payouts were made: ${why}`);
		}
		await this.host.api.request('POST', '/rest/executions/delete', { ids: [id] });
		return run.executionTime;
	}

	private async lastRun(workflowId: string): Promise<{ id: string; run: NodeRun }> {
		await this.waitUntilReady();
		const [id = ''] = await this.host.api.listExecutions(workflowId);
		const execution = await this.host.api.waitForExecution(id);
		return { id, run: lastRunOf(execution) };
	}

	/** After a long time without a pause n8n takes its database for lost, until it looks again. */
	private async waitUntilReady(): Promise<void> {
		await waitUntil(async () => (await this.host.api.fetch('/healthz/readiness')).ok);
	}
}

async function startSandboxProcess(): Promise<{ url: string; stop: () => void }> {
	const port = await freePort();
	const script = ['--import', 'tsx', 'sandbox/cli.ts', '--port', String(port)];
	const running = startProcess(process.execPath, script, { cwd: repositoryRoot });
	const url = `http://127.0.0.1:${port}`;
	await running.waitUntilReady(async () => await answersWell(url));
	return { url, stop: () => running.signal('SIGTERM') };
}
