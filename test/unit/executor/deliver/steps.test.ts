import type {
	Outcome,
	Result,
	Verdict,
} from '../../../../nodes/CardBankPayments/executor/common/payment';
import {
	after,
	hasLeft,
	reopened,
	resultAt,
	PAUSES_MS,
	worst,
	type LookUpFact,
	type Fact,
	type Step,
} from '../../../../nodes/CardBankPayments/executor/deliver/steps';
import { payment, result as resultOf } from '../../support/payments';

const result = (outcome: Outcome, changes: Partial<Result> = {}): Result =>
	resultOf(0, outcome, { says: outcome, ...changes });
const ended = (of: Verdict): Step => ({ at: 'ended', result: of });
const stopped = (unsent: Result): Fact => ({ is: 'stopped', result: unsent });
const answered = (of: Result): Fact => ({ is: 'answered', result: of });

const accepted = result('accepted');
const unclear = result('unknown');
const used = result('alreadySent');
const unsent = result('notSent', { cause: 'run' });
const forgotten = result('invalid', { cause: 'settings' });
const doubtful = result('rejected', { says: 'Not allowed', httpStatus: 403 });
/** Refused for its pace. */
const refused = result('rejected', {
	cause: 'service',
	says: 'Too soon',
	nextStep: 'Wait',
	httpStatus: 429,
	waitMs: 1_000,
});
/** Refused for its token. */
const denied = result('rejected', { says: 'No access', httpStatus: 401, endsRun: true });
/** The refused payment as it ends where the run sends nothing more. */
const refusedAndStopped: Result = { ...refused, says: 'Too soon. notSent' };

const before: Step = { at: 'free', refused };
const pausesMs = PAUSES_MS;

const lookedUp = { at: '2030-01-31T10:00:00.000Z', times: 1, answer: 'It was not found' };
const lookUp = (proves: LookUpFact['proves'], found?: Verdict): LookUpFact => ({
	...{ is: 'lookedUp', proves, found },
	lookedUp,
});
const notKnown = lookUp('notKnown');
const notLookedUp = lookUp('notLookedUp');
const nothing = lookUp('nothing');
const notAllowed = lookUp('notAllowed');
const noNewToken: Verdict = {
	...{ outcome: 'rejected', cause: 'service', says: 'No new token' },
	nextStep: 'Run it again',
};
const paid: Verdict = { outcome: 'accepted', says: 'Paid', records: [{ id: 'P1' }] };
/** Was looked up, and may leave again. */
const readyAgain: Step = { at: 'ready', refused: { ...refused, lookedUp } };
/** Found so, and nothing of what was said of it before. */
const foundPaid = ended({ ...paid, lookedUp });
const anothers: Verdict = { outcome: 'unknown', says: 'Another payout', anothers: true };
const vague: Verdict = { outcome: 'unknown', says: 'No status' };

/** What was refused so, and then not told of, says both. */
const unproven = (refusal: Result): Result => ({
	...refusal,
	...{ outcome: 'unknown', cause: 'service', waitMs: undefined, lookedUp },
	says: `${refusal.says}. Then the service did not say whether it knows this order reference`,
});
const tried = (timesTaken: number): Step => ({ at: 'free', refused, timesTaken });

