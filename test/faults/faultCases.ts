import { faultKinds, type Fault, type FaultKind } from '../../sandbox';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import { proofOf } from '../../workbench/servers/proof';

/** Long enough that a busy machine never makes a healthy answer look late. */
export const LONG_TIMEOUT_MS = 20_000;

/** Until a request that its client gave up on has reached the service all the same. */
export const SETTLE_MS = 30;

/** A mark by which an answer that a fault put in place of the true one is recognized. */
export const FAULTY_ANSWER = 'Answer of a fault';

/** More requests than any trial makes for one reference. */
export const EVERY_TIME = 1000;

/** Longer than n8n's node reads an answer. */
const TOO_LONG_BYTES = 5_000_001;

/** An answer of more levels than n8n can store. */
const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);

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
	/** The service keeps silent, so the case needs a short timeout. A `delay` is then as long as needed. */
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
		...{ name, faults: [fault].flat(), outcome, strikes: 'item', slow: false, settleMs: 0 },
		...{ isNarrow: false, hitsLookUp: false, lies: false },
		...traits,
	};
}

/** One whose name is that of its kind. */
const plainFault = (kind: FaultKind, outcome: Outcome, traits?: Traits): FaultCase =>
	itemFault(kind, { kind }, outcome, traits);

const slow: Traits = { slow: true, settleMs: SETTLE_MS };
/** Until the wait is over that the service asked for; other runs of the account keep it as well. */
const afterWait: Traits = { settleMs: 50 };
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

const statusFault = (
	kind: 'statusBefore' | 'statusAfter',
	status: number,
	outcome: Outcome,
	traits?: Traits,
) => itemFault(`${kind} ${status}`, { kind, status }, outcome, traits);

/** The faults that are tried with every operation and in every setting. */
export const broadCases: FaultCase[] = [
	itemFault('delay within the timeout', { kind: 'delay', delayMs: 20 }, 'accepted'),
	// The money moves after the last look-up.
	itemFault('delay past the timeout', { kind: 'delay' }, 'unknown', slow),
	plainFault('dropBefore', 'unknown'),
	statusFault('statusBefore', 400, 'rejected'),
	statusFault('statusBefore', 409, 'alreadySent'),
	statusFault('statusBefore', 500, 'unknown'),
	plainFault('expiredToken', 'accepted', { outcomeWhenLasting: 'rejected' }),
	plainFault('redirect', 'rejected'),
	plainFault('hangBefore', 'unknown', slow),
	plainFault('dropAfter', 'unknown', found),
	statusFault('statusAfter', 409, 'alreadySent'),
	statusFault('statusAfter', 500, 'unknown', found),
	plainFault('malformedJson', 'unknown', found),
	plainFault('emptyBody', 'unknown', found),
	itemFault('slowDrip', { kind: 'slowDrip', delayMs: 20 }, 'unknown', { ...slow, ...found }),
	plainFault('hangAfter', 'unknown', { ...slow, ...found }),
	itemFault('success false', provenBut({ success: false }), 'unknown', found),
	itemFault('accepted answer with a key "error"', provenBut({ error: 'none' }), 'accepted'),
	// Sent again by itself when the wait is over; the wait that follows is longer than allowed.
	plainFault('paceRefusal', 'accepted', { ...afterWait, outcomeWhenLasting: 'rejected' }),
	tokenFault('refused', { kind: 'statusBefore', status: 401 }),
	tokenFault('500', { kind: 'statusBefore', status: 500 }),
	tokenFault('dropped', { kind: 'dropBefore' }),
	tokenFault('unreadable', { kind: 'malformedJson' }),
	itemFault('connection refused', [], 'rejected', { strikes: 'connection' }),
];

