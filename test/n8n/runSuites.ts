import { readdir } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { shareHost, startHost, type Host } from '../../workbench/instance/host';
import { shareGoogle, trustingGoogle } from '../../workbench/instance/google';
import { startGoogle } from '../../workbench/servers/google';
import { ensureN8n } from '../../workbench/install/install';
import { packPackage, tarballVariable } from '../../workbench/install/pack';
import { onEndWanted, runMain, temporaryFolder } from '../../workbench/servers/processes';
import { payoutsSheet } from '../../workbench/instance/exampleTables';
import { writeCounts } from '../reporters/counts';
import { suitesFolder, runSuite, type SuiteResult } from './runSuite';

const usage = `Usage: npm run test:n8n -- [options] [parts of the names of suites]

  --only TEXT  only the tests whose name contains the text, e.g. one example
  --workers N  suites at a time, each worker with an n8n of its own (4: they wait more than they compute)`;

/** Begun first, so that no worker is left alone with one of them in the end. */
const longest = [
	...['examples', 'exampleJobs', 'editor', 'secrets', 'exampleAgents', 'start'],
	...['exampleTables', 'exampleForms'],
];

async function main(): Promise<void> {
	const { values, positionals: wanted } = parseArgs({
		options: { only: { type: 'string' }, workers: { type: 'string', default: '4' } },
		allowPositionals: true,
	});
	const workerCount = Number(values.workers);
	if (!Number.isInteger(workerCount) || workerCount < 1) throw new Error(usage);
	const suites = (await readdir(suitesFolder))
		.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
		.sort((a, b) => rank(a) - rank(b));
	if (suites.length === 0) throw new Error(`No suite matches ${wanted.join(', ')}`);

	onEndWanted((exitCode) => process.exit(exitCode));
	await ensureN8n();
	const packed = temporaryFolder('packed');
	console.log('Building and packing the package');
	process.env[tarballVariable] = await packPackage(packed);

	const { length: count } = suites;
	const waiting = suites.values();
	const results: SuiteResult[] = [];
	/** Runs suites one after the other, as long as some wait, on an n8n and a Google sheet that they share. */
	const work = async () => {
		const google = await startGoogle(payoutsSheet);
		const trusting = await trustingGoogle(google, temporaryFolder('google'));
		let host: Host | undefined;
		for (const suite of waiting) {
			host ??= await startHost(trusting);
			// An n8n that ends must not fail the suites that come after.
			void host.n8n.ended.then(() => (host = undefined));
			const result = await runSuite(
				suite,
				{ ...shareHost(host), ...shareGoogle(google) },
				values.only,
			);
			results.push(result);
			console.log(`\n${suite} (${results.length} of ${count})\n${result.report}`);
		}
		await host?.close();
		await google.close();
	};
	await Promise.all(Array.from({ length: Math.min(workerCount, count) }, work));

	const passed = results.reduce((sum, each) => sum + each.passed, 0);
	const failed = results.reduce((sum, each) => sum + each.failed, 0);
	if (passed + failed === 0) throw new Error(`No test has "${values.only}" in its name`);
	if (failed > 0) process.exitCode = 1;
	writeCounts({ passed, failed });
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

runMain(main);
