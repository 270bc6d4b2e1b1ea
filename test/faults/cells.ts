import type { OnError } from 'n8n-workflow';
import { faultCases, type FaultCase } from './faultCases';
import { operations, type NodeSetting, type Operation } from './payments';
import { randomFrom } from './random';

/** One combination that the matrix tries. */
export interface Cell {
	name: string;
	faultCase: FaultCase;
	setting: NodeSetting;
	/** Index of the item that the fault strikes. */
	position: number;
	/** Whether every request that matches is struck, or only the first. */
	isLasting: boolean;
	/** Whether the service refuses a reference that was used before; if not, it pays again. */
	uniqueOrderReferences: boolean;
	/** Whether the first request has to fetch a token. */
	coldToken: boolean;
	/** Whether all faults are gone before the second execution. */
	heals: boolean;
}

export const ITEMS_PER_CELL = 5;

const errorModes: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const retries = [false, true];
const concurrencies = [1, ITEMS_PER_CELL];
const positions = [0, 2, ITEMS_PER_CELL - 1];
const durations = [false, true];

/** How many cells there must be: stated apart from the loops that make them. */
export function expectedCells(): number {
	const modes = errorModes.length * retries.length * concurrencies.length;
	const striking = faultCases.filter(({ strikes }) => strikes === 'item').length;
	const payouts = striking * positions.length + (faultCases.length - striking);
	const cards = (operations.length - 1) * faultCases.length;
	return modes * (payouts * durations.length + cards);
}

/**
 * Every fault, operation, error mode, Retry On Fail and concurrency. Payouts also meet every position
 * and duration of the fault; for card operations, where no money moves, those are drawn by lot, as
 * are for all cells the settings that only need their share.
 */
export function makeCells(seed: number): Cell[] {
	const random = randomFrom(seed);
	const oneIn = (n: number) => random() < 1 / n;
	const oneOf = <T>(values: T[]) => values[Math.floor(random() * values.length)] as T;

	const cells: Cell[] = [];
	const add = (
		faultCase: FaultCase,
		setting: Pick<NodeSetting, 'operation' | 'onError' | 'retryOnFail' | 'concurrency'>,
		position: number,
		isLasting: boolean,
	) => {
		const full: NodeSetting = {
			...setting,
			duplicateGuard: oneIn(4) ? 'thisExecution' : 'allExecutions',
			whenAlreadySent: oneIn(2) ? 'passThrough' : 'error',
			saved: !oneIn(10),
		};
		cells.push({
			name: describe(faultCase, full, position, isLasting),
			faultCase,
			setting: full,
			position,
			isLasting,
			uniqueOrderReferences: oneIn(4),
			coldToken: faultCase.strikes === 'token' || oneIn(2),
			heals: oneIn(2),
		});
	};

	for (const faultCase of faultCases) {
		for (const operation of operations) {
			for (const onError of errorModes) {
				for (const retryOnFail of retries) {
					for (const concurrency of concurrencies) {
						const setting = { operation, onError, retryOnFail, concurrency };
						for (const [position, isLasting] of placesOf(faultCase, operation, oneOf)) {
							add(faultCase, setting, position, isLasting);
						}
					}
				}
			}
		}
	}
	return shuffled(cells, random);
}

/** Mixed, so that cells that wait and cells that work share the machine. */
function shuffled(cells: Cell[], random: () => number): Cell[] {
	return cells
		.map((cell) => ({ cell, rank: random() }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ cell }) => cell);
}

function placesOf(
	{ strikes }: FaultCase,
	operation: Operation,
	oneOf: <T>(values: T[]) => T,
): Array<[number, boolean]> {
	// A fault that strikes the whole run meets the first item first.
	const possible = strikes === 'item' ? positions : [0];
	if (operation !== 'createBankPayout') return [[oneOf(possible), oneOf(durations)]];
	return possible.flatMap((position) =>
		durations.map((isLasting): [number, boolean] => [position, isLasting]),
	);
}

function describe(
	{ name }: FaultCase,
	{ operation, onError, retryOnFail, concurrency }: NodeSetting,
	position: number,
	isLasting: boolean,
): string {
	return [
		operation,
		name,
		isLasting ? 'every time' : 'once',
		`on item ${position}`,
		onError,
		`Retry On Fail ${retryOnFail ? 'on' : 'off'}`,
		`concurrency ${concurrency}`,
	].join(', ');
}
