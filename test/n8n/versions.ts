import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { addTestedVersion } from '../../workbench/figures';
import { n8nVariable, repositoryRoot, versionIn } from '../../workbench/instance/paths';
import { postgresServer, postgresVariable } from '../../workbench/servers/postgres';
import { visit } from './visit';

const usage = `Usage: npm run test:versions -- [a private package, a database, or both]
       npm run test:versions -- --url http://127.0.0.1:5678 --owner mail:password

  --url    an n8n on this machine that runs already, with the package installed in it
  --owner  who owns it; becomes its owner where it has none yet`;

/**
 * What has to hold everywhere: it loads, pays, keeps its memory across a retry, renews tokens, and
 * lets n8n repeat nothing.
 */
const basics = ['loading', 'operations', 'retry', 'tokens', 'otherEndpoints'];

/** What also needs the tarball, n8n's log or a browser. */
const suites = ['package', ...basics];

interface Combination {
	/** The private package below workbench/ that holds this n8n. */
	n8n: 'n8n' | 'n8n1';
	database: 'SQLite' | 'PostgreSQL';
}

const combinations: Combination[] = [
	{ n8n: 'n8n', database: 'SQLite' },
	{ n8n: 'n8n', database: 'PostgreSQL' },
	{ n8n: 'n8n1', database: 'SQLite' },
	{ n8n: 'n8n1', database: 'PostgreSQL' },
];

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: { url: { type: 'string' }, owner: { type: 'string' } },
		allowPositionals: true,
	});
	const { url, owner } = values;
	if ((url === undefined) !== (owner === undefined)) throw new Error(usage);
	const { passed, failed } =
		url !== undefined && owner !== undefined
			? await visit(url, owner, basics)
			: await runAll(positionals);
	console.log(`\nversions: ${passed} passed, ${failed} failed`);
	if (failed > 0) process.exitCode = 1;
}

/**
 * Runs the {@link suites} on other n8n versions and databases, one after the other.
 *
 * @param wanted a private package, a database, or both; all combinations when empty
 */
async function runAll(wanted: string[]): Promise<{ passed: number; failed: number }> {
	const chosen = combinations.filter(({ n8n, database }) =>
		wanted.every((each) => each === n8n || each === database),
	);
	if (chosen.length === 0) throw new Error(`There is no combination ${wanted.join(' ')}`);
	let passed = 0;
	let failed = 0;
	for (const combination of chosen) {
		const version = versionIn(path.join(repositoryRoot, 'workbench', combination.n8n));
		console.log(`\n== n8n ${version} with ${combination.database}`);
		const count = await run(combination);
		passed += count.passed;
		failed += count.failed;
		addTestedVersion({ version, database: combination.database, ...count });
	}
	return { passed, failed };
}

/** A run that ends without its last line counts as one failure. */
async function run({ n8n, database }: Combination): Promise<{ passed: number; failed: number }> {
	// One lane: the gate runs queue mode beside it.
	const runner = ['--import', 'tsx', path.join(__dirname, 'run.ts'), '--lanes', '1', ...suites];
	const postgres = database === 'PostgreSQL' && { [postgresVariable]: postgresServer().href };
	const env = { ...process.env, [n8nVariable]: n8n, ...postgres };
	const child = spawn(process.execPath, runner, { env, stdio: ['ignore', 'pipe', 'inherit'] });
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
		output += chunk;
		process.stdout.write(chunk);
	});
	await new Promise((resolve) => child.once('close', resolve));
	const [, passed, failed] = /^n8n: (\d+) passed, (\d+) failed$/m.exec(output) ?? [];
	return { passed: Number(passed ?? 0), failed: Number(failed ?? 1) };
}

main().catch((error: Error) => {
	console.error(error.message);
	console.log('versions: 0 passed, 1 failed');
	process.exitCode = 1;
});
