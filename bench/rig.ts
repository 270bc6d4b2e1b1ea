import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SandboxControl, type SettingsChange } from '../sandbox';
import { N8nApi, type StoredCredential } from '../workbench/instance/api';
import { lastRunOf, type NodeRun } from '../workbench/instance/executions';
import { workingCredential } from '../workbench/instance/fixture';
import { ensureN8n } from '../workbench/instance/install';
import { startN8n, type N8nProcess } from '../workbench/instance/n8nProcess';
import { givenTarball, installPackage } from '../workbench/instance/pack';
import { credentialType, repositoryRoot } from '../workbench/instance/paths';
import { freePort } from '../workbench/servers/ports';
import { onEndWanted, startProcess } from '../workbench/servers/processes';
import { answersWell, waitUntil } from '../workbench/servers/waiting';
import { callWebhook, publishWebhook } from '../workbench/workflows/webhookWorkflow';
import { nodeNames, samplePayouts, type PaymentNode } from '../workbench/workflows/workflows';
import { installYardsticks } from './yardstickPackage';

/** Enough for every payout of a whole benchmark. */
const balances = { TZS: '1000000000000.00' };

/** A node in a published workflow that takes payouts by webhook. */
export interface Subject {
	path: string;
	workflowId: string;
}

/** One n8n with SQLite, as it is installed, and the sandbox; both in processes of their own. */
export class Rig {
	private runs = 0;

	private constructor(
		private readonly n8n: N8nProcess,
		readonly baseUrl: string,
		readonly control: SandboxControl,
		/** What the yardsticks write. */
		readonly yardstickFile: string,
		/** The folder that the packages are installed in. */
		readonly modules: string,
		private readonly api: N8nApi,
		private readonly credential: StoredCredential,
		readonly close: () => Promise<void>,
	) {}

	static async start(): Promise<Rig> {
		// Ends n8n and the sandbox too, see processes.ts.
		onEndWanted((exitCode) => process.exit(exitCode));
		await ensureN8n();
		const userFolder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-bench-'));
		const tarball = await givenTarball(path.join(userFolder, 'packed'));
		await installPackage(tarball, userFolder);
		await installYardsticks(userFolder);

		const sandbox = await startSandboxProcess();
		const baseUrl = `${sandbox.url}/third-parties`;
		const yardstickFile = path.join(userFolder, 'yardstick.json');
		const n8n = await startN8n({ userFolder, env: { YARDSTICK_FILE: yardstickFile } });
		const api = new N8nApi(n8n.url);
		await api.setUpOwner();
		const credential = await api.createCredential(
			'Sandbox',
			credentialType,
			workingCredential(baseUrl),
		);
		const close = async () => {
			await n8n.stop();
			sandbox.stop();
			await rm(userFolder, { recursive: true, force: true });
		};
		const modules = path.join(userFolder, '.n8n/nodes/node_modules');
		const control = new SandboxControl(sandbox.url);
		return new Rig(n8n, baseUrl, control, yardstickFile, modules, api, credential, close);
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
		const own = { ...workingCredential(this.baseUrl), ...changes };
		const credential = changes && (await this.api.createCredential(name, credentialType, own));
		const workflow = await publishWebhook(this.api, name, node, credential ?? this.credential);
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
		const output = await callWebhook(this.n8n.url, path, this.newPayouts(count));
		const made = output.filter(({ status }) => status === 'AUTHORIZED').length;
		const { id, run } = await this.lastRun(workflowId);
		if (made !== count) {
			const why = run.error?.message ?? 'the run did not fail';
			throw new Error(`${path}: ${made} of ${count} payouts were made: ${why}`);
		}
		await this.api.deleteExecutions([id]);
		return run.executionTime;
	}

	private async lastRun(workflowId: string): Promise<{ id: string; run: NodeRun }> {
		await this.waitUntilReady();
		const [id = ''] = await this.api.listExecutions(workflowId);
		const execution = await this.api.waitForExecution(id);
		return { id, run: lastRunOf(execution, nodeNames.payments) };
	}

	/** After a long time without a pause n8n takes its database for lost, until it looks again. */
	private async waitUntilReady(): Promise<void> {
		await waitUntil(async () => (await this.api.fetch('/healthz/readiness')).ok);
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