/** One status of each class; the table of all of them is tried in test/unit/executor/service/statusTable. */
const statusCases: FaultCase[] = [
	...[301, 403, 422].map((status) => statusFault('statusBefore', status, 'rejected', narrow)),
	...[302, 408, 503].map((status) => statusFault('statusBefore', status, 'unknown', narrow)),
	...[307, 422].map((status) =>
		statusFault('statusAfter', status, 'rejected', { ...narrow, lies: true }),
	),
	...[302, 424, 599, 202, 204].map((status) =>
		statusFault('statusAfter', status, 'unknown', { ...narrow, ...found }),
	),
	statusFault('statusBefore', 429, 'accepted', { ...narrow, ...afterWait }),
];

/** What the service makes of a payout; where the answer is lost, only a look-up tells. */
const payoutStatusCases = Object.entries<Outcome>({
	...{ REVERSED: 'reversed', REFUNDED: 'reversed', FAILED: 'reversed' },
	...{ PROCESSING: 'accepted', PENDING: 'accepted', SUCCESS: 'accepted' },
	...{ 'ON-HOLD': 'unknown', success: 'unknown', Reversed: 'unknown', 'DONE ': 'unknown' },
}).flatMap(([payoutStatus, outcome]): FaultCase[] => {
	const made: Fault = { kind: 'payoutStatus', payoutStatus };
	const unseen: Fault[] = [made, { kind: 'dropAfter' }];
	const inSilence: Traits = { ...narrow, lookedUp: outcome };
	return [
		itemFault(`payout ${payoutStatus}`, made, outcome, narrow),
		itemFault(`payout ${payoutStatus}, answer lost`, unseen, 'unknown', inSilence),
	];
});

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

/** How asking what became of a payout can go wrong. */
interface LookUpFault {
	name: string;
	fault: Fault;
	/** How a payout ends that was made, and of which the answer was lost. */
	outcome: Outcome;
	isSlow?: boolean;
	/** It tells nothing, in either direction: a payout that was refused is not sent again after it. */
	isSilence?: boolean;
}

const every = { times: EVERY_TIME };

const silence = (name: string, fault: Fault, isSlow = false): LookUpFault[] => [
	{ name, fault: { ...fault, ...every }, outcome: 'unknown', isSlow, isSilence: true },
];

/** A fault that is over by the second look-up, and one that stays. */
const onceAndEvery = (name: string, fault: Fault, isSlow = false): LookUpFault[] => [
	{ name: `${name} once`, fault, outcome: 'accepted', isSlow },
	...silence(`${name} every time`, fault, isSlow),
];

const always = (name: string, fault: Fault, outcome: Outcome = 'unknown'): LookUpFault => ({
	name,
	fault: { ...fault, ...every },
	outcome,
});

const altered = (name: string, body: object, outcome?: Outcome): LookUpFault =>
	always(`finds ${name}`, { kind: 'recordAltered', body }, outcome);

const noRoute = { statusCode: 404, message: 'Cannot GET /payouts/{orderReference}' };

const lookUpFaults: LookUpFault[] = [
	{ name: 'finds it late', fault: { kind: 'recordLate', times: 2 }, outcome: 'accepted' },
	always('never finds it', { kind: 'recordLate' }),
	always('finds two', { kind: 'recordTwice' }),
	always('finds others too', { kind: 'recordOthers' }, 'accepted'),
	altered('another account', { beneficiary: { accountNumber: '0999999999' } }),
	altered('another amount', { order: { amount: '7.77' } }),
	altered('an amount with its fee', { order: null, beneficiary: null }, 'accepted'),
	altered('neither amount nor account', {
		...{ order: null, amount: null, fee: null, beneficiary: null },
	}),
	altered('a status that nobody knows', { status: 'ON-HOLD' }),
	...[403, 429, 503].flatMap((status) =>
		onceAndEvery(`answers ${status}`, { kind: 'statusBefore', status }),
	),
	...onceAndEvery('is redirected', { kind: 'redirect', status: 302 }),
	...onceAndEvery('meets a refused token', { kind: 'expiredToken' }),
	...onceAndEvery('is asked to wait', { kind: 'paceRefusal' }),
	...onceAndEvery('is dropped', { kind: 'dropAfter' }),
	...onceAndEvery('is cut off', { kind: 'malformedJson' }),
	...onceAndEvery('is empty', { kind: 'emptyBody' }),
	...silence('answers an empty object', { kind: 'answer', body: {} }),
	...silence('answers too much', { kind: 'answer', body: [], bytes: TOO_LONG_BYTES }),
	// A page or JSON of something in between, though with a status that the service uses itself.
	...[200, 404].flatMap((status) =>
		silence(`answers HTML with ${status}`, { kind: 'statusBefore', status, text: '<h1>Sorry' }),
	),
	...silence('answers Cannot GET in JSON', { kind: 'statusBefore', status: 404, body: noRoute }),
	always('answers an empty list', { kind: 'answer', body: [] }),
	always('answers a list of anything', {
		...{ kind: 'answer', body: [null, 1, 'SUCCESS', [], { orderReference: {} }] },
	}),
	always('answers too many levels', { kind: 'answer', body: nested(150) }),
	...onceAndEvery('hangs', { kind: 'hangBefore' }, true),
	...onceAndEvery('drips', { kind: 'slowDrip', delayMs: 20 }, true),
	...onceAndEvery('is late', { kind: 'delay' }, true),
];

