import '../../workbench/engine/quiet';
import { writeFileSync } from 'node:fs';
import { expectedCells, makeCells } from './cells';
import { readArguments, usage, type Arguments } from './commandLine';
import { kindsLeftOut } from './faultCases';
import { runMatrix, type CellResult } from './matrix';
import { ledgersOf, printCells, printCounterexamples, printTally, printUntried } from './printing';
import { startSchedules } from './schedulesProcess';
import { Tally } from './tally';

const PROGRESS_MS = 10_000;

/** @returns whether every promise was kept by everything that was to be tried */
async function main({ runs, seed, json, only, replay }: Arguments): Promise<boolean> {
	const startedAt = Date.now();
	const seconds = () => Math.round((Date.now() - startedAt) / 1000);
	console.log(`Fault matrix and random schedules, seed ${seed}`);

	const all = makeCells(seed);
	const cells = replay ? [] : all.filter(({ name }) => name.includes(only ?? ''));
	// A text that no cell contains would otherwise pass without having tried anything.
	const expected = replay ? 0 : only ? Math.max(1, cells.length) : expectedCells();
	const matrix = new Tally();
	const failed: CellResult[] = [];
	let done = 0;
	let tried = 0;
	const progress = setInterval(() => {
		console.log(
			`${seconds()} s: ${done} of ${expected} cells, ${failed.length} failed; ${tried} schedules`,
		);
	}, PROGRESS_MS);

	// Beside the matrix, in a process of their own: a machine has more than one core.
	const wanted = only ? 0 : runs;
	const schedules = startSchedules({ runs: wanted, seed, replay }, (count) => (tried = count));
	await runMatrix(cells, (result) => {
		done++;
		matrix.add(result.history, result.violations);
		if (result.violations.length > 0) failed.push(result);
	});
	const { tried: ranSchedules, counterexamples, interrupted, figures } = await schedules;
	clearInterval(progress);

	// A replay is of one only.
	const untried = Math.max(interrupted.length, replay ? 0 : wanted - ranSchedules);
	printCells(failed);
	printCounterexamples(counterexamples);
	printUntried(untried, interrupted);
	printTally(`${done} cells of ${expected}`, matrix.figures());
	printTally(`${ranSchedules} random schedules of ${wanted}`, figures);

	const leftOut = kindsLeftOut();
	if (leftOut.length > 0) console.log(`\nThe matrix leaves out ${leftOut.join(', ')}`);
	const missing = Math.max(0, expected - done) + leftOut.length + untried;
	const failures = failed.length + counterexamples.length + missing;
	console.log(`\nseed ${seed}, ${seconds()} s`);
	if (json !== undefined) {
		const all = {
			seed,
			seconds: seconds(),
			cells: done,
			expectedCells: expected,
			matrix: matrix.figures(),
			schedules: { runs: ranSchedules, ...figures },
			failed: failed.map(({ cell, violations, history }) => ({
				cell,
				violations,
				ledgers: ledgersOf(history),
			})),
			counterexamples,
		};
		writeFileSync(json, `${JSON.stringify(all, undefined, '\t')}\n`);
	}
	console.log(`faults: ${done - failed.length} passed, ${failures} failed`);
	return failures === 0;
}

try {
	const options = readArguments(process.argv.slice(2), process.env);
	void main(options).then((passed) => process.exit(passed ? 0 : 1));
} catch (error) {
	console.error(`${(error as Error).message}\n\n${usage}`);
	process.exit(2);
}
