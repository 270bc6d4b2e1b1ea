import { expectedOutcome, ITEMS_PER_CELL, type Cell } from './cells';
import { findViolations } from './invariants';
import { Lane } from './lane';
import { EVERY_TIME, LONG_TIMEOUT_MS, SHORT_TIMEOUT_MS } from './marks';
import type { Observation } from './observation';
import { isGuarded, itemsFor } from './payments';
import { Trial, type RunOptions } from './trial';
import { promised, type Violation } from './violations';

/** Cells under way at once: those in which the service keeps silent mostly wait. */
const LANES = 32;

/** How often a cell is begun anew when the machine was too busy for its short timeout. */
const ATTEMPTS = 8;

/** Powers of two: from the fifth attempt on, the service has four seconds to answer. */
const MOST_PATIENCE = 4;

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
		const patience = 2 ** Math.min(attempt - 1, MOST_PATIENCE);
		const result = await runCell(lane, cell, `${name}-${attempt}`, patience);
		if (attempt === ATTEMPTS || !isDisturbed(result)) {
			return { ...result, violations: [...earlier, ...result.violations] };
		}
		earlier.push(...result.violations.filter(({ kind }) => promised.some((one) => one === kind)));
	}
}

function isDisturbed({ cell, history, violations }: CellResult): boolean {
	if (!cell.faultCase.slow) return false;
	if (violations.some(({ kind, says }) => kind === 'wrongOutcome' || says === NEVER_STRUCK))
		return true;
	const mayStayUnknown = expectedOutcome(cell) === 'unknown';
	return history.some(({ report, isPatient, items }) => {
		const struck = mayStayUnknown ? items[cell.position]?.reference : undefined;
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
 *
 * @param patience how many times longer than usual everything takes where the service is too slow
 */
async function runCell(
	lane: Lane,
	cell: Cell,
	name: string,
	patience: number,
): Promise<CellResult> {
	const { faultCase, setting, heals } = cell;
	const references = Array.from({ length: ITEMS_PER_CELL }, (_, index) => `${name}-${index}`);
	const items = itemsFor(references);
	const trial = new Trial(lane, name, setting);
	const struck: RunOptions = {
		timeoutMs: faultCase.slow ? patience * SHORT_TIMEOUT_MS : LONG_TIMEOUT_MS,
		isPatient: !faultCase.slow,
		isHealthy: false,
		canLookUp: faultCase.strikes === 'item' && !faultCase.hitsLookUp,
		settleMs: patience * faultCase.settleMs,
	};
	const healthy: RunOptions = {
		timeoutMs: LONG_TIMEOUT_MS,
		isPatient: true,
		isHealthy: true,
		canLookUp: true,
		settleMs: 0,
	};

	await lane.reset(cell);
	await lane.makeRecords(setting.operation, items);
	await strike(lane, cell, references, patience);
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

async function strike(
	lane: Lane,
	cell: Cell,
	references: string[],
	patience: number,
): Promise<void> {
	const { faultCase, setting, position, isLasting } = cell;
	const { faults, strikes } = faultCase;
	if (strikes === 'connection') return lane.setReachable(false);
	for (const fault of faults) {
		const orderReference = references[position];
		await lane.addFault(
			{
				times: isLasting ? EVERY_TIME : 1,
				...(strikes === 'item' && { operation: setting.operation, orderReference }),
				...fault,
				...(fault.delayMs !== undefined && { delayMs: patience * fault.delayMs }),
			},
			orderReference,
		);
	}
}

function hasStruck({ faultCase, setting }: Cell, history: Observation[]): boolean {
	const requests = history.flatMap((seen) => seen.requests);
	if (faultCase.strikes === 'connection') {
		return requests.every(({ operation }) => operation !== setting.operation);
	}
	// A fault of the first look-up strikes only where the answer to the payout was none.
	const [first] = faultCase.faults;
	return requests.some(({ fault }) => fault?.split('+').includes(String(first?.kind)));
}

/** A single try must end as the fault's own table says; later tries depend on the earlier ones. */
function unexpectedOutcome(cell: Cell, references: string[], [first]: Observation[]): Violation[] {
	const { setting, position } = cell;
	if (setting.retryOnFail) return [];
	const expected = expectedOutcome(cell);
	const reference = references[position] as string;
	const reported = first?.report?.outcomes.get(reference);
	if (reported === expected) return [];
	const says = `${reference} is reported ${reported}, but the fault makes it ${expected}`;
	return [{ kind: 'wrongOutcome', says }];
}
