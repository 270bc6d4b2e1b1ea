import { faultKinds, type Fault, type FaultKind } from '../../sandbox';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import { proofOf } from '../../workbench/servers/proof';
import { lookUpFaults, type LookUpFault } from './lookUpFaults';
import { EVERY_TIME, FAULTY_ANSWER, LATE_MS, nested, SETTLE_MS, TOO_LONG_BYTES } from './marks';

/** One thing that can go wrong. */
export interface FaultCase {
	name: string;
	/**
	 * What the sandbox is told to do, in this order; nothing where the connection itself is refused.
	 * `{orderReference}` in a body stands for the reference that is struck.
	 */
	faults: Fault[];
	/** What it strikes: one item, or the run as a whole. */
	strikes: 'item' | 'token' | 'connection';
	/** The service keeps silent, so the case needs the short timeout. */
	slow: boolean;
	/** Milliseconds after the end of a run until the service has carried out everything. */
	settleMs: number;
	/** How the struck item ends when it is tried once and nothing is looked up. */
	outcome: Outcome;
	/** The same where the fault strikes every time, if that makes a difference. */
	outcomeWhenLasting?: Outcome;
	/** How a struck payout ends when it is looked up, if that makes a difference. */
	lookedUp?: Outcome;
	/** Tried with payouts only, in a few settings only. */
	isNarrow: boolean;
	/** The look-up itself goes wrong: tried with looking up on only. */
	hitsLookUp: boolean;
	/**
	 * The service pays and then says that it did not accept the request. What it did cannot be known
	 * from outside; that it knows the order reference afterwards is what keeps it from paying again.
	 */
	lies: boolean;
}

type Traits = Partial<Omit<FaultCase, 'name' | 'outcome' | 'faults'>>;

function itemFault(
	name: string,
	fault: Fault | Fault[],
	outcome: Outcome,
	traits: Traits = {},
): FaultCase {
	return {
		name,
		faults: Array.isArray(fault) ? fault : [fault],
		strikes: 'item',
		slow: false,
		settleMs: 0,
		outcome,
		isNarrow: false,
		hitsLookUp: false,
		lies: false,
		...traits,
	};
}

const slow: Traits = { slow: true, settleMs: SETTLE_MS };
/** Until the wait is over that the service asked for; other runs of the account keep it as well. */
const PACE_MS = 50;
const afterWait: Traits = { settleMs: PACE_MS };
const afterLongWait: Traits = { settleMs: 1_100 };
/** The money has moved, and the service knows it. */
const found: Traits = { lookedUp: 'accepted' };
const narrow: Traits = { isNarrow: true };

const tokenFault = (name: string, fault: Fault): FaultCase => ({
	...itemFault(`token ${name}`, { ...fault, operation: 'generateToken' }, 'rejected'),
	strikes: 'token',
});

/** An answer that proves what was asked for, whichever operation it was, and says more. */
const provenBut = (more: object): Fault => ({
	kind: 'answer',
	body: { ...more, message: FAULTY_ANSWER, ...proofOf('{orderReference}') },
});

