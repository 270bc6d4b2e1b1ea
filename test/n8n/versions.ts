import path from 'node:path';
import { parseArgs } from 'node:util';
import { testOwner } from '../../workbench/instance/api';
import { visitN8n } from '../../workbench/instance/host';
import { n8nVersion } from '../../workbench/install/paths';
import { postgresServer } from '../../workbench/servers/postgres';
import { postgresVariable } from '../../workbench/instance/database';
import { onEndWanted, runMain } from '../../workbench/servers/processes';
import type { Counts } from '../reporters/counts';
import { runCounted, runSuite } from './runSuite';

const usage = `Usage: npm run test:versions -- [a database]
       npm run test:versions -- --url http://127.0.0.1:5678 --owner mail:password

  --url    an n8n on this machine that runs already, with the package installed in it
  --owner  who owns it; becomes its owner where it has none yet`;

/**
 * What has to hold everywhere: it loads, pays, keeps its memory across a retry, renews tokens, and
 * lets n8n repeat nothing.
 */
const basics = ['loading', 'payments', 'credential'];

/** What also needs the tarball and n8n's log. */
const suites = ['package', ...basics];

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { url: { type: 'string' }, owner: { type: 'string' } },
		allowPositionals: true,
	});
	const { url, owner } = values;
	if ((url === undefined) !== (owner === undefined)) throw new Error(usage);
	onEndWanted((exitCode) => process.exit(exitCode));
	const counts = url && owner ? await runOnVisited(url, owner) : await runAll(positionals);
	const passed = counts.reduce((sum, each) => sum + each.passed, 0);
	const failed = counts.reduce((sum, each) => sum + each.failed, 0);
	console.log(`\nversions: ${passed} passed, ${failed} failed`);
	if (failed > 0) process.exitCode = 1;
}

/**
 * Runs the {@link basics} on an n8n that runs already, with the package installed in it, through its
 * REST interface alone. What they store there they delete again; everything else stays as it was.
 *
 * @param url e.g. `http://127.0.0.1:5678`, on this machine: the sandbox is not reachable from another
 * @param owner `mail:password`; becomes the owner where n8n has none yet
 * @throws {Error} where n8n does not answer or refuses the log-in
 */
async function runOnVisited(url: string, owner: string): Promise<Counts[]> {
	const [email = '', ...password] = owner.split(':');
	const account = { ...testOwner, email, password: password.join(':') };
	const { api, variables } = await visitN8n(new URL(url).origin, account);
	const { versionCli: version, databaseType } = await api.settings();
	console.log(`\n== n8n ${version} with ${databaseType} at ${api.url}`);
	const counts: Counts[] = [];
	for (const suite of basics) {
		const result = await runSuite(`${suite}.test.ts`, variables);
		console.log(result.report);
		counts.push(result);
	}
	return counts;
}

/**
 * Runs the {@link suites} on both databases, one after the other.
 *
 * @param wanted a database; both when empty
 */
async function runAll(wanted: string[]): Promise<Counts[]> {
	const databases = ['SQLite', 'PostgreSQL'] as const;
	const chosen = databases.filter((each) => wanted.length === 0 || wanted.includes(each));
	if (chosen.length === 0) throw new Error(usage);
	const version = n8nVersion();
	const counts: Counts[] = [];
	for (const database of chosen) {
		console.log(`\n== n8n ${version} with ${database}`);
		counts.push(await run(database));
	}
	return counts;
}

/**
 * Runs the {@link suites} in a process of its own, which learns from a variable which database it has.
 * A run that ends badly without a failed test counts as one failure.
 */
async function run(database: string): Promise<Counts> {
	// One worker is enough for four suites.
	const runner = [
		'--import',
		'tsx',
		path.join(__dirname, 'runSuites.ts'),
		'--workers',
		'1',
		...suites,
	];
	const postgres = database === 'PostgreSQL' && { [postgresVariable]: postgresServer().href };
	const { report, passed, failed, ending } = await runCounted(runner, { ...postgres });
	console.log(report);
	return { passed, failed: failed || Number(ending !== 0) };
}

runMain(main);