/** Each cell of the table, in each of its cases: what a payment was, what became known, what it is then. */
const CELLS: Array<[string, Step, Fact, Step]> = [
	['may leave', { at: 'free' }, { is: 'reserved' }, { at: 'ready' }],
	['was refused', { at: 'free', refused }, { is: 'reserved' }, { at: 'held', refused }],
	[
		'comes back to where it was',
		tried(2),
		{ is: 'taken', result: used },
		{ at: 'used', result: used, before: { at: 'free', refused, timesTaken: 2 } },
	],
	['never left', { at: 'free' }, stopped(unsent), ended(unsent)],
	[
		'was refused and goes no further',
		{ at: 'free', refused },
		stopped(unsent),
		{ at: 'held', refused, final: refusedAndStopped },
	],
	[
		'was refused and is kept in',
		{ at: 'free', refused },
		stopped(forgotten),
		{ at: 'held', refused, final: forgotten },
	],
	[
		'was refused and has an advice of its own',
		{ at: 'free', refused: denied },
		stopped({ ...unsent, nextStep: 'Log in', endsRun: undefined }),
		{
			at: 'held',
			refused: denied,
			final: { ...denied, says: 'No access. notSent', nextStep: 'Log in', endsRun: undefined },
		},
	],

	['is not known', { at: 'held', refused }, notKnown, readyAgain],
	['need not be known', { at: 'held', refused }, notLookedUp, readyAgain],
	[
		'was paid all the same',
		{ at: 'held', refused: { ...denied, waitMs: 0 } },
		lookUp('known', paid),
		foundPaid,
	],
	[
		'was paid, though it had ended',
		{ at: 'held', refused, final: doubtful },
		lookUp('known', paid),
		foundPaid,
	],
	['is unclear', { at: 'held', refused }, nothing, ended(unproven(refused))],
	[
		'is unclear, though it had ended',
		{ at: 'held', refused, final: doubtful },
		nothing,
		ended(unproven(refused)),
	],
	[
		'is unclear where the token was refused',
		{ at: 'held', refused: denied, final: denied },
		nothing,
		ended(unproven(denied)),
	],
	[
		'is unclear where the token is refused for the look-up alone',
		{ at: 'held', refused },
		notAllowed,
		ended(unproven(refused)),
	],
	[
		'is refused for its token',
		{ at: 'held', refused: denied },
		notAllowed,
		ended({ ...denied, lookedUp }),
	],
	[
		'is refused for want of a new token',
		{ at: 'held', refused: denied },
		{ ...notAllowed, notLeft: noNewToken },
		ended({ ...denied, ...noNewToken, lookedUp }),
	],
	[
		'is refused for its token in the end',
		{ at: 'held', refused: denied, final: doubtful },
		notAllowed,
		ended({ ...doubtful, lookedUp }),
	],
	...[notKnown, notLookedUp].map((fact): [string, Step, Fact, Step] => [
		'ends as it was to end',
		{ at: 'held', refused, final: doubtful },
		fact,
		ended({ ...doubtful, lookedUp }),
	]),
	[
		'is sent by another call',
		{ at: 'held', refused },
		{ is: 'taken', result: used },
		{ at: 'used', result: used },
	],

	['leaves', { at: 'ready' }, { is: 'claimed' }, { at: 'sent' }],
	['leaves again', { at: 'ready', refused }, { is: 'claimed' }, { at: 'sent', refused }],
	[
		'is sent by another call',
		{ at: 'ready', refused },
		{ is: 'taken', result: used },
		{ at: 'used', result: used },
	],
	['never left', { at: 'ready' }, stopped(unsent), ended(unsent)],
	['stays refused', { at: 'ready', refused }, stopped(unsent), ended(refusedAndStopped)],
	['is kept in', { at: 'ready', refused }, stopped(forgotten), ended(forgotten)],

	['was accepted', { at: 'sent', refused }, answered(accepted), ended(accepted)],
	['was rejected', { at: 'sent' }, answered(doubtful), ended(doubtful)],
	[
		'is unclear',
		{ at: 'sent' },
		answered(unclear),
		{ at: 'unclear', result: unclear, pausesMs: [1_000, 3_000, 6_000] },
	],
	['was used', { at: 'sent' }, answered(used), { at: 'used', result: used, hasLeft: true }],
	[
		'was made long ago',
		{ at: 'sent' },
		answered({ ...used, records: paid.records }),
		ended({ ...used, records: paid.records }),
	],
	['is refused', { at: 'sent' }, { is: 'refused', result: refused }, { at: 'free', refused }],
	[
		'is refused again',
		{ at: 'sent', refused: denied },
		{ is: 'refused', result: refused },
		{ at: 'free', refused },
	],
	[
		'is doubted',
		{ at: 'sent', refused },
		{ is: 'doubted', result: doubtful },
		{ at: 'held', refused: doubtful, final: doubtful },
	],
	['never left', { at: 'sent' }, stopped(unsent), ended(unsent)],
	['stays refused', { at: 'sent', refused }, stopped(unsent), ended(refusedAndStopped)],

	...[notKnown, nothing, notAllowed, notLookedUp].map((fact): [string, Step, Fact, Step] => [
		`stays unclear (${fact.proves})`,
		{ at: 'unclear', result: unclear, pausesMs },
		fact,
		ended({ ...unclear, lookedUp }),
	]),
	[
		'was paid',
		{ at: 'unclear', result: { ...unclear, httpStatus: 504 }, pausesMs },
		lookUp('known', paid),
		foundPaid,
	],
	[
		'stays unclear where the record is vague',
		{ at: 'unclear', result: unclear, pausesMs },
		lookUp('known', vague),
		ended({ ...unclear, says: 'unknown. No status', lookedUp }),
	],
	[
		'says once what two look-ups say',
		{ at: 'unclear', result: { ...unclear, says: 'Cut off. No status' }, pausesMs },
		lookUp('known', vague),
		ended({ ...unclear, says: 'Cut off. No status', lookedUp }),
	],
	[
		'stays unclear where the record is of another payment',
		{ at: 'unclear', result: unclear, pausesMs },
		lookUp('known', { ...paid, ...anothers, outcome: 'alreadySent' }),
		ended({ ...unclear, says: 'unknown. Another payout', anothers: true, lookedUp }),
	],

	['is free again', { at: 'used', result: used, before }, notKnown, tried(1)],
	['is free again', { at: 'used', result: used, before }, notLookedUp, tried(1)],
	[
		'is free a third time',
		{ at: 'used', result: used, before: { at: 'free', refused, timesTaken: 2 } },
		notKnown,
		tried(3),
	],
	[
		'is not free a fourth time',
		{ at: 'used', result: used, before: { at: 'free', refused, timesTaken: 3 } },
		notKnown,
		ended({ ...used, lookedUp }),
	],
	...[nothing, notAllowed].map((fact): [string, Step, Fact, Step] => [
		`stays used (${fact.proves})`,
		{ at: 'used', result: used, before },
		fact,
		ended({ ...used, lookedUp }),
	]),
	[
		'stays used, with nothing to come back to',
		{ at: 'used', result: used },
		notKnown,
		ended({ ...used, lookedUp }),
	],
	[
		'stays used, and has left',
		{ at: 'used', result: used, hasLeft: true },
		notKnown,
		ended({ ...used, lookedUp }),
	],
	[
		'was paid, which does not make it this run’s',
		{ at: 'used', result: used, before },
		lookUp('known', paid),
		ended({ ...used, records: paid.records, lookedUp }),
	],
	[
		'is of another payment',
		{ at: 'used', result: used, hasLeft: true },
		lookUp('known', anothers),
		ended({ ...used, says: 'alreadySent. Another payout', anothers: true, lookedUp }),
	],
];

