import fc from 'fast-check';
import type { INodeParameters, OnError } from 'n8n-workflow';
import {
	createBankPayout,
	goodItems,
	initiate,
	parametersFromItem,
} from '../../workbench/engine/operations';
import { errorModes } from '../../workbench/workflows/workflows';
import { broadCases, faultCases, type FaultCase } from './faultCases';

/** The operations that a second request would repeat, by the ids that the service gives them. */
export const payingOperations = { createBankPayout, initiateCardPayment: initiate };

export type PayingOperation = keyof typeof payingOperations;

/** What befalls one workflow from its first execution to its last. */
export interface Schedule {
	setting: NodeSetting;
	/** Whether the service refuses a reference that was used before; if not, it pays again. */
	uniqueOrderReferences: boolean;
	/** Numbers of references that the first execution pays, and that somebody has paid before. */
	paidBefore: number[];
	executions: ScheduledExecution[];
}

/** Everything about the node that stays the same through all executions. */
export interface NodeSetting {
	operation: PayingOperation;
	onError: OnError;
	retryOnFail: boolean;
	concurrency: number;
	whenAlreadySent: 'error' | 'returnPayout';
	/** False for a workflow that was never saved, for which n8n keeps no processed items. */
	saved: boolean;
	/** Whether the credential has a path of look-ups for payouts. */
	hasLookUps: boolean;
}

export interface ScheduledExecution {
	/** Whether it comes so late that what was unclear before need not be left alone any more. */
	isLater: boolean;
	/** Numbers of the references it pays, out of one small pool for all executions. */
	references: number[];
	/** Makes the amounts others than those of an earlier execution. */
	shift: number;
	faults: ScheduledFault[];
	isReachable: boolean;
	interruption: Interruption | null;
	/** The execution itself, and "Retry execution" as long as there is something to retry. */
	tries: Try[];
}

export interface ScheduledFault {
	faultCase: FaultCase;
	/** Number of the reference it applies to; null for whichever comes. */
	target: number | null;
	times: number;
	skip: number;
}

/** Something that ends an execution from outside. */
export interface Interruption {
	/** A kill takes the memory along unless n8n had just saved the execution. */
	kind: 'cancel' | 'kill' | 'killAfterSave';
	/** Right before the n-th request leaves, or after so many milliseconds. */
	moment: { request: number } | { ms: number };
}

/** What may be otherwise from one try to the next. */
export interface Try {
	/** Whether the faults of earlier ones are gone. */
	clears: boolean;
	/** How often the credential can be read before it cannot be any more; null for always. */
	readable: number | null;
	/** Which of two accounts the credential names. */
	account: number;
	/** The option Maximum Amount, in major units; null for none. */
	maximumAmount: number | null;
	/** The option Validate Only. */
	validateOnly: boolean;
	/** The option Maximum per Day, in major units; null for none. */
	maximumPerDay: number | null;
	/** The option Check Balance First; there is enough for all. */
	checkBalance: boolean;
}

/** How many references there are. */
export const POOL = 4;

/** One in which nothing is in the way. */
export const plainTry: Try = {
	...{ clears: false, readable: null, account: 0 },
	...{ maximumAmount: null, validateOnly: false, maximumPerDay: null },
	checkBalance: false,
};

/** One of them, with all references, and nothing in its way. */
export const plainExecution: ScheduledExecution = {
	...{ references: [...Array(POOL).keys()], shift: 0, faults: [], interruption: null },
	...{ isReachable: true, isLater: false, tries: [plainTry] },
};

/** Whether the service can be asked for what the node sends. */
export const canAsk = ({ operation, hasLookUps }: NodeSetting): boolean =>
	operation === 'createBankPayout' && hasLookUps;

/** Whether a second execution knows what the first has sent: from the service, or from the list that n8n keeps. */
export const isGuarded = (setting: NodeSetting): boolean =>
	canAsk(setting) || (setting.operation === 'createBankPayout' && setting.saved);

/** Seconds; room for one wait of a second and another one of two. */
const MAXIMUM_WAIT = 3;

