import fc from 'fast-check';
import type { OnError } from 'n8n-workflow';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import { faultKinds } from '../../sandbox';
import { broadCases, EVERY_TIME, faultCases, type FaultCase } from './faultCases';
import { describeViolations, findViolations, hadFault, type Observation } from './invariants';
import { useServices } from './isolatedService';
import { runSchedule } from './runSchedule';
import {
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
interface MatrixCase {
	name: string;
	faultCase: FaultCase;
	schedule: Schedule;
	/** Index of the item that the fault applies to, and how that item ends when it is tried once. */
	position: number;
	expected: Outcome;
}

/** What is tried in every combination. */
type Combined = Pick<NodeSetting, 'operation' | 'hasLookUps'> & {
	/** Else drawn. */
	onError?: OnError;
	isLasting: boolean;
};

/** All that only needs its share. */
const shares = fc.record({
	setting: nodeSettings,
	position: fc.constantFrom(0, 2, POOL - 1),
	isWatched: fc.nat(3).map((n) => n === 0),
	heals: fc.boolean(),
	isLater: fc.boolean(),
});

type Shares = typeof shares extends fc.Arbitrary<infer One> ? One : never;

const both = [false, true];
const payout: PayingOperation = 'createBankPayout';

/** A payout, without look-ups and with them, and a payment link, with the fault once and every time. */
const broad: Combined[] = both.flatMap((isLasting) => [
	...both.map((hasLookUps) => ({ operation: payout, hasLookUps, isLasting })),
	{ operation: 'initiateCardPayment', hasLookUps: true, isLasting },
]);

/** What is read by the same tables as a broad fault: a payout without look-ups and with them. */
const narrow: Combined[] = both.map((hasLookUps) => ({
	...{ operation: payout, onError: 'continueRegularOutput', hasLookUps, isLasting: false },
}));

/** Every fault in its combinations, mixed, so that cases that wait and cases that work share the machine. */
function makeCases(seed: number): MatrixCase[] {
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
	{ position, isWatched, heals, isLater, setting: drawn }: Shares,
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
			paidBefore: [],
			// What was never saved has no list, and a second execution pays again.
			executions: isGuarded(setting) ? [first, second] : [first],
		},
		position: target,
		expected: found ?? ((isLasting && outcomeWhenLasting) || outcome),
	};
}

const withService = useServices();

/**
 * How long the node waits for a service that keeps silent: so short that waiting for nothing stays cheap,
 * and twice as long each time that a busy machine made a healthy answer late.
 */
const SHORTEST_TIMEOUT_MS = 250;
const LONGEST_TIMEOUT_MS = 8_000;

/** What a case may take where ten others use the machine: what has not ended by then hangs. */
jest.setTimeout(1_800_000);

it('has a case for every fault of the sandbox', () => {
	const used = faultCases.flatMap(({ faults }) => faults.map(({ kind }) => kind));
	expect([...new Set(used)].sort()).toEqual([...faultKinds].sort());
});

const cases = makeCases(jest.getSeed()).map((matrixCase, index) => ({ ...matrixCase, index }));

it.concurrent.each(cases)('$name', async ({ index, ...matrixCase }) => {
	const wrong = await playCase(matrixCase, index);
	if (wrong.length > 0) throw new Error(wrong.join('\n  '));
});

/** Runs a case until it was what it claims to be: with a short timeout, a busy machine spoils it. */
async function playCase(
	matrixCase: MatrixCase,
	index: number,
	timeoutMs = SHORTEST_TIMEOUT_MS,
): Promise<string[]> {
	const name = `case-${index}-${timeoutMs}`;
	const history = await withService(
		async (service) => await runSchedule(service, name, matrixCase.schedule, timeoutMs),
	);
	const broken = findViolations(history);
	const wrong = wrongOutcome(matrixCase, history[0]!);
	const isSpoilt = matrixCase.faultCase.slow && broken.length === 0 && wrong.length > 0;
	if (isSpoilt && timeoutMs < LONGEST_TIMEOUT_MS) {
		return await playCase(matrixCase, index, 2 * timeoutMs);
	}
	return describeViolations([...broken, ...wrong], history);
}

/** A single try must end as the fault's own table says; later tries depend on the earlier ones. */
function wrongOutcome({ faultCase, schedule, position, expected }: MatrixCase, first: Observation) {
	const { requests, report, items } = first;
	const { operation, retryOnFail } = schedule.setting;
	// A fault of the first look-up is applied only where the answer to the payout was none.
	const isApplied =
		faultCase.affects === 'connection'
			? requests.every((one) => one.operation !== operation)
			: requests.some((one) => hadFault(one, faultCase.faults[0]?.kind));
	const outcome = report?.outcomes.get(items[position]!.reference);
	const isExpected = retryOnFail || outcome === expected;
	return [
		...(isApplied ? [] : ['The fault was never applied']),
		...(isExpected ? [] : [`item ${position} is ${outcome}, not ${expected}`]),
	];
}
