import { kindsLeftOut } from './faultCases';
import { describeViolations, findViolations, hadFault, type Observation } from './invariants';
import { useServices } from './isolatedService';
import { makeCases, type MatrixCase } from './matrix';
import { runSchedule } from './runSchedule';

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
	expect(kindsLeftOut()).toEqual([]);
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