/** Silence proves nothing: the payout is not sent again, whether it was carried out or not. */
const silences = lookUpFaults.filter(({ isSilence }) => isSilence);

/** The service says that it does not have the payout: it is sent again. */
const withoutIt = [[], [{ orderReference: '{orderReference}0', status: 'SUCCESS' }]].map((body) =>
	always(`answers ${body.length} others`, { kind: 'statusBefore', status: 200, body }, 'accepted'),
);

const lookUpCases: FaultCase[] = [
	...lookUpFaults.map((lookUp) => beforeLookUp('dropAfter', lookUp)),
	...silences.map((lookUp) => beforeLookUp('paceRefusalAfter', lookUp)),
	// The other kinds spoil a record, which there is none of here.
	...[...silences.filter(({ fault }) => fault.kind === 'statusBefore'), ...withoutIt].map(
		(lookUp) => beforeLookUp('paceRefusal', lookUp),
	),
];

function beforeLookUp(
	kind: 'dropAfter' | 'paceRefusal' | 'paceRefusalAfter',
	{ name, fault, outcome, isSlow }: LookUpFault,
): FaultCase {
	const faults: Fault[] = [{ kind }, { ...fault, operation: 'getPayout' }];
	return itemFault(`${kind}, look-up ${name}`, faults, 'unknown', {
		...{ ...narrow, ...(isSlow && slow), ...(kind !== 'dropAfter' && afterWait) },
		...{ hitsLookUp: true, lookedUp: outcome, lies: kind === 'paceRefusalAfter' },
	});
}

/** Refused for its pace, and then something else goes wrong on the second try. */
const secondTryCases: FaultCase[] = broadCases
	.filter(({ strikes, faults }) => strikes === 'item' && faults[0]?.kind !== 'paceRefusal')
	.map((faultCase) => ({
		...{ ...faultCase, ...narrow, ...afterWait },
		name: `paceRefusal, then ${faultCase.name}`,
		faults: [{ kind: 'paceRefusal', times: 1 }, ...faultCase.faults],
	}));

const lying: Traits = { ...narrow, ...found, lies: true };

/** The service pays and asks to wait; without a look-up, only its 409 stands in between. */
const paidButAskedToWait: FaultCase[] = [
	plainFault('paceRefusalAfter', 'alreadySent', lying),
	itemFault(
		'accepted although asked to wait too long',
		{ kind: 'paceRefusalAfter', waitSeconds: 100 },
		'rejected',
		{ ...lying, ...afterLongWait },
	),
	statusFault('statusAfter', 429, 'alreadySent', lying),
];

/** Every fault of the matrix, and what the node must make of it. */
export const faultCases: FaultCase[] = [
	...broadCases,
	...statusCases,
	...payoutStatusCases,
	...answerCases,
	...lookUpCases,
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
