import type { Outcome } from '../../nodes/CardBankPayments/executor/common/outcome';
import { faultCases, type FaultCase } from './faultCases';
import { errorModes, operations, type NodeSetting } from './payments';
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

const both = [false, true];
const concurrencies = [1, ITEMS_PER_CELL];
const positions = [0, 2, ITEMS_PER_CELL - 1];

const isBroad = ({ isNarrow }: FaultCase) => !isNarrow;

/** How many cells there must be: stated apart from the loops that make them. */
export function expectedCells(): number {
	const broad = faultCases.filter(isBroad).length;
	const payouts = errorModes.length * both.length ** 3 * concurrencies.length;
	const others = (operations.length - 1) * errorModes.length;
	const narrow = faultCases
		.filter(({ isNarrow }) => isNarrow)
		.reduce((sum, { hitsLookUp }) => sum + (hitsLookUp ? 1 : both.length), 0);
	return broad * (payouts + others) + narrow;
}

type Dimensions = Pick<
	NodeSetting,
	'operation' | 'onError' | 'retryOnFail' | 'concurrency' | 'lookUpUnclear'
> & { isLasting: boolean };

/**
 * Every broad fault with a payout in every error mode, with Retry On Fail and looking up off and on,
 * at both concurrencies, once and every time. For the other operations, where no money moves, only
 * the error modes are all tried; the narrow faults are tried with looking up off and on. What is left
 * over is drawn at random, as are for all cells the settings that only need their share.
 */
export function makeCells(seed: number): Cell[] {
	const random = randomFrom(seed);
	const oneIn = (n: number) => random() < 1 / n;
	const oneOf = <T>(values: T[]) => values[Math.floor(random() * values.length)] as T;

	const cells: Cell[] = [];
	const add = (faultCase: FaultCase, { isLasting, ...dimensions }: Dimensions) => {
		// A fault that strikes the whole run meets the first item first.
		const position = faultCase.strikes === 'item' ? oneOf(positions) : 0;
		const setting: NodeSetting = {
			...dimensions,
			duplicateGuard: oneIn(4) ? 'thisExecution' : 'allExecutions',
			whenAlreadySent: oneIn(2) ? 'passThrough' : 'error',
			changingReference: false,
			saved: !oneIn(10),
		};
		// What the service pays and denies is looked up before it is sent again.
		const isFound = setting.lookUpUnclear && faultCase.lookedUp !== undefined;
		cells.push({
			name: describe(faultCase, setting, position, isLasting),
			faultCase,
			setting,
			position,
			isLasting,
			uniqueOrderReferences: (faultCase.lies && !isFound) || oneIn(4),
			coldToken: faultCase.strikes === 'token' || oneIn(2),
			heals: oneIn(2),
		});
	};

	for (const faultCase of faultCases.filter(isBroad)) {
		for (const onError of errorModes) {
			for (const dimensions of allOf({ onError, operation: 'createBankPayout' })) {
				add(faultCase, dimensions);
			}
			for (const operation of operations.slice(1)) {
				add(faultCase, oneOf(allOf({ onError, operation })));
			}
		}
	}
	const narrow = faultCases.filter((faultCase) => !isBroad(faultCase));
	for (const faultCase of narrow) {
		for (const lookUpUnclear of faultCase.hitsLookUp ? [true] : both) {
			add(faultCase, {
				operation: 'createBankPayout',
				onError: 'continueRegularOutput',
				retryOnFail: false,
				concurrency: oneOf(concurrencies),
				lookUpUnclear,
				isLasting: false,
			});
		}
	}
	return shuffled(cells, random);
}

function allOf(fixed: Pick<Dimensions, 'onError' | 'operation'>): Dimensions[] {
	return both.flatMap((retryOnFail) =>
		both.flatMap((lookUpUnclear) =>
			both.flatMap((isLasting) =>
				concurrencies.map((concurrency) => ({
					...fixed,
					retryOnFail,
					lookUpUnclear,
					isLasting,
					concurrency,
				})),
			),
		),
	);
}

/** Mixed, so that cells that wait and cells that work share the machine. */
function shuffled(cells: Cell[], random: () => number): Cell[] {
	return cells
		.map((cell) => ({ cell, rank: random() }))
		.sort((a, b) => a.rank - b.rank)
		.map(({ cell }) => cell);
}

function describe(
	{ name }: FaultCase,
	{ operation, onError, retryOnFail, concurrency, lookUpUnclear }: NodeSetting,
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
		`looking up ${lookUpUnclear ? 'on' : 'off'}`,
		`concurrency ${concurrency}`,
	].join(', ');
}

/** How the struck item ends when it is tried once. */
export function expectedOutcome({ faultCase, setting, isLasting }: Cell): Outcome {
	const { outcome, outcomeWhenLasting, lookedUp } = faultCase;
	const isLookedUp = setting.operation === 'createBankPayout' && setting.lookUpUnclear;
	if (isLookedUp && lookedUp !== undefined) return lookedUp;
	return (isLasting && outcomeWhenLasting) || outcome;
}
