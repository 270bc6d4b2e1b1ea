import fc from 'fast-check';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import { errorModes } from '../../workbench/workflows/workflows';
import { broadCases, EVERY_TIME, faultCases, type FaultCase } from './faultCases';
import {
	clocks,
	isGuarded,
	POOL,
	nodeSettings,
	plainExecution,
	plainTry,
	type NodeSetting,
	type PayingOperation,
	type Schedule,
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
type Combined = Pick<NodeSetting, 'operation' | 'onError' | 'hasLookUps'> & {
	isLasting: boolean;
};

/** All that only needs its share. */
const shares = fc.record({
	setting: nodeSettings,
	position: fc.constantFrom(0, 2, POOL - 1),
	isWatched: fc.nat(3).map((n) => n === 0),
	coldToken: fc.boolean(),
	clockAheadMs: clocks,
	listsNewestFirst: fc.boolean(),
	heals: fc.boolean(),
	isLater: fc.boolean(),
});

type Shares = typeof shares extends fc.Arbitrary<infer One> ? One : never;

const both = [false, true];
const payout: PayingOperation = 'createBankPayout';

/** A payout, without look-ups and with them, and a payment link, with the fault once and every time in every error mode. */
const broad: Combined[] = errorModes.flatMap((onError) =>
	both.flatMap((isLasting) => [
		...both.map((hasLookUps) => ({ operation: payout, onError, hasLookUps, isLasting })),
		{ operation: 'initiateCardPayment', onError, hasLookUps: true, isLasting },
	]),
);

/** What is read by the same tables as a broad fault: a payout without look-ups and with them. */
const narrow: Combined[] = both.map((hasLookUps) => ({
	...{ operation: payout, onError: 'continueRegularOutput', hasLookUps, isLasting: false },
}));

/** Every fault in its combinations, mixed, so that cases that wait and cases that work share the machine. */
export function makeCases(seed: number): MatrixCase[] {
	const combined = faultCases.flatMap((faultCase) =>
		(broadCases.includes(faultCase) ? broad : narrow)
			.filter(({ hasLookUps }) => hasLookUps || !faultCase.hitsLookUp)
			.map((one) => ({ faultCase, ...one })),
	);
	const drawn = fc.sample(shares, { seed, numRuns: combined.length });
	const cases = combined.map((one, index) => matrixCaseOf(one, drawn[index]!));
	const mixed = fc.shuffledSubarray(cases, { minLength: cases.length });
	return fc.sample(mixed, { seed, numRuns: 1 }).flat();
}

function matrixCaseOf(
	{ faultCase, isLasting, ...combined }: Combined & { faultCase: FaultCase },
	{ position, isWatched, heals, isLater, setting: drawn, coldToken, ...ofService }: Shares,
): MatrixCase {
	const { affects, lookedUp, outcome, outcomeWhenLasting } = faultCase;
	const setting: NodeSetting = {
		...{ ...drawn, ...combined },
		retryOnFail: drawn.retryOnFail && broadCases.includes(faultCase),
	};
	const isAsked = combined.operation === payout && combined.hasLookUps;
	const whenAsked = (isLasting && faultCase.lookedUpWhenLasting) || lookedUp;
	const found = isAsked ? whenAsked : undefined;
	// A fault of the whole run meets the first item first.
	const target = affects === 'item' ? position : 0;
	const fault = { faultCase, target, times: isLasting ? EVERY_TIME : 1, skip: 0 };
	const isReachable = affects !== 'connection';
	const first = { ...plainExecution, faults: [fault], isReachable, tries: [plainTry, plainTry] };
	const second = {
		...{ ...plainExecution, isLater, tries: [{ ...plainTry, clears: heals }] },
		isReachable: isReachable || !isLasting || heals,
	};
	return {
		name: `${faultCase.name}, ${isLasting ? 'every time' : 'once'}, ${JSON.stringify(setting)}`,
		faultCase,
		schedule: {
			setting,
			uniqueOrderReferences: isWatched,
			coldToken: affects === 'token' || coldToken,
			...ofService,
			paidMonthAgo: [],
			// What was never saved has no list, and a second execution pays again.
			executions: isGuarded(setting) ? [first, second] : [first],
		},
		position: target,
		expected: found ?? ((isLasting && outcomeWhenLasting) || outcome),
	};
}
