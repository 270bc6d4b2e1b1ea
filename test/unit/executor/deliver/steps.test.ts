import type { Result, Verdict } from '../../../../nodes/CardBankPayments/executor/common/payment';
import { PAUSES_MS } from '../../../../nodes/CardBankPayments/executor/common/waits';
import {
	after,
	hasLeft,
	reopened,
	worst,
	type LookUpFact,
	type At,
	type Fact,
	type Step,
} from '../../../../nodes/CardBankPayments/executor/deliver/steps';
import { result } from '../../support/payments';
import * as at from '../../support/steps';

const { accepted, unclear, used, unsent, refused } = at;
const { free, wasRefused, held, ready, sent, usedByAnother, usedBefore, ended } = at;
const { answered, stopped, taken } = at;
const open: Step = { ...at.open, pausesMs: PAUSES_MS };
const doubtful = result(0, 'rejected', { says: 'Not allowed', httpStatus: 403 });
/** For its token, for good. */
const denied = result(0, 'rejected', { says: 'No access', httpStatus: 401, endsRun: true });
/** By a limit. */
const keptIn = result(0, 'invalid', { cause: 'settings' });
/** The refused payment as it ends where the run sends nothing more. */
const staysRefused: Result = {
	...{ ...refused, says: 'Too soon. The service did something' },
	// Whatever the refusal was for, it is not what ended the run.
	...{ cause: 'run', nextStep: 'Run this item again' },
};

const heldToEnd: Step = { ...held, final: doubtful };
/** There may be a new token. */
const heldForToken: At<'held'> = { at: 'held', refused: { ...denied, endsRun: false } };
/** Reserved by another run at its turn, so many times before this. */
const tried = (timesTaken: number): At<'free'> => ({ ...wasRefused, timesTaken });
const usedAtItsTurn: Step = { ...usedByAnother, before: wasRefused };
const usedAfter = (timesTaken: number): Step => ({ ...usedByAnother, before: tried(timesTaken) });

const lookedUp = { at: '2030-01-31T10:00:00.000Z', times: 1, answer: 'It was not found' };
const lookUp = (proves: LookUpFact['proves'], found?: Verdict): LookUpFact => ({
	...{ is: 'lookedUp', proves, found },
	lookedUp,
});
const notKnown = lookUp('notKnown');
const notLookedUp = lookUp('notLookedUp');
const nothing = lookUp('nothing');
const notAllowed = lookUp('notAllowed');
const known = (found: Verdict) => lookUp('known', found);
const endedLookedUp = (of: Verdict) => ended({ ...of, lookedUp });

const noNewToken: Verdict = {
	...{ outcome: 'rejected', cause: 'service', says: 'No new token' },
	nextStep: 'Run it again',
};
const paid: Verdict = { outcome: 'accepted', says: 'Paid', records: [{ id: 'P1' }] };
const ofLongAgo = { ...used, records: paid.records };
const anothers: Verdict = { outcome: 'unknown', says: 'Another payout', anothers: true };
const vague: Verdict = { outcome: 'unknown', says: 'No status' };
/** Found so, and nothing of what was said of it before. */
const foundPaid = endedLookedUp(paid);
const neverSaid = (of: Verdict) =>
	endedLookedUp({
		// What is advised after a refusal would send it again.
		...{ ...of, outcome: 'unknown', cause: 'service', nextStep: undefined, waitMs: undefined },
		says: `${of.says}. Then the service did not say whether it knows the payment`,
	});
/** Was looked up, and may leave again. */
const readyAgain: Step = { at: 'ready', refused: { ...refused, lookedUp } };

/** For want of a token. */
const postponed: Fact = { is: 'postponed', result: refused };

type Cell = [name: string, was: Step, fact: Fact, becomes: Step];

