import { spawn } from 'node:child_process';
import path from 'node:path';
import { writeFigures, type TestedVersion } from '../figures';
import { n8nVariable, repositoryRoot, versionIn } from './harness/paths';
import { postgresServer, postgresVariable } from './harness/postgres';

/** What has to hold everywhere: it loads, pays, keeps its memory across a retry, renews tokens. */
const suites = ['package', 'operations', 'retry', 'tokens'];

interface Combination {
	/** The private package below test/ that holds this n8n. */
	n8n: 'n8n' | 'n8n1';
	database: 'SQLite' | 'PostgreSQL';
}

/** The newest n8n with SQLite is what `npm run test:n8n` runs everything on. */
const combinations: Combination[] = [
	{ n8n: 'n8n', database: 'PostgreSQL' },
	{ n8n: 'n8n1', database: 'SQLite' },
	{ n8n: 'n8n1', database: 'PostgreSQL' },
];

/** Runs the {@link suites} on other n8n versions and databases, one after the other. */
async function main(): Promise<void> {
	let passed = 0;
	let failed = 0;
	const results: TestedVersion[] = [];
	for (const combination of combinations) {
		const version = versionIn(path.join(repositoryRoot, 'test', combination.n8n));
		console.log(`\n== n8n ${version} with ${combination.database}`);
		const count = await run(combination);
		passed += count.passed;
		failed += count.failed;
		results.push({ version, database: combination.database, ...count });
	}
	writeFigures('versions', results);
	console.log(`\nversions: ${passed} passed, ${failed} failed`);
	if (failed > 0) process.exitCode = 1;
}

/** A run that ends without its last line counts as one failure. */
async function run({ n8n, database }: Combination): Promise<{ passed: number; failed: number }> {
	const child = spawn(
		process.execPath,
		['--import', 'tsx', path.join(__dirname, 'run.ts'), ...suites],
		{
			env: {
				...process.env,
				[n8nVariable]: n8n,
				...(database === 'PostgreSQL' && { [postgresVariable]: postgresServer().href }),
			},
			stdio: ['ignore', 'pipe', 'inherit'],
		},
	);
	let output = '';
	child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
		output += chunk;
		process.stdout.write(chunk);
	});
	await new Promise((resolve) => child.once('close', resolve));
	const [, passed, failed] = /^n8n: (\d+) passed, (\d+) failed$/m.exec(output) ?? [];
	return { passed: Number(passed ?? 0), failed: Number(failed ?? 1) };
}

void main();
