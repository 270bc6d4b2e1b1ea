import type { Fault, FaultKind } from '../../sandbox';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import { proofOf } from '../../workbench/servers/proof';

/** Long enough that a busy machine never makes a healthy answer look late. */
export const LONG_TIMEOUT_MS = 20_000;

/** A mark by which an answer that a fault put in place of the true one is recognized. */
export const FAULTY_ANSWER = 'Answer of a fault';

/** More requests than any case makes for one reference. */
export const EVERY_TIME = 1000;

/**
 * Statuses that the node takes for the service's word that a request was not accepted. Written down
 * here once more, so that a change of the node's own table has to be meant. 401 renews the token.
 */
export const refusals: readonly number[] = [
	...[301, 307, 308],
	...[400, 401, 403, 404, 405, 407, 409, 413, 415, 422, 429],
];

/** One thing that can go wrong. */
export interface FaultCase {
	name: string;
	/** What the sandbox is told to do, in this order; nothing where the connection itself is refused. */
	faults: Fault[];
	/** How the item with the fault ends when it is tried once and nothing is looked up. */
	outcome: Outcome;
	/** The same where the fault is applied every time, if that makes a difference. */
	outcomeWhenLasting?: Outcome;
	/** How a payout with the fault ends where the service can be asked, if that makes a difference. */
	lookedUp?: Outcome;
	/** The same where the fault is applied every time, if that makes a difference. */
	lookedUpWhenLasting?: Outcome;
	/** What it affects: one item, or the run as a whole. */
	affects: 'item' | 'token' | 'connection';
	/** The service keeps silent, so the case needs a short timeout. A `delay` is then as long as needed. */
	slow: boolean;
	/** Milliseconds after the end of a run until the service has carried out everything. */
	settleMs: number;
	/** The look-up itself goes wrong. */
	hitsLookUp: boolean;
	/**
	 * The service pays and then says that it did not accept the request. What it did cannot be known
	 * from outside; that it knows the order reference afterwards is what keeps it from paying again.
	 */
	lies: boolean;
	/** Asked for what it has paid, the service says that it does not know it: only its 409 is left then. */
	hides: boolean;
}

type Endings = Pick<FaultCase, 'outcomeWhenLasting' | 'lookedUp' | 'lookedUpWhenLasting'>;

const isSlow = ({ kind, delayMs }: Fault) =>
	['hangBefore', 'hangAfter', 'slowDrip'].includes(kind) || (kind === 'delay' && !delayMs);

/** A 409 tells the truth: the reference is used. */
const isLie = ({ kind, status = 500 }: Fault) =>
	kind === 'paceRefusalAfter' ||
	(kind === 'statusAfter' && status !== 409 && refusals.includes(status));

const isHiding = ({ operation, kind, body }: Fault) =>
	operation === 'getPayout' && (kind === 'recordLate' || Array.isArray(body));

/** Until a request that was given up has arrived, or a wait is over that other runs keep as well. */
function settleMsOf(fault: Fault): number {
	const { kind, status, waitSeconds = 1 } = fault;
	if (kind.startsWith('paceRefusal') || status === 429) return 40 + 10 * waitSeconds;
	return isSlow(fault) ? 30 : 0;
}

function affectedBy([first]: Fault[]): FaultCase['affects'] {
	if (first === undefined) return 'connection';
	return first.operation === 'generateToken' ? 'token' : 'item';
}

function caseOf(name: string, faults: Fault[], outcome: Outcome, endings: Endings = {}): FaultCase {
	return {
		...{ name, faults, outcome, ...endings },
		affects: affectedBy(faults),
		slow: faults.some(isSlow),
		settleMs: Math.max(0, ...faults.map(settleMsOf)),
		hitsLookUp: faults.some(({ operation }) => operation === 'getPayout'),
		lies: faults.some(isLie),
		hides: faults.some(isHiding),
	};
}

/** One whose name is its kind and, where there is one, its status. */
function plain(name: string, outcome: Outcome, endings?: Endings, operation?: 'generateToken') {
	const [kind, status] = name.split(' ') as [FaultKind, string?];
	const more = { ...(operation && { operation }), ...(status && { status: Number(status) }) };
	return caseOf(operation ? `token ${name}` : name, [{ kind, ...more }], outcome, endings);
}

const drip: Fault = { kind: 'slowDrip', delayMs: 20 };

/** The money has moved, and the service knows it. */
const found: Endings = { lookedUp: 'accepted' };

/** A payout of which the service could not be asked does not leave, and an earlier run may have paid it. */
const notAsked: Endings = { lookedUp: 'notSent', lookedUpWhenLasting: 'notSent' };