/** Each cell of the table, in each of its cases: what a payment was, what became known, what it is then. */
const CELLS: Cell[] = [
	['may leave', free, { is: 'reserved' }, ready],
	['was refused', wasRefused, { is: 'reserved' }, held],
	['comes back to where it was', tried(2), taken, usedAfter(2)],
	['never left', free, stopped(unsent), ended(unsent)],
	['is not postponed again', { at: 'free', postponed: refused }, { is: 'reserved' }, ready],
	['never left', { at: 'free', postponed: refused }, stopped(unsent), ended(staysRefused)],
	[
		'goes no further, though it was postponed last',
		{ at: 'free', refused: denied, postponed: refused },
		stopped(unsent),
		{ at: 'held', refused: denied, final: staysRefused },
	],
	['goes no further', wasRefused, stopped(unsent), { ...held, final: staysRefused }],
	['is kept in', wasRefused, stopped(keptIn), { ...held, final: keptIn }],
	[
		'was refused and has an advice of its own',
		{ at: 'free', refused: denied },
		stopped({ ...unsent, nextStep: 'Log in', endsRun: undefined }),
		{
			...{ at: 'held', refused: denied },
			final: {
				...{ ...denied, cause: 'run' },
				says: `No access. ${unsent.says}`,
				nextStep: 'Log in',
				endsRun: undefined,
			},
		},
	],

	['is not known', held, notKnown, readyAgain],
	['need not be known', held, notLookedUp, readyAgain],
	['was paid', { at: 'held', refused: { ...denied, waitMs: 0 } }, known(paid), foundPaid],
	['was paid, though it had ended', heldToEnd, known(paid), foundPaid],
	['is unclear', held, nothing, neverSaid(refused)],
	['is unclear, though it had ended', heldToEnd, nothing, neverSaid(refused)],
	[
		'is unclear where nobody has asked',
		held,
		{ ...nothing, lookedUp: undefined },
		ended({
			...{ ...refused, outcome: 'unknown', cause: 'service', nextStep: undefined },
			...{ waitMs: undefined, lookedUp: undefined },
			says: `${refused.says}. Then the execution was cancelled before a look-up`,
		}),
	],
	[
		'is unclear where the token was refused',
		{ at: 'held', refused: denied, final: denied },
		nothing,
		neverSaid(denied),
	],
	['is unclear where no token is taken for the look-up', held, notAllowed, neverSaid(refused)],
	['is refused for its token', heldForToken, notAllowed, endedLookedUp(denied)],
	[
		'is refused for want of a new token',
		heldForToken,
		{ ...notAllowed, notLeft: noNewToken },
		// Why there is no new token is no matter of the status of the old one.
		endedLookedUp({ ...noNewToken, endsRun: true }),
	],
	[
		'is refused for its token in the end',
		{ ...heldForToken, final: doubtful },
		notAllowed,
		endedLookedUp(doubtful),
	],
	['ends as it was to end, not known', heldToEnd, notKnown, endedLookedUp(doubtful)],
	['ends as it was to end, not asked', heldToEnd, notLookedUp, endedLookedUp(doubtful)],
	['is sent by another call', held, taken, usedByAnother],
	['waits for a token', held, postponed, { at: 'free', refused, postponed: refused }],

	['leaves', ready, { is: 'claimed' }, sent],
	['leaves again', { at: 'ready', refused }, { is: 'claimed' }, { at: 'sent', refused }],
	['is sent by another call', { at: 'ready', refused }, taken, usedByAnother],
	['never left', ready, stopped(unsent), ended(unsent)],
	['stays refused', { at: 'ready', refused }, stopped(unsent), ended(staysRefused)],
	['is kept in', { at: 'ready', refused }, stopped(keptIn), ended(keptIn)],

	['was accepted', { at: 'sent', refused }, answered(accepted), ended(accepted)],
	['was rejected', sent, answered(doubtful), ended(doubtful)],
	['is unclear', sent, answered(unclear), { ...at.open, pausesMs: [1_000, 3_000, 6_000] }],
	['was used', sent, answered(used), usedBefore],
	['was made long ago', sent, answered(ofLongAgo), ended(ofLongAgo)],
	['is refused', sent, { is: 'refusedForNow', result: refused }, wasRefused],
	['never left', sent, postponed, { at: 'free', postponed: refused }],
	[
		'did not leave again',
		{ at: 'sent', refused },
		postponed,
		{ at: 'free', refused, postponed: refused },
	],
	[
		'is refused again',
		{ at: 'sent', refused: denied },
		{ is: 'refusedForNow', result: refused },
		wasRefused,
	],
	[
		'is doubted',
		{ at: 'sent', refused },
		{ is: 'doubted', result: doubtful },
		{ at: 'held', refused: doubtful, final: doubtful },
	],
	['never left', sent, stopped(unsent), ended(unsent)],
	['stays refused', { at: 'sent', refused }, stopped(unsent), ended(staysRefused)],

	...[notKnown, nothing, notAllowed, notLookedUp].map((fact): Cell => [
		`stays unclear (${fact.proves})`,
		open,
		fact,
		endedLookedUp(unclear),
	]),
	['was paid', { ...at.open, result: { ...unclear, httpStatus: 504 } }, known(paid), foundPaid],
	[
		'stays unclear where the record is vague',
		open,
		known(vague),
		endedLookedUp({ ...unclear, says: `${unclear.says}. No status` }),
	],
	[
		'says once what two look-ups say',
		{ ...at.open, result: { ...unclear, says: 'Cut off. No status' } },
		known(vague),
		endedLookedUp({ ...unclear, says: 'Cut off. No status' }),
	],
	[
		'stays unclear where the record is of another payment',
		open,
		known({ ...paid, ...anothers, outcome: 'alreadySent' }),
		endedLookedUp({ ...unclear, says: `${unclear.says}. Another payout`, anothers: true }),
	],

	['is free again, not known', usedAtItsTurn, notKnown, tried(1)],
	['is free again, not asked', usedAtItsTurn, notLookedUp, tried(1)],
	['is free a third time', usedAfter(2), notKnown, tried(3)],
	['is not free a fourth time', usedAfter(3), notKnown, endedLookedUp(used)],
	['stays used, with nothing proven', usedAtItsTurn, nothing, endedLookedUp(used)],
	['stays used, without a token', usedAtItsTurn, notAllowed, endedLookedUp(used)],
	['stays used, with nothing to come back to', usedByAnother, notKnown, endedLookedUp(used)],
	['stays used, and has left', usedBefore, notKnown, endedLookedUp(used)],
	[
		'was paid, which does not make it this run’s',
		usedAtItsTurn,
		known(paid),
		endedLookedUp(ofLongAgo),
	],
	[
		'is of another payment',
		usedBefore,
		known(anothers),
		endedLookedUp({ ...used, says: `${used.says}. Another payout`, anothers: true }),
	],
];

