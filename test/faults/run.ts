import '../../workbench/engine/quiet';
import { writeFileSync } from 'node:fs';
import { today, writeFigures } from '../../workbench/figures';
import { expectedCells, makeCells } from './cells';
import { readArguments, usage, type Arguments } from './commandLine';
import { kindsLeftOut } from './faultCases';
import {
	ledgersOf,
	printCells,
	printCounterexamples,
	printPace,
	printSituations,
	printTally,
	printUntried,
	Tally,
} from './figures';
import { runMatrix, type CellResult } from './matrix';
import { measurePace } from './paceTable';
import { startSchedules } from './schedulesProcess';
import { playSituations, situations } from './situations';

const PROGRESS_MS = 10_000;

/** @returns whether every promise was kept by everything that was to be tried */
async function main({ runs, seed, json, only, replay, pace }: Arguments): Promise<boolean> {
	const startedAt = performance.now();
	const seconds = () => Math.round((performance.now() - startedAt) / 1000);
	const rows = only || replay ? [] : await measurePace();
	printPace(rows);
	if (pace) return rows.every(({ violations }) => violations.length === 0);
	console.log(`\nFault matrix and random schedules, seed ${seed}`);

	const chosen = <T extends { name: string }>(all: T[]) =>
		replay ? [] : all.filter(({ name }) => name.includes(only ?? ''));
	const cells = chosen(makeCells(seed));
	const played = chosen(situations);
	// A text that nothing contains would otherwise pass without having tried anything.
	const fewest = Math.max(1 - played.length, cells.length);
	const expected = replay ? 0 : only ? fewest : expectedCells();
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
	const results = await playSituations(played.map(({ name }) => name));
	await runMatrix(cells, (result) => {
		done++;
		matrix.add(result.history, result.violations);
		if (result.violations.length > 0) failed.push(result);
	});
	const { tried: ranSchedules, counterexamples, interrupted, figures } = await schedules;
	clearInterval(progress);

	// A replay is of one only.
	const untried = Math.max(interrupted.length, replay ? 0 : wanted - ranSchedules);
	printSituations(results);
	printCells(failed);
	printCounterexamples(counterexamples);
	printUntried(untried, interrupted);
	printTally(`${done} cells of ${expected}`, matrix.figures());
	printTally(`${ranSchedules} random schedules of ${wanted}`, figures);

	const leftOut = kindsLeftOut();
	if (leftOut.length > 0) console.log(`\nThe matrix leaves out ${leftOut.join(', ')}`);
	const missing = Math.max(0, expected - done) + leftOut.length + untried;
	const others = [...rows, ...results];
	const failedOthers = others.filter(({ violations }) => violations.length > 0).length;
	const failures = failed.length + failedOthers + counterexamples.length + missing;
	const passed = done - failed.length + others.length - failedOthers;
	console.log(`\nseed ${seed}, ${seconds()} s`);
	// A run that failed, or was cut off, leaves the figures of the one before.
	if (!only && !replay && failures === 0) {
		const counts = { cells: done, situations: results.length, schedules: ranSchedules };
		writeFigures('faults', { day: today(), seed, ...counts });
	}
	if (json !== undefined) {
		const all = {
			seed,
			seconds: seconds(),
			cells: done,
			expectedCells: expected,
			matrix: matrix.figures(),
			schedules: { runs: ranSchedules, ...figures },
			situations: results,
			pace: rows,
			failed: failed.map(({ cell, violations, history }) => ({
				cell,
				violations,
				ledgers: ledgersOf(history),
			})),
			counterexamples,
		};
		writeFileSync(json, `${JSON.stringify(all, undefined, '\t')}\n`);
	}
	console.log(`faults: ${passed} passed, ${failures} failed`);
	return failures === 0;
}

try {
	const options = readArguments(process.argv.slice(2), process.env);
	void main(options).then((passed) => process.exit(passed ? 0 : 1));
} catch (error) {
	console.error(`${(error as Error).message}\n\n${usage}`);
	process.exit(2);
}
