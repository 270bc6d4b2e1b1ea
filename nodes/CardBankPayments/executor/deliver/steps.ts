import type { Result } from '../common/payment';
import type { Answer } from '../proof/judge';
import type { LookUpReading } from '../proof/lookUp';
import { isUnknown, unknown, type Verdict } from '../proof/verdicts';

/**
 * Where one payment stands. Its money may have moved unseen in `sent` and `unclear`, and in `held`, where the
 * service has refused it.
 */
export type Step =
	/** To be reserved. `refused` is what the service said, where it was refused for now. */
	| { at: 'free'; refused?: Result; timesTaken?: number }
	/**
	 * Was refused, which may hide a payment, so that the service is asked. If it does not know the
	 * payment, that leaves again, or ends as `final`.
	 */
	| { at: 'held'; refused: Result; final?: Result }
	/** Reserved by this run: it may leave. `refused` is there where a look-up followed it, if there are any. */
	| { at: 'ready'; refused?: Result }
	/** Has left, or may have. */
	| { at: 'sent'; refused?: Result }
	/** Has left, and nobody knows more; it is looked up so many milliseconds from now. */
	| { at: 'unclear'; result: Result; askAfterMs: number[] }
	/** Somebody else has used its order reference; `before` is where it comes back to, at its turn. */
	| { at: 'used'; result: Result; before?: At<'free'>; hasLeft?: boolean }
	/** `hasLeft` tells whether the service may have seen it, so that the memory of this execution keeps it. */
	| { at: 'ended'; result: Result; hasLeft: boolean };

/** A step of this name. */
export type At<Name extends Step['at']> = Extract<Step, { at: Name }>;

/** What a look-up has shown, if anybody asked. */
export interface Asked {
	is: 'asked';
	proves: LookUpReading['proves'] | 'notAsked';
	/** What the records of a payment that is known say of it. */
	found?: Verdict;
	lookedUp?: Result['lookedUp'];
}

/** What becomes known. Nothing else moves a payment from one step to the next. */
export type Fact =
	| { is: 'reserved' }
	| { is: 'taken'; result: Result }
	| { is: 'claimed' }
	| Answer
	| Asked
	/** Cancel, Maximum Wait, a silent store, an item that ends the run: `unsent` is how it ends if never sent. */
	| { is: 'stopped'; unsent: Result };

/** A fact of this name. */
export type Known<Name extends Fact['is']> = Extract<Fact, { is: Name }>;

type Table = {
	[Name in Step['at']]: { [Is in Fact['is']]?: (step: At<Name>, fact: Known<Is>) => Step };
};

/** Milliseconds after an unclear end: a slow service gets two more chances. */
export const UNCLEAR_AFTER_MS = [1_000, 4_000, 10_000];

/** At its turn, another run may hold a reference only in passing: one more try after each of these. */
const MOST_TIMES_TAKEN = UNCLEAR_AFTER_MS.length;

const NOT_SAID = 'The service refused it, and then did not say whether it knows the payout';

