import { ITEMS_PER_CELL, type Cell } from './cells';
import { LONG_TIMEOUT_MS, SHORT_TIMEOUT_MS } from './faultCases';
import { findViolations } from './invariants';
import { Lane } from './lane';
import type { Observation } from './observation';
import { isGuarded, itemsFor } from './payments';
import { Trial, type RunOptions } from './trial';
import { promised, type Violation } from './violations';

/** More requests than any cell makes for one reference. */
const EVERY_TIME = 1000;

/** Cells under way at once: those in which the service keeps silent mostly wait. */
const LANES = 24;

/** How often a cell is begun anew when the machine was too busy for its short timeout. */
const ATTEMPTS = 8;

const NEVER_STRUCK = 'The fault never struck';

export interface CellResult {
	cell: Cell;
	history: Observation[];
	violations: Violation[];
}

/** Runs all cells. Each has a service and a workflow of its own, so they do not see each other. */
export async function runMatrix(
	cells: Cell[],
	onResult: (result: CellResult) => void,
): Promise<void> {
	let next = 0;
	const work = async () => {
		const lane = await Lane.open();
		while (next < cells.length) {
			const index = next++;
			onResult(await runUndisturbed(lane, cells[index] as Cell, `cell-${index}`));
		}
		await lane.close();
	};
	await Promise.all(Array.from({ length: LANES }, work));
}

/**
 * Runs a cell until it was what it claims to be: with the short timeout, a busy machine makes
 * healthy items late as well. What may never happen counts in every attempt.
 */
async function runUndisturbed(lane: Lane, cell: Cell, name: string): Promise<CellResult> {
	const earlier: Violation[] = [];
	for (let attempt = 1; ; attempt++) {
		const result = await runCell(lane, cell, `${name}-${attempt}`);
		if (attempt === ATTEMPTS || !isDisturbed(result)) {
			return { ...result, violations: [...earlier, ...result.violations] };
		}
		earlier.push(...result.violations.filter(({ kind }) => promised.includes(kind)));
	}
}

function isDisturbed({ cell, history, violations }: CellResult): boolean {
	if (!cell.faultCase.slow) return false;
	if (violations.some(({ says }) => says === NEVER_STRUCK)) return true;
	return history.some(({ report, isPatient, items }) => {
		const struck = items[cell.position]?.reference;
		return (
			!isPatient &&
			[...(report?.outcomes ?? [])].some(
				([reference, outcome]) => outcome === 'unknown' && reference !== struck,
			)
		);
	});
}

/**
 * One cell: an execution that meets the fault, "Retry execution" where it failed, and a second
 * execution with the same references.
 */
async function runCell(lane: Lane, cell: Cell, name: string): Promise<CellResult> {
	const { faultCase, setting, heals } = cell;
	const references = Array.from({ length: ITEMS_PER_CELL }, (_, index) => `${name}-${index}`);
	const items = itemsFor(references);
	const trial = new Trial(lane, name, setting);
	const struck: RunOptions = {
		timeoutMs: faultCase.slow ? SHORT_TIMEOUT_MS : LONG_TIMEOUT_MS,
		isPatient: !faultCase.slow,
		isHealthy: false,
		settleMs: faultCase.settleMs,
	};
	const healthy = { timeoutMs: LONG_TIMEOUT_MS, isPatient: true, isHealthy: true, settleMs: 0 };

	await lane.reset(cell);
	await strike(lane, cell, references);
	await trial.execute(items, struck);
	const didStrike = hasStruck(cell, trial.history);

	const isOver = faultCase.strikes === 'connection' && !cell.isLasting;
	if (isOver) lane.setReachable(true);
	if (trial.canRetry) await trial.retry(struck);

	// Without the guard, a second execution pays again, as its description says.
	if (isGuarded(setting) || setting.operation !== 'createBankPayout') {
		if (heals) {
			lane.setReachable(true);
			await lane.control.clearFaults();
		}
		await trial.execute(items, heals ? healthy : struck);
	}

	const violations = [
		...findViolations(trial.history),
		...unexpectedOutcome(cell, references, trial.history),
	];
	if (!didStrike) violations.push({ kind: 'breach', says: NEVER_STRUCK });
	return { cell, history: trial.history, violations };
}

async function strike(lane: Lane, cell: Cell, references: string[]): Promise<void> {
	const { faultCase, setting, position, isLasting } = cell;
	const { fault, strikes } = faultCase;
	if (fault === undefined) return lane.setReachable(false);
	await lane.addFault({
		...fault,
		times: isLasting ? EVERY_TIME : 1,
		...(strikes === 'item' && {
			operation: setting.operation,
			orderReference: references[position],
		}),
	});
}

function hasStruck({ faultCase, setting }: Cell, history: Observation[]): boolean {
	const requests = history.flatMap((seen) => seen.requests);
	if (faultCase.fault === undefined) {
		return requests.every(({ operation }) => operation !== setting.operation);
	}
	return requests.some(({ fault }) => fault === faultCase.fault?.kind);
}

/** A single try must end as the fault's own table says; later tries depend on the earlier ones. */
function unexpectedOutcome(
	{ faultCase, setting, isLasting, position }: Cell,
	references: string[],
	[first]: Observation[],
): Violation[] {
	if (setting.retryOnFail) return [];
	const expected = (isLasting && faultCase.outcomeWhenLasting) || faultCase.outcome;
	const reference = references[position] as string;
	const reported = first?.report?.outcomes.get(reference);
	if (reported === expected) return [];
	return [
		{
			kind: 'wrongOutcome',
			says: `${reference} is reported ${reported}, but the fault makes it ${expected}`,
		},
	];
}
