import fc from 'fast-check';
import { faultCases, type FaultCase } from './faultCases';
import { errorModes, type NodeSetting, type Operation } from './payments';
import type { Interruption } from './trial';

/** A fault within a schedule. */
export interface ScheduledFault {
	faultCase: FaultCase;
	/** Number of the reference it strikes; null for whichever comes. */
	target: number | null;
	times: number;
	skip: number;
}

/** One execution within a schedule, with the retries that follow it. */
export interface ScheduledExecution {
	/** Numbers of the references it pays, out of one small pool for all executions. */
	references: number[];
	/** Makes the amounts others than those of an earlier execution. */
	shift: number;
	/** Whether the faults of earlier executions are gone. */
	clears: boolean;
	faults: ScheduledFault[];
	isReachable: boolean;
	interruption: Interruption | null;
	tries: TryLimits;
	/** "Retry execution", as long as there is something to retry. */
	retries: Array<TryLimits & { clears: boolean }>;
}

/** What may be otherwise from one try to the next. */
interface TryLimits {
	/** How often the credential can be read before it cannot be any more; null for always. */
	readable: number | null;
	/** Which of two accounts the credential names. */
	account: number;
	/** The option Maximum Amount, in major units; null for none. */
	maximumAmount: number | null;
}

/** What befalls one workflow from its first execution to its last. */
export interface Schedule {
	setting: NodeSetting;
	uniqueOrderReferences: boolean;
	coldToken: boolean;
	executions: ScheduledExecution[];
}

const POOL = 5;

/** Statuses after the money moved that the service calls refusals are the matrix's matter alone. */
const isDrawn = ({ lies, faults }: FaultCase) =>
	faults.length > 0 && (!lies || faults[0]?.kind === 'paceRefusalAfter');
const isStatus = ({ name }: FaultCase) => name.startsWith('status ');

const drawn = faultCases.filter(isDrawn);
const slow = drawn.filter((faultCase) => faultCase.slow);
const statuses = drawn.filter((faultCase) => !faultCase.slow && isStatus(faultCase));
const quick = drawn.filter((faultCase) => !faultCase.slow && !isStatus(faultCase));

const scheduledFault: fc.Arbitrary<ScheduledFault> = fc.record({
	// Silence takes its time, so there is less of it than its number of cases would give.
	faultCase: fc.oneof(
		{ arbitrary: fc.constantFrom(...quick), weight: 11 },
		{ arbitrary: fc.constantFrom(...statuses), weight: 3 },
		{ arbitrary: fc.constantFrom(...slow), weight: 1 },
	),
	target: fc.option(fc.nat(POOL - 1), { freq: 3 }),
	times: fc.integer({ min: 1, max: 6 }),
	skip: fc.nat(2),
});

const interruption: fc.Arbitrary<Interruption> = fc.record({
	kind: fc.constantFrom<Interruption['kind']>('cancel', 'kill', 'killAfterSave'),
	moment: fc.oneof(
		fc.record({ request: fc.integer({ min: 1, max: 8 }) }),
		fc.record({ ms: fc.nat(30) }),
	),
});

const tryLimits: fc.Arbitrary<TryLimits> = fc.record({
	readable: fc.option(fc.nat(3), { freq: 7 }),
	account: fc.nat(3).map((n) => (n < 3 ? 0 : 1)),
	// Of the amounts, 100 to 500, some are above it.
	maximumAmount: fc.option(fc.constantFrom(150, 250, 450), { freq: 7 }),
});

const scheduledExecution: fc.Arbitrary<ScheduledExecution> = fc.record({
	references: fc.uniqueArray(fc.nat(POOL - 1), { minLength: 1 }),
	shift: fc.constantFrom(0, 0, 7),
	clears: fc.boolean(),
	faults: fc.array(scheduledFault, { maxLength: 4 }),
	isReachable: fc.nat(9).map((n) => n < 9),
	interruption: fc.option(interruption, { freq: 2 }),
	tries: tryLimits,
	retries: fc.array(
		fc
			.tuple(fc.record({ clears: fc.boolean() }), tryLimits)
			.map(([one, limits]) => ({ ...one, ...limits })),
		{ maxLength: 2 },
	),
});

const setting: fc.Arbitrary<NodeSetting> = fc.record({
	operation: fc.constantFrom<Operation[]>(
		...Array<Operation>(4).fill('createBankPayout'),
		...(['initiateCardPayment', 'previewCardPayment'] as const),
	),
	onError: fc.constantFrom(...errorModes),
	retryOnFail: fc.boolean(),
	concurrency: fc.integer({ min: 1, max: POOL }),
	duplicateGuard: fc.nat(3).map((n) => (n < 3 ? 'allExecutions' : 'thisExecution')),
	whenAlreadySent: fc.constantFrom<NodeSetting['whenAlreadySent'][]>('error', 'passThrough'),
	saved: fc.nat(9).map((n) => n < 9),
	lookUpUnclear: fc.nat(3).map((n) => n < 3),
	changingReference: fc.nat(5).map((n) => n === 5),
});

/** Random faults, tries, interruptions and repetitions of one workflow. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
	setting,
	uniqueOrderReferences: fc.nat(3).map((n) => n === 3),
	coldToken: fc.boolean(),
	executions: fc.array(scheduledExecution, { minLength: 1, maxLength: 3 }),
});
