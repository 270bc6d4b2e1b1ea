import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { N8nApi } from '../../../workbench/instance/api';
import type { N8nOptions } from '../../../workbench/instance/n8nProcess';
import { givenTarball, installPackage } from '../../../workbench/install/pack';
import { startTcpProxy, type TcpProxy } from '../../../workbench/servers/tcpProxy';
import { freePort } from '../../../workbench/servers/ports';
import { temporaryFolder } from '../../../workbench/servers/processes';
import { answersWell, waitUntil } from '../../../workbench/servers/waiting';
import type { Services } from './services';
import { addressSettings, shippedSettings } from './settings';
import { SupervisedProcess } from './supervised';

/** An n8n in queue mode with three workers, put together as deploy/compose.yaml does. */
export class Cluster {
	/** All of them, from when they begin to start. */
	private readonly processes: SupervisedProcess[] = [];
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

	/** Starts all processes on empty servers, each with the packed package installed. */
	static async start({ database, redis, prefix }: Services): Promise<Cluster> {
		const folder = temporaryFolder('queue');
		const tarball = await givenTarball(path.join(folder, 'packed'));
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
		await cluster.startAll().catch(async (error: unknown) => {
			await cluster.close();
			throw error;
		});
		return cluster;
	}

	private async startAll(): Promise<void> {
		// Alone, since it is the one that sets up the database.
		this.main = await this.startProcess('main', 'start');
		this.api = new N8nApi(this.main.url);
		await this.api.setUpOwner();
		this.webhook = await this.startProcess('webhook', 'webhook');
		const workers = [1, 2, 3].map((number) => this.startProcess(`worker-${number}`, 'worker'));
		this.workers = await Promise.all(workers);
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
		this.processes.push(supervised);
		await supervised.ready();
		return supervised;
	}
}
