import path from 'node:path';
import { startProcess } from '../../workbench/servers/processes';

/** Where the suites are. */
export const folder = path.join(__dirname, 'suites');

/** A suite that hangs must not hang the whole run. */
const suiteTimeoutMs = 20 * 60_000;

/** What became of one suite. */
export interface SuiteResult {
	suite: string;
	passed: number;
	failed: number;
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
	// Without the runner of Node.js, which would only be a second process for each suite.
	const runner = ['--import', 'tsx', '--test-reporter', 'spec', path.join(folder, suite)];
	const { log, ended, signal } = startProcess(process.execPath, runner, {
		env: { ...process.env, FORCE_COLOR: '0', ...shared },
	});
	const timer = setTimeout(() => signal('SIGKILL'), suiteTimeoutMs);
	const ending = await ended;
	clearTimeout(timer);
	const count = (what: string) =>
		Number(new RegExp(`^ℹ ${what} (\\d+)$`, 'm').exec(log())?.[1] ?? 0);
	const passed = count('pass');
	const counted = count('fail') + count('cancelled');
	// One that ends badly without a failed test, or that runs none, is a failure itself.
	const failed = counted || Number(ending !== 0 || passed === 0);
	return { suite, passed, failed, seconds: (Date.now() - startedAt) / 1000, report: log() };
}
