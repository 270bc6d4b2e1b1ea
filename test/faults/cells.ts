import fc from 'fast-check';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import { EVERY_TIME, faultCases, type FaultCase } from './faultCases';
import {
	errorModes,
	isGuarded,
	operations,
	POOL,
	type NodeSetting,
	type Operation,
	type Schedule,
	type ScheduledExecution,
	type Try,
} from './schedule';

/**
 * One combination that the matrix tries: an execution that meets the fault, "Retry execution" where it
 * failed, and a second execution with the same references.
 */
export interface Cell {
	name: string;
	faultCase: FaultCase;
	schedule: Schedule;
	/** Index of the item that the fault strikes, and how that item ends when it is tried once. */
	position: number;
	expected: Outcome;
}

/** What is tried in every combination. */
type Combined = Pick<NodeSetting, 'operation' | 'onError' | 'lookUpUnclear'> & {
	isLasting: boolean;
};

/** All that only needs its share. */
const drawn = fc.record({
	retryOnFail: fc.boolean(),
	concurrency: fc.constantFrom(1, POOL),
	duplicateGuard: fc.nat(3).map((n) => (n < 3 ? 'allExecutions' : 'thisExecution')),
	whenAlreadySent: fc.constantFrom<NodeSetting['whenAlreadySent'][]>('error', 'passThrough'),
	saved: fc.nat(9).map((n) => n > 0),
	position: fc.constantFrom(0, 2, POOL - 1),
	isWatched: fc.nat(3).map((n) => n === 0),
	coldToken: fc.boolean(),
	heals: fc.boolean(),
});

type Drawn = typeof drawn extends fc.Arbitrary<infer One> ? One : never;

/**
 * Every broad fault with a payout in every error mode, with looking up off and on, once and every time; with
 * each of the other operations, where no money moves, in every error mode. The narrow faults, which are
 * read by the same tables, are tried with looking up off and on.
 */
export function makeCells(seed: number): Cell[] {
	const combined = faultCases.flatMap((faultCase) =>
		(faultCase.isNarrow ? narrow(faultCase) : broad()).map((one) => ({ faultCase, ...one })),
	);
	const draws = fc.sample(drawn, { seed, numRuns: combined.length });
	const cells = combined.map(({ faultCase, ...one }, index) =>
		cellOf(faultCase, one, draws[index]!),
	);
	// Mixed, so that cells that wait and cells that work share the machine.
	const mixed = fc.shuffledSubarray(cells, { minLength: cells.length });
	return fc.sample(mixed, { seed, numRuns: 1 }).flat();
}

const both = [false, true];

function broad(): Combined[] {
	const [payout, ...others] = Object.keys(operations) as Operation[];
	return errorModes.flatMap((onError) => [
		...both.flatMap((lookUpUnclear) =>
			both.map((isLasting) => ({ operation: payout!, onError, lookUpUnclear, isLasting })),
		),
		...others.map((operation, index) => ({
			...{ operation, onError, lookUpUnclear: true },
			isLasting: index % 2 === 0,
		})),
	]);
}

function narrow({ hitsLookUp }: FaultCase): Combined[] {
	return (hitsLookUp ? [true] : both).map((lookUpUnclear) => ({
		operation: 'createBankPayout',
		onError: 'continueRegularOutput',
		lookUpUnclear,
		isLasting: false,
	}));
}

function cellOf(
	faultCase: FaultCase,
	{ isLasting, ...combined }: Combined,
	{ position, isWatched, coldToken, heals, retryOnFail, ...others }: Drawn,
): Cell {
	const { strikes, lies, lookedUp, isNarrow, outcome, outcomeWhenLasting } = faultCase;
	const setting = {
		...{ ...combined, ...others, changingReference: false },
		retryOnFail: retryOnFail && !isNarrow,
	} as NodeSetting;
	const { operation, lookUpUnclear } = setting;
	const found = operation === 'createBankPayout' && lookUpUnclear ? lookedUp : undefined;
	// A fault that strikes the whole run meets the first item first.
	const target = strikes === 'item' ? position : 0;
	const struck = { faultCase, target, times: isLasting ? EVERY_TIME : 1, skip: 0 };
	const staysDown = strikes === 'connection' && isLasting && !heals;
	const execution = (changes: Partial<ScheduledExecution>): ScheduledExecution => ({
		...{ references: [...Array(POOL).keys()], shift: 0, faults: [], interruption: null },
		...{ isReachable: true, tries: [plain], ...changes },
	});
	const executions = [
		execution({
			faults: [struck],
			isReachable: strikes !== 'connection',
			tries: [plain, plain],
		}),
		execution({ isReachable: !staysDown, tries: [{ ...plain, clears: heals }] }),
	];
	return {
		name: `${faultCase.name}, ${isLasting ? 'every time' : 'once'}, ${JSON.stringify(setting)}`,
		faultCase,
		schedule: {
			setting,
			// What the service pays and denies is looked up before it is sent again.
			uniqueOrderReferences: (lies && found === undefined) || isWatched,
			coldToken: strikes === 'token' || coldToken,
			// Without the guard, a second execution pays again, as its description says.
			executions: isGuarded(setting) ? executions : executions.slice(0, 1),
		},
		position: target,
		expected: found ?? ((isLasting && outcomeWhenLasting) || outcome),
	};
}

const plain: Try = { clears: false, readable: null, account: 0, maximumAmount: null };