/** The faults that are tried with every operation and in every setting. */
export const broadCases: FaultCase[] = [
	itemFault('delay within the timeout', { kind: 'delay', delayMs: 20 }, 'accepted'),
	// The money moves after the last look-up.
	itemFault('delay past the timeout', { kind: 'delay', delayMs: LATE_MS }, 'unknown', {
		slow: true,
		settleMs: LATE_MS,
	}),
	itemFault('dropBefore', { kind: 'dropBefore' }, 'unknown'),
	itemFault('statusBefore 400', { kind: 'statusBefore', status: 400 }, 'rejected'),
	itemFault('statusBefore 409', { kind: 'statusBefore', status: 409 }, 'alreadySent'),
	itemFault('statusBefore 500', { kind: 'statusBefore', status: 500 }, 'unknown'),
	itemFault('expiredToken', { kind: 'expiredToken' }, 'accepted', {
		outcomeWhenLasting: 'rejected',
	}),
	itemFault('redirect', { kind: 'redirect' }, 'rejected'),
	itemFault('hangBefore', { kind: 'hangBefore' }, 'unknown', slow),
	itemFault('dropAfter', { kind: 'dropAfter' }, 'unknown', found),
	itemFault('statusAfter 409', { kind: 'statusAfter', status: 409 }, 'alreadySent'),
	itemFault('statusAfter 500', { kind: 'statusAfter', status: 500 }, 'unknown', found),
	itemFault('malformedJson', { kind: 'malformedJson' }, 'unknown', found),
	itemFault('emptyBody', { kind: 'emptyBody' }, 'unknown', found),
	itemFault('slowDrip', { kind: 'slowDrip', delayMs: 20 }, 'unknown', { ...slow, ...found }),
	itemFault('hangAfter', { kind: 'hangAfter' }, 'unknown', { ...slow, ...found }),
	itemFault(
		'answer that says that it did not succeed',
		provenBut({ success: false }),
		'unknown',
		found,
	),
	itemFault('accepted answer with a key "error"', provenBut({ error: 'none' }), 'accepted'),
	// Sent again by itself when the wait is over; the wait that follows is longer than allowed.
	itemFault('refused for its pace', { kind: 'paceRefusal' }, 'accepted', {
		...afterWait,
		outcomeWhenLasting: 'rejected',
	}),
	tokenFault('refused', { kind: 'statusBefore', status: 401 }),
	tokenFault('500', { kind: 'statusBefore', status: 500 }),
	tokenFault('dropped', { kind: 'dropBefore' }),
	tokenFault('unreadable', { kind: 'malformedJson' }),
	itemFault('connection refused', [], 'rejected', { strikes: 'connection' }),
];

/** One status of each class; the table of all of them is tried in test/unit/executor/service/statusTable. */
const statusCases: FaultCase[] = [
	...[301, 403, 422].map((status) => before(status, 'rejected')),
	...[302, 408, 499, 503].map((status) => before(status, 'unknown')),
	...[307, 404, 422].map((status) => after(status, 'rejected', { lies: true })),
	...[302, 406, 424, 502, 599, 202, 204].map((status) => after(status, 'unknown', found)),
	before(429, 'accepted', { ...afterWait, outcomeWhenLasting: 'rejected' }),
];

function before(status: number, outcome: Outcome, traits: Traits = {}): FaultCase {
	const fault: Fault = { kind: 'statusBefore', status };
	return itemFault(`status ${status} before`, fault, outcome, { ...narrow, ...traits });
}

function after(status: number, outcome: Outcome, traits: Traits): FaultCase {
	const fault: Fault = { kind: 'statusAfter', status };
	return itemFault(`status ${status} after`, fault, outcome, { ...narrow, ...traits });
}

const hasReturned = ['REVERSED', 'REFUNDED', 'FAILED'] as const;

/** What the service makes of a payout; where the answer is lost, only a look-up tells. */
const payoutStatusCases: FaultCase[] = [
	...hasReturned.map((status) => made(status, 'reversed')),
	...['PROCESSING', 'PENDING', 'SUCCESS'].map((status) => made(status, 'accepted')),
	...['ON-HOLD', 'success', 'Reversed', 'DONE '].map((status) => made(status, 'unknown')),
	...hasReturned.map((status) => madeInSilence(status, 'reversed')),
	madeInSilence('PROCESSING', 'accepted'),
];

function made(payoutStatus: string, outcome: Outcome): FaultCase {
	const fault: Fault = { kind: 'payoutStatus', payoutStatus };
	return itemFault(`payout ${payoutStatus}`, fault, outcome, narrow);
}

function madeInSilence(payoutStatus: string, lookedUp: Outcome): FaultCase {
	const faults: Fault[] = [{ kind: 'payoutStatus', payoutStatus }, { kind: 'dropAfter' }];
	const name = `payout ${payoutStatus}, answer lost`;
	return itemFault(name, faults, 'unknown', { ...narrow, lookedUp });
}

const record = { orderReference: '{orderReference}', status: 'SUCCESS' };

/** The payout was made, and the answer to it does not prove that: one of each rule that reads it. */
const answerCases = Object.entries<Partial<Fault>>({
	'that is a list': { body: [record] },
	'that is a text': { body: 'OK' },
	'that is empty': { body: {} },
	'about another reference': { body: { ...record, orderReference: '{orderReference}0' } },
	'with a list as its status': { body: { ...record, status: ['SUCCESS'] } },
	'of too many levels': { body: nested(150) },
	'that is too long': { body: {}, bytes: TOO_LONG_BYTES },
	'that is an echo with an id': { body: { id: '1' }, echo: true },
	'that says no in a whole record': { body: { ...record, id: '1', success: 'false' } },
	'with a code of what was wrong': { body: { ...record, status: undefined, code: 'NO_BALANCE' } },
}).map(([name, fault]) =>
	itemFault(`answer ${name}`, { kind: 'answer', ...fault }, 'unknown', { ...narrow, ...found }),
);

