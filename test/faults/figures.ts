import type { Outcome } from '../../nodes/CardBankPayments/executor/common/outcome';
import type { CellResult } from './matrix';
import { isCleanAnswer, mayHaveMovedMoney, type Observation } from './observation';
import type { PaceRow } from './paceTable';
import type { Counterexample } from './properties';
import type { SituationResult } from './situations';
import {
	countByKind,
	promised,
	violationKinds,
	type Violation,
	type ViolationKind,
} from './violations';

/** What is counted, while there is nothing. */
const nothing = {
	executions: 0,
	retries: 0,
	cancelled: 0,
	killed: 0,
	/** Requests for payments that the service received; tokens do not count. */
	requests: 0,
	payouts: 0,
	/** Payouts that got no answer that proves anything, in runs that may ask the service. */
	unclear: 0,
	/** Those among them that the node reports as made, taken back or refused: nobody has to look. */
	settled: 0,
};

export type Figures = typeof nothing & { violations: Record<ViolationKind, number> };

const SETTLED = new Set<Outcome>(['accepted', 'reversed', 'rejected']);

/** The figures of one part of the command, added up run by run. */
export class Tally {
	private readonly counts = { ...nothing };
	private readonly violations: Violation[] = [];

	add(history: Observation[], violations: Violation[]): void {
		for (const observation of history) {
			const { isRetry, isCancelled, isKilled, requests, setting } = observation;
			this.counts[isRetry ? 'retries' : 'executions']++;
			if (isCancelled) this.counts.cancelled++;
			if (isKilled) this.counts.killed++;
			const own = requests.filter(({ operation }) => operation === setting.operation);
			this.counts.requests += own.length;
			this.addSettled(observation);
		}
		const paid = Object.values(history.at(-1)?.paid ?? {});
		this.counts.payouts += paid.reduce((sum, times) => sum + times, 0);
		this.violations.push(...violations);
	}

	private addSettled({ setting, requests, report }: Observation): void {
		if (setting.operation !== 'createBankPayout' || !setting.lookUpUnclear) return;
		const unclear = requests.filter(
			(request) =>
				request.operation === setting.operation &&
				!isCleanAnswer(request) &&
				mayHaveMovedMoney(request),
		);
		for (const reference of new Set(unclear.map(({ orderReference }) => orderReference))) {
			const outcome = report?.outcomes.get(String(reference));
			if (outcome === undefined) continue;
			this.counts.unclear++;
			if (SETTLED.has(outcome)) this.counts.settled++;
		}
	}

	figures(): Figures {
		return { ...this.counts, violations: countByKind(this.violations) };
	}
}

/** How many failed cells are shown in full; the rest is in the JSON file. */
const SHOWN_CELLS = 10;

const kinds = Object.keys(violationKinds) as ViolationKind[];

export function printCells(failed: CellResult[]): void {
	for (const result of failed.slice(0, SHOWN_CELLS)) {
		const { cell, violations, history } = result;
		printFailed(cell.name, violations);
		for (const line of ledgersOf(history)) console.log(`    ${line}`);
	}
	if (failed.length > SHOWN_CELLS) {
		console.log(`\n… and ${failed.length - SHOWN_CELLS} more failed cells; see --json`);
	}
}

export function printSituations(results: SituationResult[]): void {
	const failed = results.filter(({ violations }) => violations.length > 0);
	for (const { name, violations } of failed) printFailed(name, violations);
	console.log(`\n${results.length} situations, ${failed.length} failed`);
}

/** How long each run takes, in times of the service's own limit, and how often it is refused. */
export function printPace(rows: PaceRow[]): void {
	console.log(`\n  ${'pace of the service'.padEnd(40)} time ÷ its own  refused per payout`);
	for (const { name, time, refused } of rows) {
		console.log(
			`  ${name.padEnd(40)} ${time.toFixed(3).padStart(14)} ${refused.toFixed(2).padStart(19)}`,
		);
	}
	for (const { name, violations } of rows) if (violations.length > 0) printFailed(name, violations);
}

function printFailed(name: string, violations: Violation[]): void {
	console.log(`\nFAILED ${name}`);
	for (const { kind, says } of violations) console.log(`  ${kind}: ${says}`);
}

export function printCounterexamples(counterexamples: Counterexample[]): void {
	for (const { replay, schedule, violations } of counterexamples) {
		printFailed(`schedule, --replay ${replay}`, violations);
		const { executions, ...rest } = schedule;
		for (const part of [rest, ...executions]) console.log(`    ${inOneLine(part)}`);
	}
}

/** @param interrupted those among the untried that were under way when the time was used up */
export function printUntried(untried: number, interrupted: string[]): void {
	if (untried > 0) console.log(`\nFAILED ${untried} schedules were not tried to their end`);
	for (const replay of interrupted) {
		console.log(`FAILED a schedule was not over when the time was: --replay ${replay}`);
	}
}

/** A part of a schedule, with the names of its faults in place of their descriptions. */
function inOneLine(part: object): string {
	return JSON.stringify(part, (key, value: unknown) =>
		key === 'faultCase' ? (value as { name: string }).name : value,
	);
}

/** The three ledgers of each run, one line for each. */
export function ledgersOf(history: Observation[]): string[] {
	return history.flatMap(({ execution, isRetry, isKilled, report, requests, paid }) => {
		const name = `execution ${execution}${isRetry ? ', retried' : ''}${isKilled ? ', killed' : ''}`;
		const reported = [...(report?.outcomes ?? [])].map(([item, outcome]) => `${item} ${outcome}`);
		const received = requests.map(
			({ operation, orderReference = operation, status, fault }) =>
				`${orderReference} ${status ?? 'no answer'}${fault ? ` (${fault})` : ''}`,
		);
		const payments = Object.entries(paid).map(([item, times]) => `${item} × ${times}`);
		return [
			`${name} reported: ${reported.join(', ') || 'nothing'}`,
			`${name} received: ${received.join(', ') || 'nothing'}`,
			`${name} paid:     ${payments.join(', ') || 'nothing'}`,
		];
	});
}

/** The figures of one part, and its zeros. */
export function printTally(title: string, figures: Figures): void {
	const { executions, retries, cancelled, killed, requests, payouts, violations } = figures;
	console.log(`\n${title}`);
	print('executions', executions);
	print('executions retried', retries);
	if (cancelled + killed > 0) {
		print('executions cancelled', cancelled);
		print('executions killed', killed);
	}
	print('requests received', requests);
	print('payouts made', payouts);
	print('payouts without a clear answer, in runs that may ask', figures.unclear);
	print('those settled without a person', figures.settled);
	for (const kind of promised) print(violationKinds[kind], violations[kind]);
	const others = kinds.filter((kind) => !promised.includes(kind));
	for (const kind of others) print(`(${violationKinds[kind]})`, violations[kind]);
}

function print(label: string, count: number): void {
	console.log(`  ${label.padEnd(68)} ${String(count).padStart(7)}`);
}
