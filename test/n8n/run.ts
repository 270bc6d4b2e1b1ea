import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { writeFigures } from '../figures';
import { ensureN8n } from './harness/install';
import { packPackage, tarballVariable } from './harness/pack';
import { privatePackage, versionIn } from './harness/paths';
import { onEndWanted } from './harness/processes';

/** A suite that hangs must not hang the whole run. */
const suiteTimeoutMs = 10 * 60_000;

interface Count {
	passed: number;
	failed: number;
}

/**
 * Runs the suites one after the other, each in a process of its own with an n8n of its own.
 *
 * @param wanted parts of file names; all suites when empty
 */
async function main(wanted: string[]): Promise<void> {
	const folder = path.join(__dirname, 'suites');
	const suites = (await readdir(folder))
		.filter((name) => name.endsWith('.test.ts'))
		.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
		.sort();
	if (suites.length === 0) throw new Error(`No suite matches ${wanted.join(', ') || '*.test.ts'}`);

	await ensureN8n(console.log);
	const packed = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-packed-'));
	console.log('Building and packing the package');
	process.env[tarballVariable] = await packPackage(packed);

	const interrupted = new AbortController();
	onEndWanted(() => interrupted.abort());
	const total: Count = { passed: 0, failed: 0 };
	for (const suite of suites) {
		if (interrupted.signal.aborted) break;
		console.log(`\n${suite}`);
		const { passed, failed } = await runSuite(path.join(folder, suite), interrupted.signal);
		total.passed += passed;
		total.failed += failed;
		if (passed + failed === 0) {
			console.log(`${suite} ran no test, which counts as a failure`);
			total.failed++;
		}
	}
	await rm(packed, { recursive: true, force: true });
	if (interrupted.signal.aborted || total.failed > 0) process.exitCode = 1;
	if (wanted.length === 0 && !interrupted.signal.aborted) {
		writeFigures('n8n', { version: versionIn(privatePackage), database: 'SQLite', ...total });
	}
	console.log(`\nn8n: ${total.passed} passed, ${total.failed} failed`);
}

async function runSuite(file: string, signal: AbortSignal): Promise<Count> {
	const count: Count = { passed: 0, failed: 0 };
	const events = run({ files: [file], timeout: suiteTimeoutMs, concurrency: 1, signal });
	events.on('test:pass', ({ name, details, skip, todo }) => {
		// A file without tests is reported as a test with the file's name.
		const isTest = details.type !== 'suite' && !file.endsWith(name);
		if (isTest && skip === undefined && todo === undefined) count.passed++;
	});
	events.on('test:fail', ({ details }) => {
		// A suite that only fails because its tests did is not counted on top of them.
		const { failureType } = details.error as { failureType?: string };
		if (details.type !== 'suite' || failureType !== 'subtestsFailed') count.failed++;
	});
	const report = events.compose(new spec());
	for await (const chunk of report) process.stdout.write(String(chunk));
	return count;
}

main(process.argv.slice(2)).catch((error: Error) => {
	console.error(error.message);
	console.log('n8n: 0 passed, 1 failed');
	process.exitCode = 1;
});
