import type { CellResult } from './matrix';
import type { Observation } from './observation';
import type { Counterexample } from './properties';
import type { Violation } from './violations';

/** How many failed cells are shown in full; the rest says little more. */
const SHOWN_CELLS = 10;

export function printCells(failed: CellResult[]): void {
	for (const result of failed.slice(0, SHOWN_CELLS)) {
		const { cell, violations, history } = result;
		printFailed(cell.name, violations);
		for (const line of ledgersOf(history)) console.log(`    ${line}`);
	}
	if (failed.length > SHOWN_CELLS) {
		console.log(`\n… and ${failed.length - SHOWN_CELLS} more failed cells`);
	}
}

export function printFailed(name: string, violations: Violation[]): void {
	console.log(`\nFAILED ${name}`);
	for (const { kind, says } of violations) console.log(`  ${kind}: ${says}`);
}

export function printCounterexamples(counterexamples: Counterexample[]): void {
	for (const { replay, schedule, violations, ledgers } of counterexamples) {
		printFailed(`schedule, --replay ${replay}`, violations);
		const { executions, ...rest } = schedule;
		for (const part of [rest, ...executions]) console.log(`    ${inOneLine(part)}`);
		for (const line of ledgers) console.log(`    ${line}`);
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
