import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startSandbox, type Sandbox } from '../sandbox';
import { N8nApi, testOwner, type StoredCredential } from '../test/n8n/harness/api';
import { workingCredential } from '../test/n8n/harness/fixture';
import { ensureN8n } from '../test/n8n/harness/install';
import { startN8n, type N8nProcess } from '../test/n8n/harness/n8nProcess';
import { installPackage, packPackage } from '../test/n8n/harness/pack';
import { credentialType, repositoryRoot } from '../test/n8n/harness/paths';
import { isPortFree } from '../test/n8n/harness/ports';
import { onEndWanted } from '../test/n8n/harness/processes';
import { readStarters, withCredential } from '../test/n8n/harness/starters';

const n8nPort = portFrom('N8N_PORT', 5678);
const sandboxPort = portFrom('SANDBOX_PORT', 8420);

const dataFolder = path.join(repositoryRoot, '.n8n-data');
const installedStamp = path.join(dataFolder, 'installed-package');
const credentialName = 'Payments sandbox';

/** What the package is made of; when none of it changed, it need not be built again. */
const packageSources = [
	'credentials',
	'nodes',
	'index.js',
	'gulpfile.js',
	'package.json',
	'tsconfig.json',
	'README.md',
	'CHANGELOG.md',
	'LICENSE',
];

/** Starts a real n8n with this node in it, and a sandbox to pay with. */
async function main(): Promise<void> {
	await assertPortFree(n8nPort, 'N8N_PORT');
	await assertPortFree(sandboxPort, 'SANDBOX_PORT');
	await mkdir(dataFolder, { recursive: true });

	// Until there is something to stop, this simply ends the process, and its children with it.
	const running: { n8n?: N8nProcess; sandbox?: Sandbox } = {};
	let stopping = false;
	const stop = async () => {
		stopping = true;
		console.log('\nStopping');
		await running.n8n?.stop();
		await running.sandbox?.close();
		process.exit();
	};
	onEndWanted(() => void stop());

	await ensureN8n(console.log);
	await installPackageWhenChanged();
	running.sandbox = await startSandbox({ port: sandboxPort });
	console.log('Starting n8n');
	const n8n = await startN8n({
		userFolder: dataFolder,
		port: n8nPort,
		logFile: path.join(dataFolder, 'n8n.log'),
	});
	running.n8n = n8n;
	if (stopping) return;

	const api = new N8nApi(n8n.url);
	await logIn(api);
	const credential = await ensureCredential(api, running.sandbox.baseUrl);
	await importStarters(api, credential);
	printWelcome(n8n, running.sandbox);

	const ending = await n8n.ended;
	if (stopping) return;
	console.error(`n8n ended by itself (${ending}). Its log is in .n8n-data/n8n.log`);
	process.exitCode = 1;
	await stop();
}

async function installPackageWhenChanged(): Promise<void> {
	const hash = await hashSources();
	const installed = await readFile(installedStamp, 'utf8').catch(() => '');
	if (installed === hash) {
		console.log('The package has not changed since the last start');
		return;
	}
	console.log('Building the package and installing it into n8n');
	await installPackage(await packPackage(path.join(dataFolder, 'packed')), dataFolder);
	await writeFile(installedStamp, hash);
}

async function hashSources(): Promise<string> {
	const hash = createHash('sha256');
	for (const source of packageSources) {
		for (const file of await filesUnder(path.join(repositoryRoot, source))) {
			hash.update(file).update(await readFile(file));
		}
	}
	return hash.digest('hex');
}

/** @returns the file itself, or every file below the folder, in order; nothing when it is not there */
async function filesUnder(entry: string): Promise<string[]> {
	const children = await readdir(entry).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOTDIR') return undefined;
		if (error.code === 'ENOENT') return [];
		throw error;
	});
	if (children === undefined) return [entry];
	const nested = children.sort().map(async (name) => await filesUnder(path.join(entry, name)));
	return (await Promise.all(nested)).flat();
}

async function logIn(api: N8nApi): Promise<void> {
	if (await api.isFresh()) {
		await api.setUpOwner();
		return;
	}
	await api.logIn().catch((error: Error) => {
		throw new Error(
			`${error.message}\nThe log-in was changed in this n8n. Use it as it is, or delete .n8n-data to begin anew.`,
		);
	});
}

/** The sandbox may have moved to another port since the last start. */
async function ensureCredential(api: N8nApi, baseUrl: string): Promise<StoredCredential> {
	const known = (await api.listCredentials()).find(({ name }) => name === credentialName);
	if (known === undefined) {
		return await api.createCredential(credentialName, credentialType, workingCredential(baseUrl));
	}
	await api.updateCredential(known, workingCredential(baseUrl));
	return known;
}

async function importStarters(api: N8nApi, credential: StoredCredential): Promise<void> {
	const names = new Set((await api.listWorkflows()).map(({ name }) => name));
	for (const starter of await readStarters()) {
		if (!names.has(starter.name)) await api.createWorkflow(withCredential(starter, credential));
	}
}

function printWelcome(n8n: N8nProcess, sandbox: Sandbox): void {
	console.log(
		[
			'',
			`n8n is running at      ${n8n.url}`,
			`  e-mail               ${testOwner.email}`,
			`  password             ${testOwner.password}`,
			`The sandbox is at      ${sandbox.url}`,
			'',
			'Log in, open one of the three workflows whose name begins with "Starter", and click',
			'"Execute workflow". The page of the sandbox shows what arrived there.',
			'',
			'Everything is kept in .n8n-data for the next start. Ctrl-C stops both.',
		].join('\n'),
	);
}

function portFrom(variable: string, fallback: number): number {
	const text = process.env[variable] ?? String(fallback);
	const port = Number(text);
	if (/^\d+$/.test(text) && port >= 1 && port <= 65_535) return port;
	console.error(`${variable} takes a port number from 1 to 65535, not "${text}"`);
	process.exit(1);
}

async function assertPortFree(port: number, variable: string): Promise<void> {
	if (await isPortFree(port)) return;
	throw new Error(
		`Port ${port} is taken by another program. Stop that program, or choose another port: ${variable}=${port + 1} npm start`,
	);
}

main().catch((error: Error) => {
	console.error(error.message);
	// An exit, not just a code: the sandbox may be listening already. Children are ended on it.
	process.exit(1);
});