const lookUpCases = lookUpFaults.map((lookUp) =>
	beforeLookUp('answer lost', { kind: 'dropAfter' }, lookUp),
);

/** Silence proves nothing: the payout is not sent again, whether it was carried out or not. */
const silences = lookUpFaults.filter(({ isSilence }) => isSilence);
const silenceCases = [
	...silences.map((lookUp) =>
		beforeLookUp('accepted although asked to wait', { kind: 'paceRefusalAfter' }, lookUp, true),
	),
	// The other kinds spoil a record, which there is none of here.
	...silences
		.filter(({ faults }) => faults[0]?.kind === 'statusBefore')
		.map((lookUp) => beforeLookUp('refused for its pace', { kind: 'paceRefusal' }, lookUp)),
];

/** The service says that it does not have the payout: it is sent again. */
const listCases = [[], [{ orderReference: '{orderReference}0', status: 'SUCCESS' }]].map((body) =>
	beforeLookUp(
		'refused for its pace',
		{ kind: 'paceRefusal' },
		{
			name: `answers a list of ${body.length} without it`,
			faults: [{ kind: 'statusBefore', status: 200, body, times: EVERY_TIME }],
			outcome: 'accepted',
		},
	),
);

function beforeLookUp(name: string, fault: Fault, lookUp: LookUpFault, lies = false): FaultCase {
	const { faults, outcome, isSlow } = lookUp;
	const asked = faults.map((one): Fault => ({ ...one, operation: 'getPayout' }));
	return itemFault(`${name}, look-up ${lookUp.name}`, [fault, ...asked], 'unknown', {
		...narrow,
		...(isSlow && slow),
		settleMs: Math.max(isSlow ? SETTLE_MS : 0, fault.kind === 'dropAfter' ? 0 : PACE_MS),
		hitsLookUp: true,
		lookedUp: outcome,
		lies,
	});
}

/** Refused for its pace, and then something else goes wrong on the second try. */
const secondTryCases: FaultCase[] = broadCases
	.filter(({ strikes, faults }) => strikes === 'item' && faults[0]?.kind !== 'paceRefusal')
	.map((faultCase) => ({
		...faultCase,
		...narrow,
		settleMs: Math.max(faultCase.settleMs, PACE_MS),
		name: `refused for its pace, then ${faultCase.name}`,
		faults: [{ kind: 'paceRefusal', times: 1 }, ...faultCase.faults],
	}));

/** The service pays and asks to wait; without a look-up, only its 409 stands in between. */
const paidButAskedToWait: FaultCase[] = [
	liesAbout('accepted although asked to wait', { kind: 'paceRefusalAfter' }, 'alreadySent'),
	liesAbout(
		'accepted although asked to wait too long',
		{ kind: 'paceRefusalAfter', waitSeconds: 100 },
		'rejected',
		afterLongWait,
	),
	liesAbout('accepted although answered 429', { kind: 'statusAfter', status: 429 }, 'alreadySent'),
];

function liesAbout(name: string, fault: Fault, outcome: Outcome, traits: Traits = {}): FaultCase {
	return itemFault(name, fault, outcome, { ...narrow, ...found, ...traits, lies: true });
}

/** Every fault of the matrix, and what the node must make of it. */
export const faultCases: FaultCase[] = [
	...broadCases,
	...statusCases,
	...payoutStatusCases,
	...answerCases,
	...lookUpCases,
	...silenceCases,
	...listCases,
	...secondTryCases,
	...paidButAskedToWait,
];

/** They strike the pages of a list, and are tried where pages are read: test/unit/executor/service/pages. */
const ofLists = new Set<FaultKind>(['recordsLeave', 'pageCapped', 'pageEndless', 'pageAltered']);

/** Kinds of the sandbox that no case uses; a kind that is added there must be added here. */
export function kindsLeftOut(): FaultKind[] {
	const used = new Set(faultCases.flatMap(({ faults }) => faults.map(({ kind }) => kind)));
	return faultKinds.filter((kind) => !used.has(kind) && !ofLists.has(kind));
}
