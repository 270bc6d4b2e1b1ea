import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Counts } from '../reporters/counts';
import { startProcess, temporaryFolder } from '../../workbench/servers/processes';

/** Where the suites are. */
export const suitesFolder = path.join(__dirname, 'suites');

const reporter = pathToFileURL(path.join(__dirname, '../reporters/nodeCounts.mts')).href;

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
 * @param only a part of the names of its tests; all of them when absent
 */
export async function runSuite(
	suite: string,
	shared: Record<string, string>,
	only = '',
): Promise<SuiteResult> {
	const startedAt = Date.now();
	// Without the runner of Node.js, which would only be a second process for each suite.
	const runner = [
		...['--import', 'tsx', '--test-reporter', reporter, '--test-name-pattern', only],
		path.join(suitesFolder, suite),
	];
	const { report, ending, ...counts } = await runCounted(runner, { FORCE_COLOR: '0', ...shared });
	// One that ends badly without a failed test, or that runs none although all are wanted, is a failure itself.
	const ranNothing = counts.passed === 0 && only === '';
	const failed = counts.failed || Number(ending !== 0 || ranNothing);
	const seconds = (Date.now() - startedAt) / 1000;
	return { suite, passed: counts.passed, failed, seconds, report };
}

/** Runs tests with Node.js that write their {@link Counts}; those that were ended have counted nothing. */
export async function runCounted(runner: string[], variables: Record<string, string>) {
	const file = path.join(temporaryFolder('suite'), 'counts.json');
	const { log, ended, signal } = startProcess(process.execPath, runner, {
		env: { ...process.env, ...variables, TEST_COUNTS: file },
	});
	const timer = setTimeout(() => signal('SIGKILL'), suiteTimeoutMs);
	const ending = await ended;
	clearTimeout(timer);
	const counted = await readFile(file, 'utf8').catch(() => '{"passed":0,"failed":0}');
	return { ...(JSON.parse(counted) as Counts), ending, report: log() };
}
