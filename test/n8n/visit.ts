import path from 'node:path';
import { N8nApi, testOwner } from '../../workbench/instance/api';
import { sharedN8n, visitN8n } from '../../workbench/instance/host';
import { nodeType, packageName } from '../../workbench/instance/paths';
import { onEndWanted } from '../../workbench/servers/processes';
import { nodeTypes } from './nodeTypes';
import { runSuite } from './suites';

/** How the basics went on one n8n. */
export interface Visited {
	version: string;
	database: 'SQLite' | 'PostgreSQL';
	passed: number;
	failed: number;
}

/**
 * Runs suites on an n8n that runs already, with the package installed in it, through its REST
 * interface alone. What they store there they delete again; everything else stays as it was.
 *
 * @param url e.g. `http://127.0.0.1:5678`, on this machine: the sandbox is not reachable from another
 * @param owner `mail:password`; becomes the owner where n8n has none yet
 * @throws {Error} where n8n does not answer, refuses the log-in, or has not loaded the package
 */
export async function visit(url: string, owner: string, suites: string[]): Promise<Visited> {
	const [email = '', ...password] = owner.split(':');
	Object.assign(
		process.env,
		await visitN8n(new URL(url).origin, { ...testOwner, email, password: password.join(':') }),
	);
	const { api } = sharedN8n()!;
	const { versionCli: version, databaseType } = await api.settings();
	await assertLoaded(api, version);
	const database = databaseType === 'sqlite' ? 'SQLite' : 'PostgreSQL';
	console.log(`\n== n8n ${version} with ${database} at ${api.url}`);

	const interrupted = new AbortController();
	onEndWanted(() => interrupted.abort());
	let passed = 0;
	let failed = 0;
	for (const suite of suites) {
		const file = path.join(__dirname, 'suites', `${suite}.test.ts`);
		const result = await runSuite(file, interrupted.signal);
		console.log(result.report);
		passed += result.passed;
		failed += result.failed;
	}
	return { version, database, passed, failed };
}

async function assertLoaded(api: N8nApi, version: string): Promise<void> {
	const types = await nodeTypes(api);
	if (types.some(({ name }) => name === nodeType)) return;
	throw new Error(
		`The n8n ${version} at ${api.url} has not loaded ${packageName}. Install it there and start n8n anew; n8n 3 loads it only with N8N_UNVERIFIED_PACKAGES_ENABLED=true`,
	);
}
