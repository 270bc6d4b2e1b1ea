import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** A suite that hangs must not hang the whole run. */
const suiteTimeoutMs = 45 * 60_000;

/** Begun first, so that no lane is left alone with one of them in the end. */
const longest = 'examples. editor secrets exampleForms start. stopping redirects race'.split(' ');

/** What became of one suite. */
export interface SuiteResult {
	suite: string;
	passed: number;
	failed: number;
	/** The names of the tests that failed, with those of their groups. */
	failures: string[];
	seconds: number;
	/** For people. */
	report: string;
}

/** The order in which suites are begun. */
export function inOrder(suites: string[]): string[] {
	const rank = (name: string) => {
		const place = longest.findIndex((each) => name.startsWith(each));
		return place === -1 ? longest.length : place;
	};
	return [...suites].sort((a, b) => rank(a) - rank(b) || a.localeCompare(b));
}

/**
 * Runs one suite in a process of its own.
 *
 * @param file of the suite; one without tests counts as a failure
 */
export async function runSuite(file: string, signal: AbortSignal): Promise<SuiteResult> {
	const startedAt = Date.now();
	const suite = path.basename(file);
	const failures: string[] = [];
	let passed = 0;
	const events = run({ files: [file], timeout: suiteTimeoutMs, concurrency: 1, signal });
	events.on('test:pass', ({ name, details, skip, todo }) => {
		// A file without tests is reported as a test with the file's name.
		const isTest = details.type !== 'suite' && !file.endsWith(name);
		if (isTest && skip === undefined && todo === undefined) passed++;
	});
	events.on('test:fail', ({ name, details }) => {
		// A suite that only fails because its tests did is not counted on top of them.
		const { failureType } = details.error as { failureType?: string };
		if (details.type !== 'suite' || failureType !== 'subtestsFailed') failures.push(name);
	});
	let report = '';
	for await (const chunk of events.compose(new spec())) report += String(chunk);
	if (passed + failures.length === 0) failures.push('it ran no test');
	const seconds = (Date.now() - startedAt) / 1000;
	return { suite, passed, failed: failures.length, failures, seconds, report };
}
