import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nApi } from '../../workbench/instance/api';
import type { N8nOptions } from '../../workbench/instance/n8nProcess';
import { unpackPackage } from '../../workbench/instance/pack';
import { openLine, type Line } from '../../workbench/servers/line';
import { freePort } from '../../workbench/servers/ports';
import { answersWell, waitUntil } from '../../workbench/servers/waiting';
import type { Services } from './services';
import { addressSettings, shippedSettings } from './settings';
import { SupervisedProcess } from './supervised';

type Command = NonNullable<N8nOptions['command']>;

const readyTimeoutMs = 60_000;

/** An n8n in queue mode, put together as deploy/compose.yaml does. */
export class Cluster {
	main!: SupervisedProcess;
	webhook!: SupervisedProcess;
	readonly workers: SupervisedProcess[] = [];
	/** The main process, with its owner logged in. */
	api!: N8nApi;

	private constructor(
		private readonly folder: string,
		private readonly logs: string,
		private readonly tarball: string,
		private readonly settings: Record<string, string>,
		readonly postgres: Line,
		readonly redis: Line,
	) {}

	/**
	 * Starts a main and a webhook process on empty servers; workers come with {@link scaleTo}.
	 *
	 * @param tarball the packed package, which every process gets installed
	 * @param logs folder that keeps a copy of the logs
	 */
	static async start(services: Services, tarball: string, logs?: string): Promise<Cluster> {
		const folder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-queue-'));
		if (logs !== undefined) await mkdir(logs, { recursive: true });
		const { postgres, redis } = services;
		const postgresLine = await openLine(postgres.hostname, Number(postgres.port || 5432));
		const redisLine = await openLine(redis.hostname, Number(redis.port || 6379));
		const settings = {
			...shippedSettings(),
			...addressSettings({
				...services,
				postgresPort: postgresLine.port,
				redisPort: redisLine.port,
				encryptionKey: randomBytes(24).toString('hex'),
			}),
		};
		const cluster = new Cluster(folder, logs ?? folder, tarball, settings, postgresLine, redisLine);
		// Alone, since it is the one that sets up the database.
		cluster.main = await cluster.startProcess('main', 'start');
		cluster.api = new N8nApi(cluster.main.url);
		await cluster.api.setUpOwner();
		cluster.webhook = await cluster.startProcess('webhook', 'webhook');
		return cluster;
	}

	/** Starts workers until there are this many. */
	async scaleTo(count: number): Promise<void> {
		const missing = Math.max(0, count - this.workers.length);
		const first = this.workers.length + 1;
		const names = Array.from({ length: missing }, (_, index) => `worker-${first + index}`);
		this.workers.push(
			...(await Promise.all(names.map(async (name) => await this.startProcess(name, 'worker')))),
		);
	}

	get processes(): SupervisedProcess[] {
		return [this.main, this.webhook, ...this.workers].filter(Boolean);
	}

	/** How often a process has ended without being asked to. */
	get crashes(): number {
		return this.processes.reduce((sum, { crashes }) => sum + crashes, 0);
	}

	/** The end of what each process has written. */
	get log(): string {
		const endOf = (log: string) => log.trimEnd().split('\n').slice(-5).join('\n');
		return this.processes.map((each) => `${each.name}\n${endOf(each.log())}`).join('\n');
	}

	/** Waits until every process runs and is healthy by compose.yaml's measure, after kills and cuts. */
	async ready(): Promise<void> {
		await Promise.all(
			this.processes.map(async (each) => {
				await each.ready();
				await waitUntil(
					async () => await answersWell(`${each.url}/healthz/readiness`),
					readyTimeoutMs,
				);
			}),
		);
	}

	/** Which worker ran which executions, by what the workers say themselves. */
	workerOf(executionId: string): string | undefined {
		const started = `Worker started execution ${executionId} (`;
		return this.workers.find((worker) => worker.log().includes(started))?.name;
	}

	async close(): Promise<void> {
		await Promise.all(this.processes.map(async (each) => await each.stop()));
		await Promise.all([this.postgres.close(), this.redis.close()]);
		await rm(this.folder, { recursive: true, force: true });
	}

	/** Each process has a folder of its own, as each container has. */
	private async startProcess(name: string, command: Command): Promise<SupervisedProcess> {
		const userFolder = path.join(this.folder, name);
		await mkdir(userFolder, { recursive: true });
		await unpackPackage(this.tarball, userFolder);
		const port = await freePort();
		const env = {
			...this.settings,
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		};
		return await SupervisedProcess.start(name, this.logs, { userFolder, port, command, env });
	}
}
