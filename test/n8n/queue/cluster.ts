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

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/**
 * Starts an n8n in queue mode with three workers on empty servers, put together as deploy/compose.yaml does,
 * each process with the packed package installed.
 */
export async function startCluster({ database, redis, prefix }: Services) {
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
	/** All of them, from when they begin to start. */
	const processes: SupervisedProcess[] = [];

	/** Each process has a folder of its own, as each container has. */
	async function start(name: string, command: N8nOptions['command']): Promise<SupervisedProcess> {
		const userFolder = path.join(folder, name);
		await installPackage(tarball, userFolder);
		const port = await freePort();
		const env = {
			...settings,
			QUEUE_HEALTH_CHECK_PORT: String(port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		};
		const supervised = new SupervisedProcess(name, { userFolder, port, command, env });
		processes.push(supervised);
		await supervised.ready();
		return supervised;
	}

	async function startAll() {
		// Alone, since it is the one that sets up the database.
		const main = await start('main', 'start');
		/** The main process, with its owner logged in. */
		const api = new N8nApi(main.url);
		await api.enter();
		const webhook = await start('webhook', 'webhook');
		const workers = [1, 2, 3].map((number) => start(`worker-${number}`, 'worker'));
		return { main, api, webhook, workers: await Promise.all(workers) };
	}

	const close = async () => {
		await Promise.all(processes.map(async (each) => await each.stop()));
		await Promise.all([postgresProxy.close(), redisProxy.close()]);
	};
	const started = await startAll().catch(async (error: unknown) => {
		await close();
		throw error;
	});

	/** Waits until every process runs and is healthy by compose.yaml's measure, after kills and cuts. */
	const ready = async () => {
		await Promise.all(
			processes.map(async (each) => {
				await each.ready();
				const page = `${each.url}/healthz/readiness`;
				await waitUntil(async () => await answersWell(page));
			}),
		);
	};
	/** Which worker ran an execution, by what the workers say themselves. */
	const workerOf = (executionId: number | string) => {
		const said = `Worker started execution ${executionId} (`;
		return started.workers.find((worker) => worker.log().includes(said));
	};
	/** The end of what each process has written. */
	const log = () => {
		const endOf = (text: string) => text.trimEnd().split('\n').slice(-5).join('\n');
		return processes.map((each) => `${each.name}\n${endOf(each.log())}`).join('\n');
	};
	return { ...started, postgres: postgresProxy, redis: redisProxy, ready, workerOf, log, close };
}
