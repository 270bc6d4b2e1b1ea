import fc from 'fast-check';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import { errorModes } from '../../workbench/workflows/workflows';
import { broadCases, EVERY_TIME, faultCases, type FaultCase } from './faultCases';
import {
	clocks,
	isGuarded,
	POOL,
	nodeSettings,
	type NodeSetting,
	type PayingOperation,
	type Schedule,
	type ScheduledExecution,
	type Try,
} from './schedule';

/**
 * One combination that the matrix tries: an execution that meets the fault, "Retry execution" where it
 * failed, and a second execution with the same references.
 */
export interface MatrixCase {
	name: string;
	faultCase: FaultCase;
	schedule: Schedule;
	/** Index of the item that the fault applies to, and how that item ends when it is tried once. */
	position: number;
	expected: Outcome;
}

/** What is tried in every combination. */
type Combined = Pick<NodeSetting, 'operation' | 'onError' | 'lookUpUnclear'> & {
	isLasting: boolean;
};

/** All that only needs its share. */
const shares = fc.record({
	setting: nodeSettings,
	position: fc.constantFrom(0, 2, POOL - 1),
	isWatched: fc.nat(3).map((n) => n === 0),
	clockAheadMs: clocks,
	heals: fc.boolean(),
});

type Shares = typeof shares extends fc.Arbitrary<infer One> ? One : never;

const both = [false, true];
const payout: PayingOperation = 'createBankPayout';

/** A payout, with looking up off and on, and a payment link, with the fault once and every time in every error mode. */
const broad: Combined[] = errorModes.flatMap((onError) =>
	both.flatMap((isLasting) => [
		...both.map((lookUpUnclear) => ({ operation: payout, onError, lookUpUnclear, isLasting })),
		{ operation: 'initiateCardPayment', onError, lookUpUnclear: true, isLasting },
	]),
);

/** What is read by the same tables as a broad fault: a payout with looking up off and on. */
const narrow: Combined[] = both.map((lookUpUnclear) => ({
	...{ operation: payout, onError: 'continueRegularOutput', lookUpUnclear, isLasting: false },
}));

/** Every fault in its combinations, mixed, so that cases that wait and cases that work share the machine. */
export function makeCases(seed: number): MatrixCase[] {
	const combined = faultCases.flatMap((faultCase) =>
		(broadCases.includes(faultCase) ? broad : narrow)
			.filter(({ lookUpUnclear }) => lookUpUnclear || !faultCase.hitsLookUp)
			.map((one) => ({ faultCase, ...one })),
	);
	const drawn = fc.sample(shares, { seed, numRuns: combined.length });
	const cases = combined.map((one, index) => matrixCaseOf(one, drawn[index]!));
	const mixed = fc.shuffledSubarray(cases, { minLength: cases.length });
	return fc.sample(mixed, { seed, numRuns: 1 }).flat();
}

function matrixCaseOf(
	{ faultCase, isLasting, ...combined }: Combined & { faultCase: FaultCase },
	{ position, isWatched, heals, setting: drawn, ...ofService }: Shares,
): MatrixCase {
	const { affects, lies, lookedUp, outcome, outcomeWhenLasting } = faultCase;
	const setting: NodeSetting = {
		...{ ...drawn, ...combined, changingReference: false },
		retryOnFail: drawn.retryOnFail && broadCases.includes(faultCase),
	};
	const found = combined.operation === payout && combined.lookUpUnclear ? lookedUp : undefined;
	// A fault of the whole run meets the first item first.
	const target = affects === 'item' ? position : 0;
	const fault = { faultCase, target, times: isLasting ? EVERY_TIME : 1, skip: 0 };
	const isReachable = affects !== 'connection';
	const first = { ...execution, faults: [fault], isReachable, tries: [plain, plain] };
	const second = {
		...{ ...execution, tries: [{ ...plain, clears: heals }] },
		isReachable: isReachable || !isLasting || heals,
	};
	return {
		name: `${faultCase.name}, ${isLasting ? 'every time' : 'once'}, ${JSON.stringify(setting)}`,
		faultCase,
		schedule: {
			setting,
			// What the service pays and denies is looked up before it is sent again.
			uniqueOrderReferences: (lies && found === undefined) || isWatched,
			...ofService,
			paidMonthAgo: [],
			// Without the guard, a second execution pays again, as its description says.
			executions: isGuarded(setting) ? [first, second] : [first],
		},
		position: target,
		expected: found ?? ((isLasting && outcomeWhenLasting) || outcome),
	};
}

const plain: Try = {
	...{
		clears: false,
		isElsewhere: false,
		readable: null,
		account: 0,
		maximumAmount: null,
		validateOnly: false,
	},
	...{ maximumPerDay: null, checkBalance: false, silentAt: null },
};

const execution: ScheduledExecution = {
	...{ references: [...Array(POOL).keys()], shift: 0, faults: [], interruption: null },
	...{ isReachable: true, tries: [plain] },
};
