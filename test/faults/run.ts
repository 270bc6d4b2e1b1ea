import '../../workbench/engine/quiet';
import { parseArgs } from 'node:util';
import { today, writeFigures } from '../../workbench/figures';
import { makeCells } from './cells';
import { kindsLeftOut } from './faultCases';
import { printCells, printCounterexamples, printFailed, printUntried } from './failures';
import { runMatrix, type CellResult } from './matrix';
import { startSchedules } from './schedulesProcess';
import { playSituations, situations } from './situations';

const usage = `Usage: npm run test:faults -- [options]

  --runs N       random schedules on top of the matrix (2000, or the variable FAULTS_RUNS)
  --seed N       repeats the random choices of an earlier run
  --only TEXT    only the cells and situations whose name contains the text
  --replay TEXT  only one counterexample, as it was printed`;

const PROGRESS_MS = 10_000;

/** @returns whether every promise was kept by everything that was to be tried */
async function main(): Promise<boolean> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ options: { runs: text, seed: text, only: text, replay: text } });
	const { only, replay } = values;
	const runs = wholeNumber(values.runs || process.env.FAULTS_RUNS || '2000');
	const seed = wholeNumber(values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
	const startedAt = performance.now();
	const seconds = () => Math.round((performance.now() - startedAt) / 1000);
	console.log(`Fault matrix and random schedules, seed ${seed}`);

	const chosen = <T extends { name: string }>(all: T[]) =>
		replay ? [] : all.filter(({ name }) => name.includes(only ?? ''));
	const cells = chosen(makeCells(seed));
	const played = chosen(situations);
	// A text that nothing contains would otherwise pass without having tried anything.
	if (only && cells.length + played.length === 0) throw new Error(`Nothing is called ${only}`);
	const failed: CellResult[] = [];
	let done = 0;
	let tried = 0;
	const progress = setInterval(() => {
		console.log(`${seconds()} s: ${done} of ${cells.length} cells; ${tried} schedules`);
	}, PROGRESS_MS);

	// Beside the matrix, in a process of their own: a machine has more than one core.
	const wanted = only ? 0 : runs;
	const schedules = startSchedules({ runs: wanted, seed, replay }, (count) => (tried = count));
	const results = await playSituations(played.map(({ name }) => name));
	await runMatrix(cells, (result) => {
		done++;
		if (result.violations.length > 0) failed.push(result);
	});
	const { tried: ran, counterexamples, interrupted } = await schedules;
	clearInterval(progress);

	// A replay is of one only.
	const untried = Math.max(interrupted.length, replay ? 0 : wanted - ran);
	const broken = results.filter(({ violations }) => violations.length > 0);
	for (const { name, violations } of broken) printFailed(name, violations);
	printCells(failed);
	printCounterexamples(counterexamples);
	printUntried(untried, interrupted);
	console.log(`\n${done} cells, ${results.length} situations, ${ran} of ${wanted} schedules`);
	const leftOut = kindsLeftOut();
	if (leftOut.length > 0) console.log(`\nThe matrix leaves out ${leftOut.join(', ')}`);
	const failures =
		failed.length + broken.length + counterexamples.length + untried + leftOut.length;
	const passed = done - failed.length + results.length - broken.length;
	console.log(`\nseed ${seed}, ${seconds()} s`);
	// A run that failed, or was cut off, leaves the figures of the one before.
	if (!only && !replay && failures === 0) {
		const counts = { cells: done, situations: results.length, schedules: ran };
		writeFigures('faults', { day: today(), seed, ...counts });
	}
	console.log(`faults: ${passed} passed, ${failures} failed`);
	return failures === 0;
}

function wholeNumber(text: string): number {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) return value;
	throw new Error(`A whole number below ${2 ** 31} is wanted, not "${text}"`);
}

main().then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: Error) => {
		console.error(`${error.message}\n\n${usage}`);
		process.exit(2);
	},
);
