import fc from 'fast-check';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import { faultCases, type FaultCase } from './faultCases';
import { errorModes, operations, type NodeSetting } from './payments';

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

/** What is tried in every combination. */
type Dimensions = Pick<NodeSetting, 'operation' | 'onError' | 'lookUpUnclear'> & {
	isLasting: boolean;
};

/** All that only needs its share, drawn for each cell. */
const drawn = fc.record({
	retryOnFail: fc.boolean(),
	concurrency: fc.constantFrom(1, ITEMS_PER_CELL),
	duplicateGuard: fc.constantFrom(
		'allExecutions',
		'allExecutions',
		'allExecutions',
		'thisExecution',
	),
	whenAlreadySent: fc.constantFrom('error', 'passThrough'),
	saved: fc.nat(9).map((n) => n > 0),
	position: fc.constantFrom(0, 2, ITEMS_PER_CELL - 1),
	isWatched: fc.nat(3).map((n) => n === 0),
	coldToken: fc.boolean(),
	heals: fc.boolean(),
});

/**
 * Every broad fault with a payout in every error mode, with looking up off and on, once and every time; with
 * each of the other operations, where no money moves, in every error mode. The narrow faults, which are
 * read by the same tables, are tried with looking up off and on.
 */
export function makeCells(seed: number): Cell[] {
	const dimensions = faultCases.flatMap((faultCase) =>
		(faultCase.isNarrow ? narrow(faultCase) : broad()).map((one) => ({ faultCase, ...one })),
	);
	const draws = fc.sample(drawn, { seed, numRuns: dimensions.length });
	const cells = dimensions.map((one, index) => cellOf(one, draws[index] as Draw));
	// Mixed, so that cells that wait and cells that work share the machine.
	const mixed = fc.shuffledSubarray(cells, { minLength: cells.length });
	return fc.sample(mixed, { seed, numRuns: 1 }).flat();
}

function broad(): Dimensions[] {
	const [payout, ...others] = operations;
	return errorModes.flatMap((onError) => [
		...both.flatMap((lookUpUnclear) =>
			both.map((isLasting) => ({ operation: payout, onError, lookUpUnclear, isLasting })),
		),
		...others.map((operation, index) => ({
			operation,
			onError,
			lookUpUnclear: true,
			isLasting: index % 2 === 0,
		})),
	]);
}

function narrow({ hitsLookUp }: FaultCase): Dimensions[] {
	return (hitsLookUp ? [true] : both).map((lookUpUnclear) => ({
		operation: 'createBankPayout',
		onError: 'continueRegularOutput',
		lookUpUnclear,
		isLasting: false,
	}));
}

type Draw = typeof drawn extends fc.Arbitrary<infer Drawn> ? Drawn : never;

function cellOf(
	{ faultCase, isLasting, ...dimensions }: Dimensions & { faultCase: FaultCase },
	{ position, isWatched, coldToken, heals, ...others }: Draw,
): Cell {
	const { strikes, lies, lookedUp, isNarrow } = faultCase;
	const setting = {
		...dimensions,
		...others,
		retryOnFail: others.retryOnFail && !isNarrow,
		changingReference: false,
	} as NodeSetting;
	// What the service pays and denies is looked up before it is sent again.
	const isFound = setting.lookUpUnclear && lookedUp !== undefined;
	return {
		name: `${faultCase.name}, ${isLasting ? 'every time' : 'once'}, ${JSON.stringify(setting)}`,
		faultCase,
		setting,
		// A fault that strikes the whole run meets the first item first.
		position: strikes === 'item' ? position : 0,
		isLasting,
		uniqueOrderReferences: (lies && !isFound) || isWatched,
		coldToken: strikes === 'token' || coldToken,
		heals,
	};
}

/** How the struck item ends when it is tried once. */
export function expectedOutcome({ faultCase, setting, isLasting }: Cell): Outcome {
	const { outcome, outcomeWhenLasting, lookedUp } = faultCase;
	const isLookedUp = setting.operation === 'createBankPayout' && setting.lookUpUnclear;
	if (isLookedUp && lookedUp !== undefined) return lookedUp;
	return (isLasting && outcomeWhenLasting) || outcome;
}
