import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { N8nApi } from '../../workbench/instance/api';
import type { N8nOptions } from '../../workbench/instance/n8nProcess';
import { installPackage } from '../../workbench/install/pack';
import { startTcpProxy, type TcpProxy } from '../../workbench/servers/tcpProxy';
import { freePort } from '../../workbench/servers/ports';
import { answersWell, waitUntil } from '../../workbench/servers/waiting';
import type { Services } from './services';
import { addressSettings, shippedSettings } from './settings';
import { SupervisedProcess } from './supervised';

/** An n8n in queue mode with three workers, put together as deploy/compose.yaml does. */
export class Cluster {
	main!: SupervisedProcess;
	webhook!: SupervisedProcess;
	workers: SupervisedProcess[] = [];
	/** The main process, with its owner logged in. */
	api!: N8nApi;

	private constructor(
		private readonly folder: string,
		private readonly tarball: string,
		private readonly settings: Record<string, string>,
		readonly postgres: TcpProxy,
		readonly redis: TcpProxy,
	) {}

	/**
	 * Starts all processes on empty servers.
	 *
	 * @param tarball the packed package, which every process gets installed
	 */
	static async start({ database, redis, prefix }: Services, tarball: string): Promise<Cluster> {
		const folder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-queue-'));
		const postgresProxy = await startTcpProxy(database.hostname, Number(database.port || 5432));
		const redisProxy = await startTcpProxy(redis.hostname, Number(redis.port || 6379));
		const through = (url: URL, { port }: TcpProxy) =>
			Object.assign(new URL(url), { hostname: '127.0.0.1', port });
		const addresses = [through(database, postgresProxy), through(redis, redisProxy)] as const;
		const settings = {
			...shippedSettings(),
			...addressSettings(...addresses, prefix, randomBytes(24).toString('hex')),
		};
		const cluster = new Cluster(folder, tarball, settings, postgresProxy, redisProxy);
		// Alone, since it is the one that sets up the database.
		cluster.main = await cluster.startProcess('main', 'start');
		cluster.api = new N8nApi(cluster.main.url);
		await cluster.api.setUpOwner();
		cluster.webhook = await cluster.startProcess('webhook', 'webhook');
		const workers = [1, 2, 3].map((number) => cluster.startProcess(`worker-${number}`, 'worker'));
		cluster.workers = await Promise.all(workers);
		return cluster;
	}

	get processes(): SupervisedProcess[] {
		return [this.main, this.webhook, ...this.workers].filter(Boolean);
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
				const page = `${each.url}/healthz/readiness`;
				await waitUntil(async () => await answersWell(page));
			}),
		);
	}

	/** Which worker ran an execution, by what the workers say themselves. */
	workerOf(executionId: number | string): SupervisedProcess | undefined {
		const started = `Worker started execution ${executionId} (`;
		return this.workers.find((worker) => worker.log().includes(started));
	}

	async close(): Promise<void> {
		await Promise.all(this.processes.map(async (each) => await each.stop()));
		await Promise.all([this.postgres.close(), this.redis.close()]);
		await rm(this.folder, { recursive: true, force: true });
	}

	/** Each process has a folder of its own, as each container has. */
	private async startProcess(
		name: string,
		command: N8nOptions['command'],
	): Promise<SupervisedProcess> {
		const userFolder = path.join(this.folder, name);
		await installPackage(this.tarball, userFolder);
		const port = await freePort();
		const env = {
			...this.settings,
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		};
		const supervised = new SupervisedProcess(name, { userFolder, port, command, env });
		await supervised.ready();
		return supervised;
	}
}
