import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { today, writeFigures } from '../../workbench/figures';
import { ensureN8n } from '../../workbench/instance/install';
import { packPackage, tarballVariable } from '../../workbench/instance/pack';
import { privatePackage, versionIn } from '../../workbench/instance/paths';
import { onEndWanted } from '../../workbench/servers/processes';
import { Lane } from './lane';
import { inOrder, type SuiteResult } from './suites';

const usage = `Usage: npm run test:n8n -- [options] [parts of the names of suites]

  --lanes N  suites at a time (3, which keeps two cores busy)`;

const folder = path.join(__dirname, 'suites');

/** Runs the suites, each in a process of its own, on the n8n of one of the lanes. */
async function main(): Promise<void> {
	const { values, positionals: wanted } = parseArgs({
		options: { lanes: { type: 'string', default: '3' } },
		allowPositionals: true,
	});
	const laneCount = Number(values.lanes);
	if (!Number.isInteger(laneCount) || laneCount < 1) throw new Error(usage);
	const waiting = inOrder(
		(await readdir(folder))
			.filter((name) => name.endsWith('.test.ts'))
			.filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part))),
	);
	if (waiting.length === 0) throw new Error(`No suite matches ${wanted.join(', ') || '*.test.ts'}`);

	await ensureN8n();
	const packed = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-packed-'));
	console.log('Building and packing the package');
	process.env[tarballVariable] = await packPackage(packed);

	const interrupted = new AbortController();
	const { signal } = interrupted;
	onEndWanted(() => interrupted.abort());
	const count = waiting.length;
	const results: SuiteResult[] = [];
	const lanes = Array.from({ length: Math.min(laneCount, count) }, () => new Lane(signal));
	await Promise.all(
		lanes.map(async (lane) => {
			// What a lane that has ended does not run, the others do.
			while (lane.isOpen && !signal.aborted) {
				const suite = waiting.shift();
				if (suite === undefined) break;
				const result = await lane.run(path.join(folder, suite));
				results.push(result);
				console.log(`\n${suite} (${results.length} of ${count})\n${result.report}`);
			}
			await lane.close();
		}),
	);
	await rm(packed, { recursive: true, force: true });

	const passed = results.reduce((sum, each) => sum + each.passed, 0);
	// A suite that was not run, because somebody or each lane has ended, has not passed.
	const failed = results.reduce((sum, each) => sum + each.failed, count - results.length);
	if (failed > 0) process.exitCode = 1;
	if (wanted.length === 0 && !signal.aborted) {
		const version = versionIn(privatePackage);
		writeFigures('n8n', { version, database: 'SQLite', passed, failed, day: today() });
	}
	console.log('\nseconds by suite:');
	for (const { suite, seconds } of results.sort((a, b) => b.seconds - a.seconds)) {
		console.log(`${String(Math.round(seconds)).padStart(5)}  ${suite}`);
	}
	for (const { suite, failures } of results) {
		for (const failure of failures) console.log(`failed: ${suite}: ${failure}`);
	}
	for (const suite of waiting) console.log(`failed: ${suite}: was not run`);
	console.log(`\nn8n: ${passed} passed, ${failed} failed`);
}

main().catch((error: Error) => {
	console.error(error.message);
	console.log('n8n: 0 passed, 1 failed');
	process.exitCode = 1;
});
