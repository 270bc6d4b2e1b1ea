import { readFileSync } from 'node:fs';
import path from 'node:path';
import { N8nApi, testOwner } from './api';
import { ensureN8n } from '../install/install';
import { startN8n, type N8nProcess } from './n8nProcess';
import { startGoogle } from '../servers/google';
import { payoutsSheet } from './exampleTables';
import { trustingGoogle, type SharedGoogle } from './google';
import { givenTarball, installPackage } from '../install/pack';
import { createDatabase } from '../servers/postgres';
import { temporaryFolder } from '../servers/processes';
import { databaseSettings, postgresVariable } from './database';
import { answersWell, waitUntil } from '../servers/waiting';

/** An n8n with the packed node in it and its owner logged in. */
export interface Host {
	/** Its end is seen by the process that has started it. */
	n8n: Pick<N8nProcess, 'url' | 'userFolder' | 'log'> & Partial<Pick<N8nProcess, 'pid' | 'ended'>>;
	api: N8nApi;
	/** The stand-in that it takes for Google. */
	google: SharedGoogle;
	/** Whether it is somebody's own n8n, in which everything else has to stay as it was. */
	isVisited: boolean;
	/** Ends n8n and drops its database; one that another process has started is only emptied. */
	close(): Promise<void>;
}

/** Where a runner hands the n8n on that it has for its suites; see {@link shareHost}. */
const sharedVariable = 'CARD_BANK_PAYMENTS_SHARED_N8N';

/** What a suite has to know about an n8n that another process has started. */
type SharedN8n = Pick<N8nProcess, 'url' | 'userFolder'> &
	Pick<Host, 'google' | 'isVisited'> & { cookie: string };

const logName = 'n8n.log';

/** How long an n8n may take that somebody has only just started. */
const visitTimeoutMs = 180_000;

/**
 * With its own five seconds, a busy n8n takes its database for lost and refuses every request for a
 * while.
 */
const patient = { DB_PING_TIMEOUT_MS: '60000' };

/**
 * Starts an n8n in a fresh folder, on a database of its own, with a Google sheet of its own.
 *
 * @param env further variables for n8n
 */
export async function startHost(env: Record<string, string> = {}): Promise<Host> {
	await ensureN8n();
	const userFolder = temporaryFolder('n8n');
	const tarball = await givenTarball(path.join(userFolder, 'packed'));
	await installPackage(tarball, userFolder);
	const server = process.env[postgresVariable];
	const database = server === undefined ? undefined : await createDatabase(new URL(server));
	const google = await startGoogle(payoutsSheet);
	const n8n = await startN8n({
		userFolder,
		env: {
			...(database && { DB_TYPE: 'postgresdb', ...databaseSettings(database.url) }),
			...(await trustingGoogle(google, userFolder)),
			...patient,
			...env,
		},
		logFile: path.join(userFolder, logName),
	});
	const api = new N8nApi(n8n.url);
	await api.enter();
	const close = async () => {
		await n8n.stop();
		await database?.drop();
		await google.close();
	};
	return { n8n, api, google, isVisited: false, close };
}

/** @returns the variables with which another process finds this n8n by {@link sharedN8n} */
export function shareHost({ n8n, api, google, isVisited }: Host): Record<string, string> {
	const { url, userFolder } = n8n;
	const shared: SharedN8n = { url, userFolder, google, isVisited, cookie: api.cookie };
	return { [sharedVariable]: JSON.stringify(shared) };
}

/**
 * Logs in at an n8n that runs already, wherever it came from.
 *
 * @param email and `password` of its owner, or of who becomes that where it has none yet
 */
export async function visitN8n(url: string, email: string, password: string): Promise<Host> {
	const api = new N8nApi(url);
	await waitUntil(async () => await answersWell(`${url}/healthz/readiness`), visitTimeoutMs);
	await api.enter({ ...testOwner, email, password });
	// No suite that runs on any n8n asks where that one lives, and it takes no stand-in for Google.
	const google = { url: '', address: '', account: { email: '', privateKey: '' } };
	return hostAt({ url, userFolder: '', google, isVisited: true, cookie: api.cookie });
}

/** The n8n that the runner has for all its suites; undefined when there is none. */
export function sharedN8n(): Host | undefined {
	const text = process.env[sharedVariable];
	return text === undefined ? undefined : hostAt(JSON.parse(text) as SharedN8n);
}

function hostAt({ url, userFolder, cookie, google, isVisited }: SharedN8n): Host {
	const log = () => (isVisited ? '' : readFileSync(path.join(userFolder, logName), 'utf8'));
	const api = new N8nApi(url, cookie);
	const close = async () => await (isVisited ? api.removeMade() : emptyOut(api));
	return { n8n: { url, userFolder, log }, api, google, isVisited, close };
}

/** Takes away what the next suite would meet: triggers that are on, credentials to choose from. */
async function emptyOut(api: N8nApi): Promise<void> {
	for (const { id } of await api.listWorkflows({ active: true })) await api.deactivateWorkflow(id);
	await api.deleteCredentials();
}