/** Who may be paid, and when not. A cell that is missing cannot happen; see {@link after}. */
export const TABLE: Table = {
	free: {
		reserved: ({ refused }) => (refused ? { at: 'held', refused } : { at: 'ready' }),
		taken: (before, { result }) => ({ at: 'used', result, before }),
		stopped: ({ refused }, { unsent }) =>
			refused ? { at: 'held', refused, final: stoppedAt(refused, unsent) } : never(unsent),
	},
	held: {
		asked: ({ refused, final }, { proves, found, lookedUp }) => {
			if (found !== undefined) return ended(foundOf(refused, found, lookedUp));
			// A token that is refused for everything has paid nobody.
			const isSameReason = proves === 'notAllowed' && refused.httpStatus === 401;
			if (isSameReason) return ended({ ...(final ?? refused), lookedUp });
			if (proves === 'nothing' || proves === 'notAllowed') {
				return ended({ ...refused, waitMs: undefined, ...unknown(NOT_SAID), lookedUp });
			}
			return final ? ended({ ...final, lookedUp }) : { at: 'ready', refused };
		},
		taken: (_, { result }) => ({ at: 'used', result }),
		stopped: ({ refused, final }, { unsent }) => ({
			at: 'held',
			refused,
			final: final ?? stoppedAt(refused, unsent),
		}),
	},
	ready: {
		claimed: ({ refused }) => ({ at: 'sent', refused }),
		taken: (_, { result }) => ({ at: 'used', result }),
		stopped: ({ refused }, { unsent }) => never(refused ? stoppedAt(refused, unsent) : unsent),
	},
	sent: {
		answered: (_, { result }) => {
			if (isUnknown(result)) return { at: 'unclear', result, askAfterMs: UNCLEAR_AFTER_MS };
			// A 409: somebody has used the reference.
			return result.outcome === 'alreadySent'
				? { at: 'used', result, hasLeft: true }
				: ended(result);
		},
		refused: (_, { result }) => ({ at: 'free', refused: result }),
		doubted: (_, { result }) => ({ at: 'held', refused: result, final: result }),
		notLeft: ({ refused }, { result }) => ended(refused ? stoppedAt(refused, result) : result),
	},
	unclear: {
		// That the service does not know it proves nothing: it may still be on its way.
		asked: ({ result }, { found, lookedUp }) => {
			if (found === undefined) return ended({ ...result, lookedUp });
			const isClear = !isUnknown(found) && !found.anothers;
			if (isClear) return ended(foundOf(result, found, lookedUp));
			return ended({ ...result, anothers: found.anothers, says: adding(result, found), lookedUp });
		},
	},
	used: {
		asked: ({ result, before, hasLeft = false }, { proves, found, lookedUp }) => {
			const timesTaken = (before?.timesTaken ?? 0) + 1;
			const isFree = proves === 'notKnown' || proves === 'notAsked';
			if (before && isFree && timesTaken <= MOST_TIMES_TAKEN) {
				return { ...before, timesTaken };
			}
			const { records, anothers } = found ?? {};
			const says = found && !records ? adding(result, found) : result.says;
			return ended({ ...result, says, records, anothers, lookedUp }, hasLeft);
		},
	},
	ended: {},
};

/** What a look-up has found, and nothing of what the response said before it. */
const foundOf = (
	{ index, orderReference, insteadOf }: Result,
	found: Verdict,
	lookedUp: Result['lookedUp'],
): Result => ({ index, orderReference, insteadOf, ...found, lookedUp });

const ended = (result: Result, hasLeft = true): Step => ({ at: 'ended', result, hasLeft });

/** It never left in this run, so that the memory has nothing of it. */
const never = (result: Result): Step => ended(result, false);

/** What was refused for now stays refused, and says why nobody sends it again. */
const stoppedAt = (refused: Result, unsent: Result): Result => {
	// What a limit keeps in need not be tried again.
	if (unsent.outcome === 'invalid') return unsent;
	const { says, nextStep = refused.nextStep, endsRun } = unsent;
	return { ...refused, says: `${refused.says}. ${says}`, nextStep, endsRun };
};

/** Once, however many look-ups say so. */
const adding = ({ says }: Result, found: Verdict): string =>
	says.endsWith(found.says) ? says : `${says}. ${found.says}`;

/** @throws where the table has no such cell; the shell then ends the payment by {@link worst} */
export function after(step: Step, fact: Fact): Step {
	const cell = TABLE[step.at][fact.is] as ((step: Step, fact: Fact) => Step) | undefined;
	if (cell === undefined) throw new Error(`${fact.is} cannot follow ${step.at}`);
	return cell(step, fact);
}

/** Whether the service may have the payment, so that what becomes of it is remembered. */
export function hasLeft(step: Step): boolean {
	if (step.at === 'used') return step.hasLeft === true;
	return step.at === 'sent' || step.at === 'unclear' || step.at === 'held';
}

/** Whatever throws, and wherever: never worse than unknown, and never better than it. */
export function worst(step: Step, unsent: Result, unclear: Result): Step {
	if (step.at === 'ended') return step;
	if (hasLeft(step)) return ended(unclear);
	// Refused, and not looked up since: that may hide a payment.
	const free = step.at === 'used' ? step.before : step;
	return never(free?.at === 'free' && free.refused ? unclear : unsent);
}

/** @returns its result, where nothing is left to do */
export function resultAt(step: Step): Result {
	if (step.at === 'ended') return step.result;
	throw new Error(`A payment cannot end as ${step.at}`);
}

/**
 * Where a payment stands that an earlier attempt, or this run, has left with such a result; `wasSent` tells
 * whether this execution has sent it.
 */
export function reopened(result: Result, wasSent: boolean): Step {
	if (isUnknown(result)) return { at: 'unclear', result, askAfterMs: [0] };
	const isOpen = result.outcome === 'alreadySent' && !result.records && !result.anothers;
	return isOpen
		? { at: 'used', result, hasLeft: wasSent }
		: { at: 'ended', result, hasLeft: false };
}