/** An answer that proves what was asked for, whichever operation it was, and says more. */
const provenBut = (more: object): Fault => ({
	kind: 'answer',
	body: { ...more, message: FAULTY_ANSWER, ...proofOf('{orderReference}') },
});

/** The faults that are tried with every operation and in every setting. */
export const broadCases: FaultCase[] = [
	caseOf('delay within the timeout', [{ kind: 'delay', delayMs: 20 }], 'accepted'),
	// The money moves after the last look-up.
	plain('delay', 'unknown'),
	plain('dropBefore', 'unknown'),
	plain('statusBefore 400', 'rejected'),
	plain('statusBefore 409', 'alreadySent'),
	plain('statusBefore 500', 'unknown'),
	plain('expiredToken', 'accepted', { outcomeWhenLasting: 'rejected' }),
	plain('redirect', 'rejected'),
	plain('hangBefore', 'unknown'),
	plain('dropAfter', 'unknown', found),
	plain('statusAfter 409', 'alreadySent'),
	plain('statusAfter 500', 'unknown', found),
	plain('malformedJson', 'unknown', found),
	plain('emptyBody', 'unknown', found),
	caseOf('slowDrip', [drip], 'unknown', found),
	plain('hangAfter', 'unknown', found),
	// The form proves it, and words prove nothing.
	caseOf('success false', [provenBut({ success: false })], 'accepted'),
	caseOf('accepted answer with a key "error"', [provenBut({ error: 'none' })], 'accepted'),
	// Sent again by itself when the wait is over; the wait that follows is longer than allowed.
	plain('paceRefusal', 'accepted', { outcomeWhenLasting: 'rejected' }),
	...['statusBefore 401', 'malformedJson'].map((fault) =>
		plain(fault, 'rejected', notAsked, 'generateToken'),
	),
	// The question is asked again a second later.
	...['statusBefore 500', 'dropBefore'].map((fault) =>
		plain(
			fault,
			'rejected',
			{ lookedUp: 'accepted', lookedUpWhenLasting: 'notSent' },
			'generateToken',
		),
	),
	caseOf('connection refused', [], 'rejected', notAsked),
];

/** One status of each class; the table of all of them is tried in test/unit/executor/proof/httpStatuses. */
const statusCases: FaultCase[] = [
	...[301, 403, 422].map((status) => plain(`statusBefore ${status}`, 'rejected')),
	...[302, 408, 503].map((status) => plain(`statusBefore ${status}`, 'unknown')),
	...[307, 422].map((status) => plain(`statusAfter ${status}`, 'rejected')),
	...[302, 424, 599, 202].map((status) => plain(`statusAfter ${status}`, 'unknown', found)),
	plain('statusBefore 429', 'accepted'),
	// The service pays and asks to wait; without a look-up, only its 409 stands in between.
	plain('statusAfter 429', 'alreadySent', found),
	plain('paceRefusalAfter', 'alreadySent', found),
	plain('statusAfter 401', 'alreadySent', found),
	...(['statusBefore', 'statusAfter'] as const).map((kind) =>
		caseOf(
			`${kind} 400 that names the reference`,
			[{ kind, status: 400, body: { message: '{orderReference} was used before' } }],
			'rejected',
			kind === 'statusAfter' ? { lookedUp: 'alreadySent' } : {},
		),
	),
	caseOf(
		'accepted although asked to wait too long',
		[{ kind: 'paceRefusalAfter', waitSeconds: 100 }],
		'rejected',
		found,
	),
];

/** What the service makes of a payout; where the answer is lost, only a look-up tells. */
const payoutStatusCases = Object.entries<Outcome>({
	REVERSED: 'reversed',
	FAILED: 'reversed',
	PENDING: 'accepted',
	'ON-HOLD': 'unknown',
}).flatMap(([payoutStatus, lookedUp]): FaultCase[] => {
	const made: Fault = { kind: 'payoutStatus', payoutStatus };
	return [
		// Only the record shows that a payout came back.
		caseOf(`payout ${payoutStatus}`, [made], lookedUp === 'reversed' ? 'unknown' : lookedUp, {
			lookedUp,
		}),
		caseOf(`payout ${payoutStatus}, answer lost`, [made, { kind: 'dropAfter' }], 'unknown', {
			lookedUp,
		}),
	];
});

const record = { orderReference: '{orderReference}', status: 'SUCCESS' };
const another = { ...record, orderReference: '{orderReference}0' };

/** The payout was made, and the answer to it does not prove that. One that is too long, or too deep: test/unit/wire/readBody. */
const wrongAnswerCases = Object.entries<Partial<Fault>>({
	'that is a list': { body: [record] },
	'about another reference': { body: another },
	'with a status and no id': { body: record },
}).map(([name, fault]) =>
	caseOf(`answer ${name}`, [{ kind: 'answer', ...fault }], 'unknown', found),
);

