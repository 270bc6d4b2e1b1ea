import path from 'node:path';
import { n8nCommand, node24, privatePackage } from '../install/paths';
import { freePort, isPortFree } from '../servers/ports';
import { startProcess, type Running } from '../servers/processes';
import { answersWell, startPatienceMs } from '../servers/waiting';

export interface N8nOptions {
	/** n8n's `N8N_USER_FOLDER`: the database, the key and the installed package. */
	userFolder: string;
	/** A free one when absent. */
	port?: number;
	/** Added last, so it can overrule everything below. */
	env?: Record<string, string>;
	/** `worker` and `webhook` are for queue mode; `start` is the whole n8n, or the main process. */
	command?: 'start' | 'worker' | 'webhook';
	/** Where a copy of n8n's log goes. */
	logFile?: string;
}

/** A running n8n. */
export interface N8nProcess extends Pick<Running, 'log' | 'ended' | 'kill'> {
	/** Where it was started here. */
	pid?: number;
	url: string;
	userFolder: string;
	/** Asks n8n to end, and ends it when it takes longer than {@link gracefulStopMs}. */
	stop(): Promise<void>;
}

const gracefulStopMs = 15_000;

/** A developer's own settings must not reach the n8n under test. */
const foreignVariables = /^(N8N|DB|EXECUTIONS|QUEUE|CREDENTIALS|WEBHOOK|NODE|npm)_/;

/**
 * Says whether n8n has its database, which it gives up for a while when it was too busy to ask it. A
 * worker has no such page.
 */
const health = '/healthz/readiness';

/** What n8n prints when it has started, by command. */
const readyText = {
	start: 'Editor is now accessible via',
	worker: 'n8n worker is now ready',
	webhook: 'Webhook listener waiting for requests',
} as const;

/**
 * Starts an n8n and waits until it is ready: everything that calls home is off, SQLite unless
 * `env` says otherwise.
 *
 * @throws {Error} when the port is taken, or with the end of n8n's log when it does not start
 */
export async function startN8n(options: N8nOptions): Promise<N8nProcess> {
	const { userFolder, command = 'start' } = options;
	const port = options.port ?? (await freePort());
	if (!(await isPortFree(port))) throw new Error(`Port ${port} is taken by another program.`);

	const running = startProcess(node24, [n8nCommand, command], {
		cwd: userFolder,
		env: environment(userFolder, port, await freePort(), options.env),
		logFile: options.logFile,
	});
	const { pid, log, ended, signal, kill, waitUntilReady } = running;
	const url = `http://127.0.0.1:${port}`;
	const isReady = async () =>
		log().includes(readyText[command]) &&
		(command === 'worker' || (await answersWell(url + health)));
	await waitUntilReady(isReady, startPatienceMs);
	const stop = async () => {
		signal('SIGTERM', true);
		const timer = setTimeout(() => void kill(), gracefulStopMs);
		await ended;
		clearTimeout(timer);
		// The task runner is n8n's child; when n8n went without it, it goes now.
		signal('SIGKILL');
	};
	return { pid, url, userFolder, log, ended, stop, kill };
}

function environment(
	userFolder: string,
	port: number,
	brokerPort: number,
	extra: Record<string, string> = {},
): NodeJS.ProcessEnv {
	const inherited = Object.entries(process.env).filter(([name]) => !foreignVariables.test(name));
	return {
		...Object.fromEntries(inherited),
		// n8n starts its task runner as plain `node`.
		PATH: `${path.dirname(node24)}${path.delimiter}${process.env.PATH ?? ''}`,
		// n8n loads 2 GB of code; compiled once, it starts in eight seconds instead of eleven.
		NODE_COMPILE_CACHE: path.join(privatePackage, 'node_modules/.compile-cache'),
		N8N_USER_FOLDER: userFolder,
		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		N8N_SECURE_COOKIE: 'false',
		N8N_GRACEFUL_SHUTDOWN_TIMEOUT: '5',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_UNVERIFIED_PACKAGES_ENABLED: 'true',
		// The registry is fetched from the vendor at every start, and the assistant's page stands where
		// the workflows should be after the log-in.
		N8N_DISABLED_MODULES: 'mcp-registry,instance-ai',
		N8N_ENFORCE_SETTINGS_FILE_PERMISSIONS: 'true',
		...extra,
	};
}
