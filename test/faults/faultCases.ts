import { faultKinds, type Fault, type FaultKind } from '../../sandbox';
import type { Outcome } from '../../nodes/CardBankPayments/executor/outcome';

/** Short enough that waiting for nothing stays cheap; only used where the service keeps silent. */
export const SHORT_TIMEOUT_MS = 250;

/** Long enough that a busy machine never makes a healthy answer look late. */
export const LONG_TIMEOUT_MS = 20_000;

/** Until a request that its client gave up on has reached the service all the same. */
export const SETTLE_MS = 30;

/** A payout carried out after the client has given up: the report comes before the money moves. */
const LATE_MS = 2 * SHORT_TIMEOUT_MS;

/** A mark by which an answer that a fault put in place of the true one is recognized. */
export const FAULTY_ANSWER = 'Answer of a fault';

/** One thing that can go wrong. */
export interface FaultCase {
	name: string;
	/** What the sandbox is told to do; absent where the connection itself is refused. */
	fault?: Fault;
	/** What it strikes: one item, or the run as a whole. */
	strikes: 'item' | 'token' | 'connection';
	/** The service keeps silent, so the case needs the short timeout. */
	slow: boolean;
	/** Milliseconds after the end of a run until the service has carried out everything. */
	settleMs: number;
	/** How the struck item ends when it is tried once. */
	outcome: Outcome;
	/** The same where the fault strikes every time, if that makes a difference. */
	outcomeWhenLasting?: Outcome;
}

type Traits = Partial<Omit<FaultCase, 'name' | 'outcome' | 'fault'>>;

function itemFault(name: string, fault: Fault, outcome: Outcome, traits: Traits = {}): FaultCase {
	return { name, fault, strikes: 'item', slow: false, settleMs: 0, outcome, ...traits };
}

const slow: Traits = { slow: true, settleMs: SETTLE_MS };

const answered = (kind: 'statusBefore' | 'statusAfter', statuses: Array<[number, Outcome]>) =>
	statuses.map(([status, outcome]) => itemFault(`${kind} ${status}`, { kind, status }, outcome));

const tokenFault = (name: string, fault: Fault): FaultCase => ({
	...itemFault(`token ${name}`, { ...fault, operation: 'generateToken' }, 'rejected'),
	strikes: 'token',
});

/**
 * Every fault of the matrix, and what the node must make of it. Stated here once more, so that a
 * change of the node's own table has to be meant.
 */
export const faultCases: FaultCase[] = [
	itemFault('delay within the timeout', { kind: 'delay', delayMs: 20 }, 'accepted'),
	itemFault('delay past the timeout', { kind: 'delay', delayMs: LATE_MS }, 'unknown', {
		slow: true,
		settleMs: LATE_MS,
	}),
	itemFault('dropBefore', { kind: 'dropBefore' }, 'unknown'),
	...answered('statusBefore', [
		[400, 'rejected'],
		[403, 'rejected'],
		[404, 'rejected'],
		[408, 'unknown'],
		[409, 'alreadySent'],
		[422, 'rejected'],
		[429, 'rejected'],
		[500, 'unknown'],
		[502, 'unknown'],
		[503, 'unknown'],
		[504, 'unknown'],
	]),
	itemFault('expiredToken', { kind: 'expiredToken' }, 'accepted', {
		outcomeWhenLasting: 'rejected',
	}),
	itemFault('redirect', { kind: 'redirect' }, 'rejected'),
	itemFault('hangBefore', { kind: 'hangBefore' }, 'unknown', slow),
	itemFault('dropAfter', { kind: 'dropAfter' }, 'unknown'),
	...answered('statusAfter', [
		[202, 'accepted'],
		[204, 'unknown'],
		[408, 'unknown'],
		[409, 'alreadySent'],
		[500, 'unknown'],
		[502, 'unknown'],
		[503, 'unknown'],
		[504, 'unknown'],
	]),
	itemFault('malformedJson', { kind: 'malformedJson' }, 'unknown'),
	itemFault('emptyBody', { kind: 'emptyBody' }, 'unknown'),
	itemFault('slowDrip', { kind: 'slowDrip', delayMs: 20 }, 'unknown', slow),
	itemFault('hangAfter', { kind: 'hangAfter' }, 'unknown', slow),
	itemFault(
		'answer with a key "error"',
		{ kind: 'answer', body: { message: FAULTY_ANSWER, error: 'none' } },
		'accepted',
	),
	itemFault('answer that is a list', { kind: 'answer', body: [] }, 'unknown'),
	itemFault('answer that is null', { kind: 'answer', body: null }, 'unknown'),
	tokenFault('refused', { kind: 'statusBefore', status: 401 }),
	tokenFault('500', { kind: 'statusBefore', status: 500 }),
	tokenFault('dropped', { kind: 'dropBefore' }),
	tokenFault('unreadable', { kind: 'malformedJson' }),
	{
		name: 'connection refused',
		strikes: 'connection',
		slow: false,
		settleMs: 0,
		outcome: 'rejected',
	},
];

/** Kinds of the sandbox that no case uses; a kind that is added there must be added here. */
export function kindsLeftOut(): FaultKind[] {
	return faultKinds.filter((kind) => !faultCases.some(({ fault }) => fault?.kind === kind));
}
