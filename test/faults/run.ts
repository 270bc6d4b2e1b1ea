import '../../workbench/engine/quiet';
import fc from 'fast-check';
import { fork } from 'node:child_process';
import { parseArgs } from 'node:util';
import { today, writeFigures } from '../../workbench/figures';
import { makeCells, type Cell } from './cells';
import { kindsLeftOut } from './faultCases';
import { findViolations, wasStruckBy, type Observation } from './invariants';
import { Lane } from './lane';
import { schedules, type Schedule } from './schedule';
import { playSituation, situations } from './situations';
import { runSchedule } from './trial';

const usage = `Usage: npm run test:faults -- [options]

  --runs N       random schedules on top of the matrix (2000, or the variable FAULTS_RUNS)
  --seed N       repeats the random choices of an earlier run
  --only TEXT    only the cells and situations whose name contains the text
  --replay TEXT  only one counterexample, as it was printed`;

/** Cells and schedules under way at once: those in which the service keeps silent mostly wait. */
const CELL_LANES = 32;
const SCHEDULE_LANES = 16;

/** In a schedule, a healthy answer may be late as well, so the timeout may be very short. */
const SCHEDULE_TIMEOUT_MS = 60;

/**
 * How long the node waits for a service that keeps silent: so short that waiting for nothing stays cheap,
 * and longer each time that a busy machine made a healthy answer late.
 */
const CELL_TIMEOUTS_MS = [250, 500, 1000, 2000, 4000, 8000];

/** What the schedules may take, five times what they need: what has not ended by then hangs. */
const LONGEST_MS = 600_000;

/** How many failed cells are shown in full; the rest says little more. */
const SHOWN_CELLS = 10;

interface Task {
	runs: number;
	seed: number;
	/** Only this counterexample. */
	replay?: string;
}

interface Tally {
	tried: number;
	failed: number;
}

/** @returns whether every promise was kept by everything that was to be tried */
async function main(): Promise<boolean> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ options: { runs: text, seed: text, only: text, replay: text } });
	const { only, replay } = values;
	const seed = wholeNumber(values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
	const runs = only ? 0 : wholeNumber(values.runs || process.env.FAULTS_RUNS || '2000');
	const startedAt = performance.now();
	console.log(`Fault matrix and random schedules, seed ${seed}`);

	const chosen = <T extends { name: string }>(all: T[]) =>
		replay ? [] : all.filter(({ name }) => name.includes(only ?? ''));
	const cells = chosen(makeCells(seed));
	const played = chosen(situations);
	// A text that nothing contains would otherwise pass without having tried anything.
	if (only && cells.length + played.length === 0) throw new Error(`Nothing is called ${only}`);

	// Beside the matrix, in a process of their own: a machine has more than one core.
	const ofSchedules = startSchedules({ runs, seed, replay });
	const results = await Promise.all(played.map(playSituation));
	results.forEach((violations, index) => printFailed(played[index]!.name, violations));
	const broken = results.filter((violations) => violations.length > 0).length;
	const failedCells = await tryCells(cells);
	const { tried, failed } = await ofSchedules;
	const leftOut = kindsLeftOut();
	if (leftOut.length > 0) console.log(`\nThe matrix leaves out ${leftOut.join(', ')}`);

	const counts = { cells: cells.length, situations: played.length, schedules: tried };
	const failures = broken + failedCells + failed + leftOut.length;
	const passed = cells.length - failedCells + played.length - broken;
	const seconds = Math.round((performance.now() - startedAt) / 1000);
	console.log(`\n${JSON.stringify(counts)}, seed ${seed}, ${seconds} s`);
	// A run that failed, or was cut off, leaves the figures of the one before.
	if (!only && !replay && failures === 0) writeFigures('faults', { day: today(), seed, ...counts });
	console.log(`faults: ${passed} passed, ${failures} failed`);
	return failures === 0;
}

function wholeNumber(text: string): number {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) return value;
	throw new Error(`A whole number below ${2 ** 31} is wanted, not "${text}"`);
}

/** @returns how many failed. Each has a service and a workflow of its own, so they do not see each other. */
async function tryCells(cells: Cell[]): Promise<number> {
	const waiting = [...cells.entries()];
	let failed = 0;
	const work = async () => {
		const lane = await Lane.open();
		for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
			const [index, cell] = next;
			const [violations, history] = await tryCell(lane, cell, `cell-${index}`);
			if (violations.length === 0 || ++failed > SHOWN_CELLS) continue;
			printFailed(cell.name, violations, ledgersOf(history));
		}
		await lane.sandbox.close();
	};
	await Promise.all(Array.from({ length: CELL_LANES }, work));
	if (failed > SHOWN_CELLS) console.log(`\n… and ${failed - SHOWN_CELLS} more failed cells`);
	return failed;
}

/** Runs a cell until it was what it claims to be: with a short timeout, a busy machine spoils it. */
async function tryCell(lane: Lane, cell: Cell, name: string): Promise<[string[], Observation[]]> {
	for (const timeoutMs of CELL_TIMEOUTS_MS) {
		const history = await runSchedule(lane, `${name}-${timeoutMs}`, cell.schedule, timeoutMs);
		const broken = findViolations(history);
		const wrong = history[0] === undefined ? [] : wrongOutcome(cell, history[0]);
		const isSpoilt = cell.faultCase.slow && broken.length === 0 && wrong.length > 0;
		if (!isSpoilt || timeoutMs === CELL_TIMEOUTS_MS.at(-1)) return [[...broken, ...wrong], history];
	}
	return [[], []];
}