/** The node's parameters. What is the same in all items is typed, since n8n evaluates each expression for each item. */
export function parametersFor(
	{ operation, ...setting }: NodeSetting,
	timeout: number,
	{ maximumAmount, validateOnly, maximumPerDay, checkBalance }: Try,
): INodeParameters {
	const { concurrency, whenAlreadySent } = setting;
	const ofPayouts = {
		checkBalance,
		...(maximumAmount !== null && { maximumAmount }),
		...(maximumPerDay !== null && { maximumPerDay }),
	};
	const paying = payingOperations[operation];
	return parametersFromItem(paying, {
		...(goodItems(paying, 1)[0] as INodeParameters),
		...{ orderReference: '={{ $json.orderReference }}', amount: '={{ $json.amount }}' },
		options: {
			...{ concurrency, whenAlreadySent, timeout, maximumWait: MAXIMUM_WAIT },
			validateOnly,
			...(operation === 'createBankPayout' && ofPayouts),
		},
	});
}

/** Where the service pays and denies it, and nobody asks, it is the matrix's matter alone. */
const isDrawn = ({ lies, lookedUp, faults }: FaultCase) =>
	faults.length > 0 && (!lies || lookedUp !== undefined);
const casesOf = (all: FaultCase[], isSlow: boolean) =>
	fc.constantFrom(...all.filter((one) => isDrawn(one) && one.slow === isSlow));

const scheduledFault: fc.Arbitrary<ScheduledFault> = fc.record({
	// Silence takes its time, and most of the others are one fault in another spelling: there is less of them than their
	// number would give.
	faultCase: fc.oneof(
		{ arbitrary: casesOf(broadCases, false), weight: 8 },
		{ arbitrary: casesOf(faultCases, false), weight: 6 },
		{ arbitrary: casesOf(faultCases, true), weight: 1 },
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

const oneTry: fc.Arbitrary<Try> = fc.record({
	clears: fc.boolean(),
	readable: fc.option(fc.nat(3), { freq: 7 }),
	account: fc.nat(3).map((n) => (n < 3 ? 0 : 1)),
	// Of the amounts, 100 to 400, some are above it.
	maximumAmount: fc.option(fc.constantFrom(150, 250, 350), { freq: 7 }),
	validateOnly: fc.nat(9).map((n) => n === 9),
	// All four together are 1,000.
	maximumPerDay: fc.option(fc.constantFrom(250, 450, 850), { freq: 3 }),
	checkBalance: fc.nat(5).map((n) => n === 5),
});

const scheduledExecution: fc.Arbitrary<ScheduledExecution> = fc.record({
	isLater: fc.nat(2).map((n) => n === 2),
	references: fc.uniqueArray(fc.nat(POOL - 1), { minLength: 2 }),
	shift: fc.constantFrom(0, 0, 7),
	faults: fc.array(scheduledFault, { maxLength: 4 }),
	isReachable: fc.nat(9).map((n) => n < 9),
	interruption: fc.option(interruption, { freq: 2 }),
	tries: fc.array(oneTry, { minLength: 1, maxLength: 3 }),
});

/** Every setting of the node, some more often than others. */
export const nodeSettings: fc.Arbitrary<NodeSetting> = fc.record({
	operation: fc.constantFrom<PayingOperation[]>(
		...Array<PayingOperation>(4).fill('createBankPayout'),
		'initiateCardPayment',
	),
	onError: fc.constantFrom<OnError[]>(...errorModes),
	retryOnFail: fc.boolean(),
	concurrency: fc.integer({ min: 1, max: POOL }),
	whenAlreadySent: fc.constantFrom<NodeSetting['whenAlreadySent'][]>('error', 'returnPayout'),
	saved: fc.nat(9).map((n) => n < 9),
	hasLookUps: fc.nat(3).map((n) => n < 3),
});

/** Random faults, tries, interruptions and repetitions of one workflow. */
export const schedules: fc.Arbitrary<Schedule> = fc.record({
	setting: nodeSettings,
	uniqueOrderReferences: fc.nat(3).map((n) => n === 3),
	paidBefore: fc.oneof(
		fc.constant<number[]>([]),
		fc.uniqueArray(fc.nat(POOL - 1), { maxLength: 2 }),
	),
	executions: fc.array(scheduledExecution, { minLength: 2, maxLength: 3 }),
});
