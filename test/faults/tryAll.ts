import '../../workbench/engine/quiet';
import fc from 'fast-check';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { writeCounts } from '../reporters/counts';
import { makeCases, type MatrixCase } from './matrix';
import { kindsLeftOut } from './faultCases';
import { findViolations, hadFault, type Observation } from './invariants';
import { IsolatedService } from './isolatedService';
import { schedules, type Schedule } from './schedule';
import { concurrencyCases } from './concurrency';
import { runSchedule } from './runSchedule';

const usage = `Usage: npm run test:faults -- [options]

  --runs N       random schedules on top of the matrix (2000, or the variable FAULTS_RUNS)
  --seed N       repeats the random choices of an earlier run
  --only TEXT    only the cases whose name contains the text
  --replay TEXT  only one counterexample, as it was printed`;

/** Cases and schedules under way at once: those in which the service keeps silent mostly wait. */
const CASES_AT_ONCE = 32;
const SCHEDULES_AT_ONCE = 16;

/** In a schedule, a healthy answer may be late as well, so the timeout may be very short. */
const SCHEDULE_TIMEOUT_MS = 60;

/**
 * How long the node waits for a service that keeps silent: so short that waiting for nothing stays cheap,
 * and twice as long each time that a busy machine made a healthy answer late.
 */
const SHORTEST_TIMEOUT_MS = 250;
const LONGEST_TIMEOUT_MS = 8_000;

/** What the schedules may take where ten others use the machine: what has not ended by then hangs. */
const LONGEST_MS = 1_800_000;

/** How many failures are shown; the rest says little more. */
const SHOWN = 10_000;

function wholeNumber(text: string): number {
	const value = Number(text);
	if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) return value;
	throw new Error(`A whole number below ${2 ** 31} is wanted, not "${text}"`);
}

/** @returns whether every promise was kept by everything that was to be tried */
async function main(): Promise<boolean> {
	const text = { type: 'string' } as const;
	const { values } = parseArgs({ options: { runs: text, seed: text, only: text, replay: text } });
	const { only = '', replay } = values;
	const seed = wholeNumber(values.seed ?? String(Math.floor(Math.random() * 2 ** 31)));
	const runs = only ? 0 : wholeNumber(values.runs || process.env.FAULTS_RUNS || '2000');
	if (replay !== undefined) {
		const [ownSeed, path] = replay.split('/');
		return await trySchedules(0, { seed: Number(ownSeed), path, numRuns: 1, endOnFailure: true });
	}
	// The process that was started below.
	if (process.send) {
		const shares = Array.from({ length: SCHEDULES_AT_ONCE }, async (_, index) => {
			const numRuns = Math.floor((runs + index) / SCHEDULES_AT_ONCE);
			return await trySchedules(index, { seed: (seed + index) | 0, numRuns });
		});
		return (await Promise.all(shares)).every(Boolean);
	}
	const startedAt = performance.now();
	console.log(`Fault matrix and random schedules, seed ${seed}`);
	const leftOut = kindsLeftOut();
	if (leftOut.length > 0) throw new Error(`No case of the matrix has ${leftOut.join(', ')}`);
	const cases = makeCases(seed);
	const tests = [...concurrencyCases, ...cases.map(testOf)].filter(({ name }) =>
		name.includes(only),
	);
	// A text that nothing contains would otherwise pass without having tried anything.
	if (tests.length === 0) throw new Error(`Nothing is called ${only}`);
	// Beside the matrix, in a process of their own: a machine has more than one core.
	const ended =
		runs > 0 ? once(fork(__filename, [`--runs=${runs}`, `--seed=${seed}`]), 'exit') : [0];
	const failed = await playAll(tests);
	const [code] = await ended;
	const failures = failed + (code === 0 ? 0 : 1);
	const counts = {
		cases: cases.length,
		concurrencyCases: concurrencyCases.length,
		schedules: runs,
	};
	const seconds = Math.round((performance.now() - startedAt) / 1000);
	console.log(`\n${JSON.stringify(counts)}, seed ${seed}, ${seconds} s`);
	const passed = tests.length - failed;
	console.log(`faults: ${passed} passed, ${failures} failed`);
	writeCounts({ passed, failed: failures });
	return failures === 0;
}

/** @returns how many failed */
async function playAll(tests: Array<(typeof concurrencyCases)[number]>): Promise<number> {
	const waiting = tests.values();
	let failed = 0;
	const work = async () => {
		const service = await IsolatedService.open();
		for (const test of waiting) {
			const wrong = await test.play(service).catch((error: Error) => [error.message]);
			if (wrong.length > 0 && ++failed <= SHOWN) print(test.name, wrong);
		}
		await service.close();
	};
	await Promise.all(Array.from({ length: Math.min(CASES_AT_ONCE, tests.length) }, work));
	return failed;
}