describe('a cell of the table', () => {
	it.each(CELLS.map(([name, was, fact, becomes]) => ({ name, was, fact, becomes })))(
		'$was.at, $fact.is: it $name',
		({ was, fact, becomes }) => expect(after(was, fact)).toEqual(becomes),
	);
});

const STEPS: { [Name in Step['at']]: Step } = {
	...{ free, held, ready, sent, unclear: open, used: usedByAnother },
	ended: ended(accepted),
};
const FACTS: { [Is in Fact['is']]: Fact } = {
	reserved: { is: 'reserved' },
	taken,
	claimed: { is: 'claimed' },
	answered: answered(accepted),
	refusedForNow: { is: 'refusedForNow', result: refused },
	doubted: { is: 'doubted', result: doubtful },
	postponed,
	lookedUp: notKnown,
	stopped: stopped(unsent),
};
const cells = new Set(CELLS.map(([, was, fact]) => `${was.at} ${fact.is}`));
const impossible = Object.values(STEPS)
	.flatMap((step) => Object.values(FACTS).map((fact) => ({ step, fact })))
	.filter(({ step, fact }) => !cells.has(`${step.at} ${fact.is}`));

it.each(impossible)('$fact.is cannot follow $step.at', ({ step, fact }) => {
	expect(() => after(step, fact)).toThrow(`${fact.is} cannot follow ${step.at}`);
});

it('every pair of a step and a fact is tested, once', () => {
	expect(cells.size + impossible.length).toBe(7 * 9);
});

describe('whatever throws, and whether it is noted, as it has left', () => {
	const never = ended({ outcome: 'notSent', cause: 'settings', says: 'it broke' });
	const mayHaveLeft = ended({
		...{ outcome: 'unknown', cause: 'service' },
		says: 'The request may have left: it broke',
	});
	const staysUsed = ended({ ...used, says: `${used.says}. it broke` });
	it.each<[string, Step, Step, boolean]>([
		['free: it never left', free, never, false],
		['free and refused: that may hide a payment', wasRefused, mayHaveLeft, false],
		['held: that may hide a payment', held, mayHaveLeft, true],
		['ready: it never left', ready, never, false],
		['ready and refused: it was looked up', { at: 'ready', refused }, never, false],
		['sent', sent, mayHaveLeft, true],
		['unclear', open, mayHaveLeft, true],
		['used by another run', usedByAnother, staysUsed, false],
		['used by another run before it left', { ...usedByAnother, before: free }, staysUsed, false],
		['used by another run after a refusal', usedAtItsTurn, staysUsed, false],
		['used, and has left, as a 409 says', usedBefore, staysUsed, true],
		['ended: it stays so', ended(accepted), ended(accepted), false],
	])('%s', (_, step, end, isNoted) => {
		expect(worst(step, new Error('it broke'))).toEqual(end);
		expect(hasLeft(step)).toBe(isNoted);
	});
});

describe('what an earlier attempt has left', () => {
	const foreign = { ...used, anothers: true };
	it.each<[string, Result, Step | undefined]>([
		['unknown', unclear, at.open],
		['used before', used, usedBefore],
		['used before, with its record', ofLongAgo, undefined],
		['used before, by another payment', foreign, undefined],
		['accepted', accepted, undefined],
	])('is looked up again only where it is not clear: %s', (_, of, step) =>
		expect(reopened(of, true)).toEqual(step),
	);

	it('is not of this execution where another run has used the reference', () => {
		expect(reopened(used, false)).toEqual({ ...usedByAnother, wasSent: false });
	});
});

describe('a 409 that names a time, and that nobody looked up,', () => {
	const conflict = result(0, 'rejected', { cause: 'reference', httpStatus: 409, waitMs: 5_000 });
	const unseen: LookUpFact = { is: 'lookedUp', proves: 'notLookedUp' };

	it.each<[string, Step, Fact]>([
		['at Maximum Wait', { at: 'held', refused: conflict, final: conflict }, unseen],
		['before it leaves again', { at: 'ready', refused: conflict }, stopped(unsent)],
		['as it is to leave again', { at: 'sent', refused: conflict }, stopped(unsent)],
	])('ends as used, where the run stops %s', (_, step, fact) => {
		const ends = { outcome: 'alreadySent', cause: 'reference', waitMs: undefined };
		expect(after(step, fact)).toMatchObject({ at: 'ended', result: ends });
	});

	it('ends as refused once a look-up shows nothing', () => {
		const step: Step = { at: 'held', refused: conflict, final: conflict };
		expect(after(step, notKnown)).toMatchObject({ result: { outcome: 'rejected' } });
	});
});
