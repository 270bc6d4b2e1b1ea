import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Counts } from '../reporters/suiteCounts.mjs';
import { startProcess } from '../../workbench/servers/processes';

/** Where the suites are. */
export const suitesFolder = path.join(__dirname, 'suites');

const countsReporter = pathToFileURL(path.join(__dirname, '../reporters/suiteCounts.mts')).href;

/** A suite that hangs must not hang the whole run. */
const suiteTimeoutMs = 20 * 60_000;

/** What became of one suite. */
export interface SuiteResult extends Counts {
	suite: string;
	seconds: number;
	/** For people. */
	report: string;
}

/**
 * Runs one suite in a process of its own.
 *
 * @param suite its name, with the ending
 * @param shared tells it of the n8n that it may use, see {@link shareHost}
 */
export async function runSuite(
	suite: string,
	shared: Record<string, string>,
): Promise<SuiteResult> {
	const startedAt = Date.now();
	const written = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-suite-'));
	const countsFile = path.join(written, 'counts.json');
	const reporters = Object.entries({ spec: 'stdout', [countsReporter]: countsFile }).flatMap(
		([name, to]) => ['--test-reporter', name, '--test-reporter-destination', to],
	);
	// Without the runner of Node.js, which would only be a second process for each suite.
	const runner = ['--import', 'tsx', ...reporters, path.join(suitesFolder, suite)];
	const { log, ended, signal } = startProcess(process.execPath, runner, {
		env: { ...process.env, FORCE_COLOR: '0', ...shared },
	});
	const timer = setTimeout(() => signal('SIGKILL'), suiteTimeoutMs);
	const ending = await ended;
	clearTimeout(timer);
	// A suite that was ended has counted nothing.
	const counted = await readFile(countsFile, 'utf8').catch(() => '');
	await rm(written, { recursive: true });
	const { passed, failed: bad } = JSON.parse(counted || '{"passed":0,"failed":0}') as Counts;
	// One that ends badly without a failed test, or that runs none, is a failure itself.
	const failed = bad || Number(ending !== 0 || passed === 0);
	return { suite, passed, failed, seconds: (Date.now() - startedAt) / 1000, report: log() };
}
