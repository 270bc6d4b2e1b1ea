import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { today, writeFigures } from '../../workbench/figures/figures';
import { shareHost, startHost, type Host } from '../../workbench/instance/host';
import { shareGoogle, trustingGoogle } from '../../workbench/instance/google';
import { startGoogle } from '../../workbench/servers/google';
import { ensureN8n } from '../../workbench/install/install';
import { packPackage, tarballVariable } from '../../workbench/install/pack';
import { n8nVersion } from '../../workbench/install/paths';
import { onEndWanted } from '../../workbench/servers/processes';
import { payoutsSheet } from '../../workbench/instance/payoutsSheet';
import { suitesFolder, runSuite, type SuiteResult } from './suites';

const usage = `Usage: npm run test:n8n -- [options] [parts of the names of suites]

  --workers N  suites at a time, each worker with an n8n of its own (3, which keeps two cores busy)`;

/** Begun first, so that no worker is left alone with one of them in the end. */
const longest = ['examples', 'start', 'secrets', 'exampleTables', 'exampleForms', 'editor'];

async function main(): Promise<void> {
	const { values, positionals: wanted } = parseArgs({
		options: { workers: { type: 'string', default: '3' } },
		allowPositionals: true,
	});
	const workerCount = Number(values.workers);
	if (!Number.isInteger(workerCount) || workerCount < 1) throw new Error(usage);
	const waiting = (await readdir(suitesFolder))
		.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
		.sort((a, b) => rank(a) - rank(b));
	if (waiting.length === 0) throw new Error(`No suite matches ${wanted.join(', ')}`);

	onEndWanted((exitCode) => process.exit(exitCode));
	await ensureN8n();
	const packed = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-packed-'));
	console.log('Building and packing the package');
	process.env[tarballVariable] = await packPackage(packed);

	const google = await startGoogle(payoutsSheet);
	const trusting = await trustingGoogle(google, packed);

	const { length: count } = waiting;
	const results: SuiteResult[] = [];
	const work = async () => {
		for await (const result of resultsOf(waiting, trusting, shareGoogle(google))) {
			results.push(result);
			console.log(`\n${result.suite} (${results.length} of ${count})\n${result.report}`);
		}
	};
	await Promise.all(Array.from({ length: Math.min(workerCount, count) }, work));
	await google.close();
	await rm(packed, { recursive: true, force: true });

	const passed = results.reduce((sum, each) => sum + each.passed, 0);
	const failed = results.reduce((sum, each) => sum + each.failed, 0);
	if (failed > 0) process.exitCode = 1;
	if (wanted.length === 0) {
		const version = n8nVersion();
		writeFigures('n8n', { version, database: 'SQLite', passed, failed, day: today() });
	}
	console.log('\nseconds by suite:');
	for (const { suite, seconds, failed: bad } of results.sort((a, b) => b.seconds - a.seconds)) {
		const told = bad > 0 ? `: ${bad} failed` : '';
		console.log(`${String(Math.round(seconds)).padStart(5)}  ${suite}${told}`);
	}
	console.log(`\nn8n: ${passed} passed, ${failed} failed`);
}

function rank(suite: string): number {
	const place = longest.indexOf(suite.replace('.test.ts', ''));
	return place === -1 ? longest.length : place;
}

/**
 * Runs suites one after the other, as long as some wait, on an n8n that they share.
 *
 * @param env of that n8n
 * @param shared what else the suites are told
 */
async function* resultsOf(
	waiting: string[],
	env: Record<string, string>,
	shared: Record<string, string>,
): AsyncGenerator<SuiteResult> {
	let host: Host | undefined;
	for (let suite = waiting.shift(); suite !== undefined; suite = waiting.shift()) {
		host ??= await startHost(env);
		// An n8n that ends must not fail the suites that come after.
		void host.n8n.ended.then(() => (host = undefined));
		yield await runSuite(suite, { ...shareHost(host), ...shared });
	}
	await host?.close();
}

main().catch((error: Error) => {
	console.error(error.message);
	console.log('n8n: 0 passed, 1 failed');
	process.exitCode = 1;
});
