import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { postgresVariable } from '../../workbench/instance/database';
import { shareHost, startHost, visitN8n, type Host } from '../../workbench/instance/host';
import { ensureChromium } from '../../workbench/install/chromium';
import { ensureN8n } from '../../workbench/install/install';
import { packPackage, tarballVariable } from '../../workbench/install/pack';
import { postgresServer } from '../../workbench/servers/postgres';
import {
	onEndWanted,
	runMain,
	startProcess,
	temporaryFolder,
	type Running,
} from '../../workbench/servers/processes';
import { writeCounts, type Counts } from '../reporters/counts';

const usage = `Usage: npm run test:n8n -- [options] [parts of the names of suites]

  Without names, everything; "suites" is all but queue mode, and "queue" is queue mode alone.

  --only TEXT  only the tests whose name contains the text, e.g. one example
  --workers N  suites at a time, each worker with an n8n of its own (4: they wait more than they compute)
  --postgres   the basics, on PostgreSQL instead of SQLite
  --url URL --owner MAIL:PASSWORD
               the basics, on an n8n on this machine that runs already and has the package in it;
               that account becomes its owner where it has none yet`;

/** It loads, pays, keeps its memory across a retry, renews tokens, and lets n8n repeat nothing. */
const basics = ['loading', 'payments', 'credential'];

/** Begun first, so that no worker is left alone with one of them in the end. */
const longest = [
	...['examples', 'exampleJobs', 'secrets', 'editor', 'start', 'exampleForms', 'exampleAgents'],
	...['package', 'exampleTables'],
];

/** A suite that hangs must not hang the whole run. */
const suiteTimeoutMs = 40 * 60_000;

const reporter = pathToFileURL(path.join(__dirname, '../reporters/nodeCounts.mts')).href;

/** Where secrets.test.ts searches for what may not be there. */
const everythingLogged = { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console,file' };

async function main(): Promise<void> {
	const { values, positionals } = parseArgs({
		options: {
			only: { type: 'string', default: '' },
			workers: { type: 'string', default: '4' },
			postgres: { type: 'boolean', default: false },
			url: { type: 'string' },
			owner: { type: 'string' },
		},
		allowPositionals: true,
	});
	const { only, postgres, url, owner = '' } = values;
	const workers = Number(values.workers);
	if (!Number.isInteger(workers) || workers < 1 || !url !== !owner) throw new Error(usage);
	const isBasic = postgres || url !== undefined;
	const wanted = isBasic && positionals.length === 0 ? basics : positionals;
	const suites = await listSuites(wanted);
	if (suites.length === 0) throw new Error(`No suite matches ${wanted.join(', ')}`);
	onEndWanted((exitCode) => void endSuites().finally(() => process.exit(exitCode)));

	const results: Array<Counts & { suite: string; seconds: number }> = [];
	const run = async (suite: string, variables: Record<string, string>) => {
		const { report, ...result } = await runSuite(suite, variables, only);
		results.push(result);
		console.log(`\n${suite} (${results.length} of ${suites.length})\n${report}`);
	};
	/** Runs suites one after the other, as long as some wait. */
	const work = async (waiting: Iterable<string>, start: () => Promise<Host>) => {
		let host: Host | undefined;
		for (const suite of waiting) {
			host ??= await start();
			// The next suite needs another one then.
			void host.n8n.ended?.then(() => (host = undefined));
			await run(suite, shareHost(host));
		}
		await host?.close();
	};

	if (url !== undefined) {
		await work(suites, async () => await visit(url, owner));
	} else {
		if (postgres) process.env[postgresVariable] = postgresServer().href;
		await ensureN8n();
		// Queue mode has processes of n8n of its own, and waits most of the time for one to notice a dead worker.
		const queue = suites.filter((suite) => suite.startsWith('queue'));
		const others = suites.filter((suite) => !queue.includes(suite));
		// Here, since of two suites that install it at once, one would find apt-get locked.
		if (!isBasic && others.length > 0) await ensureChromium();
		console.log('Building and packing the package');
		process.env[tarballVariable] = await packPackage(temporaryFolder('packed'));
		const waiting = others.values();
		const beside = Array.from({ length: Math.min(workers, others.length) }, async () => {
			await work(waiting, async () => await startHost(everythingLogged));
		});
		await Promise.all([...beside, ...queue.map(async (suite) => await run(suite, {}))]);
	}

	const passed = results.reduce((sum, each) => sum + each.passed, 0);
	const failed = results.reduce((sum, each) => sum + each.failed, 0);
	if (passed + failed === 0) throw new Error(`No test has "${only}" in its name`);
	if (failed > 0) process.exitCode = 1;
	writeCounts({ passed, failed });
	console.log('\nseconds by suite:');
	for (const { suite, seconds, failed: bad } of results.sort((a, b) => b.seconds - a.seconds)) {
		const told = bad > 0 ? `: ${bad} failed` : '';
		console.log(`${String(Math.round(seconds)).padStart(5)}  ${suite}${told}`);
	}
	console.log(`\nn8n: ${passed} passed, ${failed} failed`);
}

/** The suites with one of these texts in their path below this folder; all when there is none. */
async function listSuites(wanted: string[]): Promise<string[]> {
	const rank = (suite: string) => {
		const place = longest.indexOf(path.basename(suite, '.test.ts'));
		return place === -1 ? longest.length : place;
	};
	return (await readdir(__dirname, { recursive: true }))
		.filter((name) => name.endsWith('.test.ts'))
		.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
		.sort((a, b) => rank(a) - rank(b));
}

/** Logs in at an n8n that runs already. */
async function visit(url: string, owner: string): Promise<Host> {
	const [email = '', ...password] = owner.split(':');
	const host = await visitN8n(new URL(url).origin, email, password.join(':'));
	const { versionCli, databaseType } = await host.api.settings();
	// docker.sh looks for it.
	console.log(`\n== n8n ${versionCli} with ${databaseType} at ${host.api.url}`);
	return host;
}

const underWay = new Set<Running>();

/** Asks the suites to end: one that was killed would leave behind the n8n and the database that it has started. */
async function endSuites(): Promise<void> {
	for (const { signal } of underWay) signal('SIGTERM');
	await Promise.all([...underWay].map(async ({ ended }) => await ended));
}

/**
 * Runs one suite in a process of its own.
 *
 * @param only a part of the names of its tests; all of them when empty
 */
async function runSuite(suite: string, variables: Record<string, string>, only: string) {
	const startedAt = Date.now();
	const file = path.join(temporaryFolder('suite'), 'counts.json');
	// Without the runner of Node.js, which would only be a second process for each suite.
	const runner = [
		...['--import', 'tsx', '--test-reporter', reporter, '--test-name-pattern', only],
		path.join(__dirname, suite),
	];
	const running = startProcess(process.execPath, runner, {
		env: { ...process.env, FORCE_COLOR: '0', ...variables, TEST_COUNTS: file },
	});
	underWay.add(running);
	const timer = setTimeout(() => running.signal('SIGTERM'), suiteTimeoutMs);
	const ending = await running.ended;
	clearTimeout(timer);
	underWay.delete(running);
	// One that was ended has counted nothing.
	const counted = await readFile(file, 'utf8').catch(() => '{"passed":0,"failed":0}');
	const { passed, failed: bad } = JSON.parse(counted) as Counts;
	// One that ends badly without a failed test, or that runs none although all are wanted, is a failure itself.
	const failed = bad || Number(ending !== 0 || (passed === 0 && only === ''));
	return { suite, passed, failed, seconds: (Date.now() - startedAt) / 1000, report: running.log() };
}

runMain(main);