const testOf = (matrixCase: MatrixCase, index: number) => ({
	name: matrixCase.name,
	play: async (service: IsolatedService) => await playCase(service, matrixCase, index),
});

/** Runs a case until it was what it claims to be: with a short timeout, a busy machine spoils it. */
async function playCase(
	service: IsolatedService,
	matrixCase: MatrixCase,
	index: number,
	timeoutMs = SHORTEST_TIMEOUT_MS,
): Promise<string[]> {
	const history = await runSchedule(
		service,
		`case-${index}-${timeoutMs}`,
		matrixCase.schedule,
		timeoutMs,
	);
	const broken = findViolations(history);
	const wrong = wrongOutcome(matrixCase, history[0]!);
	const isSpoilt = matrixCase.faultCase.slow && broken.length === 0 && wrong.length > 0;
	if (!isSpoilt || timeoutMs >= LONGEST_TIMEOUT_MS) return shown([...broken, ...wrong], history);
	return await playCase(service, matrixCase, index, 2 * timeoutMs);
}

/** A single try must end as the fault's own table says; later tries depend on the earlier ones. */
function wrongOutcome({ faultCase, schedule, position, expected }: MatrixCase, first: Observation) {
	const { requests, report, items } = first;
	const { operation, retryOnFail } = schedule.setting;
	// A fault of the first look-up is applied only where the answer to the payout was none.
	const isApplied =
		faultCase.affects === 'connection'
			? requests.every((one) => one.operation !== operation)
			: requests.some((one) => hadFault(one, faultCase.faults[0]?.kind));
	const outcome = report?.outcomes.get(items[position]!.reference);
	const isExpected = retryOnFail || outcome === expected;
	return [
		...(isApplied ? [] : ['The fault was never applied']),
		...(isExpected ? [] : [`item ${position} is ${outcome}, not ${expected}`]),
	];
}

/** Tries schedules one after the other, and prints one that broke a promise, as small as it can be made. */
async function trySchedules(index: number, wanted: fc.Parameters<[Schedule]>): Promise<boolean> {
	const service = await IsolatedService.open();
	let count = 0;
	const property = fc.asyncProperty(schedules, async (schedule) => {
		const name = `schedule-${index}-${count++}`;
		const history = await runSchedule(service, name, schedule, SCHEDULE_TIMEOUT_MS);
		const wrong = shown(findViolations(history), history);
		if (wrong.length > 0) throw new Error([...describe(schedule), ...wrong].join('\n  '));
	});
	const { failed, seed, numRuns, counterexamplePath, errorInstance } = await fc.check(property, {
		...wanted,
		interruptAfterTimeLimit: LONGEST_MS,
		markInterruptAsFailure: true,
	});
	await service.close();
	// Where none broke a promise, the last one did not end.
	const says = (errorInstance as Error | null)?.message ?? 'It did not end';
	if (failed) print(`schedule, --replay ${seed}/${counterexamplePath ?? numRuns}`, [says]);
	return !failed;
}

const print = (name: string, wrong: string[]) =>
	console.log([`\nFAILED ${name}`, ...wrong].join('\n  '));

/** A schedule, a line for each execution, with the names of its faults in place of their descriptions. */
function describe({ executions, ...rest }: Schedule): string[] {
	return [rest, ...executions].map((part) =>
		JSON.stringify(part, (key, value: unknown) =>
			key === 'faultCase' ? (value as { name: string }).name : value,
		),
	);
}

/** Violations, and the three ledgers of each run in a line each; nothing where there are none. */
function shown(violations: string[], history: Observation[]): string[] {
	if (violations.length === 0) return [];
	const lines = history.flatMap(({ execution, isRetry, by, report, requests, payouts }) => {
		const name = `execution ${execution}${isRetry ? ', retried' : ''}${by ? `, ${by}` : ''}`;
		const reported = [...(report?.outcomes ?? [])].map(([item, outcome]) => `${item} ${outcome}`);
		const received = requests.map(
			({ operation, orderReference = operation, status, fault }) =>
				`${orderReference} ${status ?? 'no answer'}${fault ? ` (${fault})` : ''}`,
		);
		const paid = payouts.map(({ orderReference, status }) => `${orderReference} ${status}`);
		return Object.entries({ reported, received, paid }).map(
			([ledger, entries]) => `  ${name} ${ledger}: ${entries.join(', ') || 'nothing'}`,
		);
	});
	return [...violations, ...lines];
}

main().then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: Error) => {
		console.error(`${error.message}\n\n${usage}`);
		process.exit(2);
	},
);