const always = { times: EVERY_TIME };

const ofQuestion = { operation: 'getPayout' } as const;

/** A payment that goes wrong in this way, and the question behind it in that one. */
const lookUpCase = (kind: FaultKind, name: string, fault: Fault, lookedUp: Outcome) =>
	caseOf(
		`${kind}, look-up ${name}`,
		[{ kind }, { ...fault, ...ofQuestion, onceSent: true }],
		'unknown',
		{ lookedUp },
	);

const altered = (body: object): Fault => ({ kind: 'recordAltered', body });

/** What the look-ups find of a payout that was made; all records are read in test/unit/executor/service. */
const findings: Array<[name: string, fault: Fault, outcome: Outcome]> = [
	['finds it late', { kind: 'recordLate', times: 2 }, 'accepted'],
	['never finds it', { kind: 'recordLate' }, 'unknown'],
	['finds another account', altered({ beneficiary: { accountNumber: '0999999999' } }), 'unknown'],
	// Nobody can say whose it is.
	[
		'finds a masked account',
		altered({ beneficiary: { accountNumber: '*********0001' } }),
		'unknown',
	],
];

/** They tell nothing, in either direction, and are over by the second look-up or stay. */
const silences: Record<string, Fault> = {
	'answers 503': { kind: 'statusBefore', status: 503 },
	'answers 429': { kind: 'statusBefore', status: 429 },
	'answers 403': { kind: 'statusBefore', status: 403 },
	// A page of something in between, though with a status that the service uses itself.
	'answers HTML with 404': { kind: 'statusBefore', status: 404, text: '<h1>Sorry' },
	'is redirected': { kind: 'redirect', status: 302 },
	'meets a refused token': { kind: 'expiredToken' },
	'is asked to wait': { kind: 'paceRefusal' },
	'is dropped': { kind: 'dropAfter' },
	'is cut off': { kind: 'malformedJson' },
	'answers an empty object': { kind: 'answer', body: {} },
	hangs: { kind: 'hangBefore' },
	drips: drip,
	'is late': { kind: 'delay' },
};

const lookUpCases: FaultCase[] = [
	...Object.entries(silences)
		.filter(([, { kind }]) => !['dropAfter', 'malformedJson', 'answer', 'slowDrip'].includes(kind))
		.flatMap(([name, fault]) => {
			// The account's matter, which no second question mends.
			const once = fault.status === 403 ? 'notSent' : 'accepted';
			const lasting = [{ ...fault, ...always, ...ofQuestion }];
			return [
				caseOf(`question ${name} once`, [{ ...fault, ...ofQuestion }], once),
				caseOf(`question ${name} every time`, lasting, 'notSent'),
			];
		}),
	...findings.map(([name, fault, outcome]) =>
		lookUpCase('dropAfter', name, { ...always, ...fault }, outcome),
	),
	...Object.entries(silences).flatMap(([name, fault]) => {
		// The other kinds spoil a record, and of a payout that was refused there is none.
		const refused: FaultKind[] = fault.kind === 'statusBefore' ? ['paceRefusal'] : [];
		const made: FaultKind[] = ['dropAfter', 'paceRefusalAfter', ...refused];
		return [
			lookUpCase('dropAfter', `${name} once`, fault, 'accepted'),
			// The payout is not sent again, whether it was carried out or not.
			...made.map((kind) =>
				lookUpCase(kind, `${name} every time`, { ...fault, ...always }, 'unknown'),
			),
		];
	}),
	// An empty list says that the service does not have the payout: it is sent again. Another's proves nothing.
	...[[], [another]].map((body) => {
		const without: Fault = { ...always, kind: 'statusBefore', status: 200, body };
		const outcome = body.length === 0 ? 'accepted' : 'unknown';
		return lookUpCase('paceRefusal', `answers ${body.length} others`, without, outcome);
	}),
];

/** Refused for its pace, and then something else goes wrong on the second try. */
const secondTryCases = broadCases
	.filter(({ affects, faults }) => affects === 'item' && faults[0]?.kind !== 'paceRefusal')
	.map(({ name, faults, ...endings }) =>
		caseOf(
			`paceRefusal, then ${name}`,
			[{ kind: 'paceRefusal', times: 1 }, ...faults],
			endings.outcome,
			endings,
		),
	);

/**
 * Every fault of the matrix, and what the node must make of it. Not drawn is what nobody has documented of a service:
 * values in another spelling, clocks that are days wrong, lists that change their order under the reader.
 */
export const faultCases: FaultCase[] = [
	...broadCases,
	...statusCases,
	...payoutStatusCases,
	...wrongAnswerCases,
	...lookUpCases,
	...secondTryCases,
];