/** A single try must end as the fault's own table says; later tries depend on the earlier ones. */
function wrongOutcome({ faultCase, schedule, position, expected }: Cell, first: Observation) {
	const { requests, report, items } = first;
	const { operation, retryOnFail } = schedule.setting;
	// A fault of the first look-up strikes only where the answer to the payout was none.
	const hasStruck =
		faultCase.strikes === 'connection'
			? requests.every((one) => one.operation !== operation)
			: requests.some((one) => wasStruckBy(one, faultCase.faults[0]?.kind));
	const outcome = report?.outcomes.get(items[position]?.reference ?? '');
	return [
		...(hasStruck ? [] : ['The fault never struck']),
		...(retryOnFail || outcome === expected
			? []
			: [`item ${position} is ${outcome}, not ${expected}`]),
	];
}

/** @throws Error when the process of the schedules ends without a result */
async function startSchedules(task: Task): Promise<Tally> {
	return await new Promise((resolve, reject) => {
		const child = fork(__filename, [JSON.stringify(task)]);
		child.on('message', resolve);
		child.on('exit', (code) => reject(new Error(`The random schedules ended with code ${code}`)));
	});
}

/** Carries the violations through fast-check. */
class Broken extends Error {
	constructor(
		readonly violations: string[],
		readonly ledgers: string[],
	) {
		super(violations.join('; '));
	}
}

/** Tries so many random schedules, and prints those that broke a promise, as small as they could be made. */
async function trySchedules({ runs, seed, replay }: Task): Promise<Tally> {
	const [replaySeed, path] = replay?.split('/') ?? [];
	const lanes = replay === undefined ? SCHEDULE_LANES : 1;
	const tallies = await Promise.all(
		Array.from({ length: lanes }, async (_, index): Promise<Tally> => {
			const lane = await Lane.open();
			let count = 0;
			const property = fc.asyncProperty(schedules, async (schedule) => {
				const name = `schedule-${index}-${count++}`;
				const history = await runSchedule(lane, name, schedule, SCHEDULE_TIMEOUT_MS);
				const violations = findViolations(history);
				if (violations.length > 0) throw new Broken(violations, ledgersOf(history));
			});
			const ownSeed = replaySeed === undefined ? (seed + index) | 0 : Number(replaySeed);
			const wanted = replay === undefined ? Math.floor((runs + index) / lanes) : 1;
			const { numRuns, interrupted, counterexample, counterexamplePath, errorInstance } =
				await fc.check(property, {
					numRuns: wanted,
					seed: ownSeed,
					...(path !== undefined && { path, endOnFailure: true }),
					interruptAfterTimeLimit: LONGEST_MS,
				});
			await lane.sandbox.close();
			if (interrupted) {
				console.log(`FAILED a schedule did not end: --replay ${replay ?? `${ownSeed}/${numRuns}`}`);
			}
			if (counterexample !== null) {
				const { violations = [String(errorInstance)], ledgers = [] } = errorInstance as Broken;
				const shown = [...describe(counterexample[0]), ...ledgers];
				printFailed(`schedule, --replay ${ownSeed}/${counterexamplePath}`, violations, shown);
			}
			const isWhole = counterexample === null && !interrupted && numRuns === wanted;
			return { tried: numRuns, failed: isWhole ? 0 : 1 };
		}),
	);
	const sum = (which: keyof Tally) => tallies.reduce((total, tally) => total + tally[which], 0);
	return { tried: sum('tried'), failed: sum('failed') };
}

function printFailed(name: string, violations: string[], ledgers: string[] = []): void {
	if (violations.length === 0) return;
	const lines = [`\nFAILED ${name}`, ...violations.map((says) => `  ${says}`)];
	console.log([...lines, ...ledgers.map((line) => `    ${line}`)].join('\n'));
}

/** A schedule, a line for each execution, with the names of its faults in place of their descriptions. */
function describe({ executions, ...rest }: Schedule): string[] {
	return [rest, ...executions].map((part) =>
		JSON.stringify(part, (key, value: unknown) =>
			key === 'faultCase' ? (value as { name: string }).name : value,
		),
	);
}

/** The three ledgers of each run, one line for each. */
function ledgersOf(history: Observation[]): string[] {
	return history.flatMap(({ execution, isRetry, by, report, requests, payouts }) => {
		const name = `execution ${execution}${isRetry ? ', retried' : ''}${by ? `, ${by}` : ''}`;
		const reported = [...(report?.outcomes ?? [])].map(([item, outcome]) => `${item} ${outcome}`);
		const received = requests.map(
			({ operation, orderReference = operation, status, fault }) =>
				`${orderReference} ${status ?? 'no answer'}${fault ? ` (${fault})` : ''}`,
		);
		const paid = payouts.map(({ orderReference, status }) => `${orderReference} ${status}`);
		const ledgers = Object.entries({ reported, received, paid });
		return ledgers.map(([ledger, lines]) => `${name} ${ledger}: ${lines.join(', ') || 'nothing'}`);
	});
}

const [, , task = ''] = process.argv;
if (task.startsWith('{')) {
	void trySchedules(JSON.parse(task) as Task).then((tally) =>
		process.send?.(tally, () => process.exit(0)),
	);
} else {
	main().then(
		(passed) => process.exit(passed ? 0 : 1),
		(error: Error) => {
			console.error(`${error.message}\n\n${usage}`);
			process.exit(2);
		},
	);
}