describe('a cell of the table', () => {
	it.each(CELLS.map(([name, step, fact, to]) => ({ name, step, fact, to })))(
		'$step.at, $fact.is: it $name',
		({ step, fact, to }) => expect(after(step, fact)).toEqual(to),
	);
});

const STEPS: { [Name in Step['at']]: Step } = {
	free: { at: 'free' },
	held: { at: 'held', refused },
	ready: { at: 'ready' },
	sent: { at: 'sent' },
	unclear: { at: 'unclear', result: unclear, pausesMs },
	used: { at: 'used', result: used },
	ended: { at: 'ended', result: accepted },
};
const FACTS: { [Is in Fact['is']]: Fact } = {
	reserved: { is: 'reserved' },
	taken: { is: 'taken', result: used },
	claimed: { is: 'claimed' },
	answered: answered(accepted),
	refused: { is: 'refused', result: refused },
	doubted: { is: 'doubted', result: doubtful },
	lookedUp: notKnown,
	stopped: stopped(unsent),
};
const cells = new Set(CELLS.map(([, step, fact]) => `${step.at} ${fact.is}`));
const impossible = Object.values(STEPS)
	.flatMap((step) => Object.values(FACTS).map((fact) => ({ step, fact })))
	.filter(({ step, fact }) => !cells.has(`${step.at} ${fact.is}`));

it.each(impossible)('$fact.is cannot follow $step.at', ({ step, fact }) => {
	expect(() => after(step, fact)).toThrow(`${fact.is} cannot follow ${step.at}`);
});

it('every pair of a step and a fact is tested, once', () => {
	expect(cells.size + impossible.length).toBe(7 * 8);
});

describe('whatever throws', () => {
	const wasRefused: Step = { at: 'free', refused };
	const never = ended({ outcome: 'notSent', cause: 'settings', says: 'it broke' });
	const mayHaveLeft = ended({
		...{ outcome: 'unknown', cause: 'service' },
		says: 'The request may have left: it broke',
	});
	it.each<[string, Step, Step]>([
		['free: it never left', STEPS.free, never],
		['free and refused: that may hide a payment', wasRefused, mayHaveLeft],
		['held: that may hide a payment', STEPS.held, mayHaveLeft],
		['ready: it never left', STEPS.ready, never],
		['ready and refused: it was looked up', { at: 'ready', refused }, never],
		['sent', STEPS.sent, mayHaveLeft],
		['unclear', STEPS.unclear, mayHaveLeft],
		['used by another run: it never left', STEPS.used, never],
		[
			'used by another run before it left',
			{ at: 'used', result: used, before: { at: 'free' } },
			never,
		],
		[
			'used by another run after a refusal',
			{ at: 'used', result: used, before: { at: 'free', refused } },
			mayHaveLeft,
		],
		['used, and has left', { at: 'used', result: used, hasLeft: true }, mayHaveLeft],
		['ended: it stays so', STEPS.ended, STEPS.ended],
	])('%s', (_, step, end) => expect(worst(step, new Error('it broke'))).toEqual(end));
});

it.each<[string, Step, boolean]>([
	['free', STEPS.free, false],
	['held', STEPS.held, true],
	['ready', STEPS.ready, false],
	['sent', STEPS.sent, true],
	['unclear', STEPS.unclear, true],
	['used by another run', STEPS.used, false],
	['used, as a 409 says', { at: 'used', result: used, hasLeft: true }, true],
	['ended', STEPS.ended, false],
])('what is %s is noted where it has left', (_, step, left) => {
	expect(hasLeft(step)).toBe(left);
});

describe('what an earlier attempt has left', () => {
	const records = [{ id: 'P1' }];
	const shown = { ...used, records };
	const foreign = { ...used, anothers: true };
	it.each<[string, Result, Step]>([
		['unknown', unclear, { at: 'unclear', result: unclear, pausesMs: [0] }],
		['used before', used, { at: 'used', result: used, hasLeft: true }],
		['used before, with its record', shown, ended(shown)],
		['used before, by another payment', foreign, ended(foreign)],
		['accepted', accepted, ended(accepted)],
	])('stands where it stood: %s', (_, of, step) => expect(reopened(of, true)).toEqual(step));

	it('is not of this execution where another run has used the reference', () => {
		expect(reopened(used, false)).toEqual({ at: 'used', result: used, hasLeft: false });
	});
});

it('only what has ended has a result', () => {
	const paidOut: Verdict = { outcome: 'accepted', says: 'Paid' };
	expect(resultAt(payment(7), ended(paidOut))).toEqual({
		...paidOut,
		...{ index: 7, orderReference: 'INV-7' },
	});
	expect(() => resultAt(payment(7), STEPS.sent)).toThrow('A payment cannot end as sent');
});
