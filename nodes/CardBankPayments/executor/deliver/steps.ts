import type { Verdict } from '../common/payment';
import { PAUSES_MS } from '../common/waits';
import type { SendFact } from '../proof/judge';
import type { LookUpReading } from '../proof/lookUpReading';
import { alreadySent, isUnknown, notSent, unknown } from '../proof/verdicts';

/**
 * Where one payment stands. Until a look-up says more, its money may have moved in `sent`, `unclear` and `held`;
 * in `free` with `refused`; and in `used` with `wasSent`, or where it came there from one of the others.
 */
export type Step =
	/**
	 * Waits for its turn, at which this run reserves it where it has not done so. `refused` is what the service
	 * said, where it was refused for now. `postponed`: at its last turn no token was given, so it did not leave.
	 */
	| { at: 'free'; refused?: Verdict; postponed?: Verdict; timesTaken?: number }
	/**
	 * Was refused, which may hide a payment, so that it is looked up. If the service does not know
	 * it, it leaves again, or ends as `final`.
	 */
	| { at: 'held'; refused: Verdict; final?: Verdict }
	/**
	 * It may leave, and nobody else has its reference. With `refused`, it was refused, and looked up since where that
	 * is possible.
	 */
	| { at: 'ready'; refused?: Verdict }
	/** Has left, or may have. */
	| { at: 'sent'; refused?: Verdict }
	/** Has left, and nobody knows more; it is looked up after each of these pauses, until it is found. */
	| { at: 'unclear'; result: Verdict; pausesMs: number[] }
	/**
	 * Its order reference is used. Our list says so at its turn, and it goes back to `before` if a look-up finds
	 * nothing; or at the start of a run, and then it stays used; or the service answered our own request with a 409
	 * (`wasSent`).
	 */
	| { at: 'used'; result: Verdict; before?: At<'free'>; wasSent?: boolean }
	| { at: 'ended'; result: Verdict };

/** A step of this name. */
export type At<Name extends Step['at']> = Extract<Step, { at: Name }>;

/** The steps at which a payment is looked up. */
export type LookUpStep = At<'held' | 'unclear' | 'used'>;

/** What all look-ups of one step have shown together, if there was one. */
export interface LookUpFact {
	is: 'lookedUp';
	/**
	 * `notLookedUp`: the option is off, the credential has no path for it, or the execution was cancelled. What was
	 * refused for now is then believed on the word of the refusal alone; after a cancel, only a refusal for the pace.
	 */
	proves: LookUpReading['proves'] | 'notLookedUp';
	/** What the records of a payment that is known say of it. */
	found?: Verdict;
	/** Why the look-up could not leave. */
	notLeft?: Verdict;
	lookedUp?: Verdict['lookedUp'];
}

/**
 * What becomes known. It alone moves a payment, but for what throws (see {@link worst}). The pool adds up the waits
 * of what is `free`.
 */
export type Fact =
	| { is: 'reserved' | 'claimed' }
	/** `stopped` also without a request: Maximum Wait is over, n8n's store is silent, an item ended the run. */
	| SendFact
	| LookUpFact
	/** Somebody else has used its order reference. */
	| { is: 'taken'; result: Verdict };

/** A fact of this name. */
export type FactOf<Name extends Fact['is']> = Fact & { is: Name };

type Table = {
	[Name in Step['at']]: { [Is in Fact['is']]?: (step: At<Name>, fact: FactOf<Is>) => Step };
};

/**
 * Where each fact takes each step. E.g. what was `sent` and is `refusedForNow` is `free`, and leaves again
 * only by way of `held`, where it is looked up. A fact without a cell cannot follow; see {@link after}.
 */
export const TABLE: Table = {
	free: {
		reserved: ({ refused }) => (refused ? { at: 'held', refused } : { at: 'ready' }),
		taken: (before, { result }) => ({ at: 'used', result, before }),
		stopped: ({ refused, postponed }, { result }) =>
			refused
				? { at: 'held', refused, final: stoppedAt(postponed ?? refused, result) }
				: ended(stoppedAt(postponed, result)),
	},
	held: {
		lookedUp: ({ refused, final }, { proves, found, notLeft, lookedUp }) => {
			if (found !== undefined) return ended({ ...found, lookedUp });
			// A token that is refused for everything has paid nobody.
			const isSameReason = proves === 'notAllowed' && refused.httpStatus === 401;
			// That no new token was given, and why, says more than that the old one was refused.
			const withoutAccess = { ...(notLeft ?? refused), endsRun: true };
			if (isSameReason) return ended({ ...(final ?? withoutAccess), lookedUp });
			if (proves === 'nothing' || proves === 'notAllowed') {
				const why = lookedUp
					? 'the service did not say whether it knows the payment'
					: 'the execution was cancelled before a look-up';
				const says = `${refused.says}. Then ${why}`;
				return ended({ ...refused, waitMs: undefined, ...unknown(says), lookedUp });
			}
			const asked = { ...refused, lookedUp };
			if (final) return ended({ ...orUsed(final, asked), lookedUp });
			return { at: 'ready', refused: asked };
		},
		taken: (_, { result }) => ({ at: 'used', result }),
		postponed: ({ refused }, { result }) => ({ at: 'free', refused, postponed: result }),
	},
	ready: {
		claimed: ({ refused }) => ({ at: 'sent', refused }),
		taken: (_, { result }) => ({ at: 'used', result }),
		stopped: ({ refused }, { result }) => ended(orUsed(stoppedAt(refused, result), refused)),
	},
	sent: {
		answered: (_, { result }) => {
			if (isUnknown(result)) return { at: 'unclear', result, pausesMs: PAUSES_MS };
			// A 409: somebody has used the reference.
			return isOpenUse(result) ? { at: 'used', result, wasSent: true } : ended(result);
		},
		refusedForNow: (_, { result }) => ({ at: 'free', refused: result }),
		postponed: ({ refused }, { result }) => ({ at: 'free', refused, postponed: result }),
		doubted: (_, { result }) => ({ at: 'held', refused: result, final: result }),
		stopped: ({ refused }, { result }) => ended(orUsed(stoppedAt(refused, result), refused)),
	},
	unclear: {
		// That the service does not know it proves nothing: it may still be on its way.
		lookedUp: ({ result }, { found, lookedUp }) => {
			if (found === undefined) return ended({ ...result, lookedUp });
			const isClear = !isUnknown(found) && !found.anothers;
			if (isClear) return ended({ ...found, lookedUp });
			return ended({ ...result, anothers: found.anothers, says: adding(result, found), lookedUp });
		},
	},
	used: {
		lookedUp: ({ result, before }, { proves, found, lookedUp }) => {
			const timesTaken = (before?.timesTaken ?? 0) + 1;
			const isFree = proves === 'notKnown' || proves === 'notLookedUp';
			if (before && isFree && timesTaken <= PAUSES_MS.length) return { ...before, timesTaken };
			const { records, anothers } = found ?? {};
			const says = found && !records ? adding(result, found) : result.says;
			return ended({ ...result, says, records, anothers, lookedUp });
		},
	},
	ended: {},
};

const ended = (result: Verdict): Step => ({ at: 'ended', result });

/** Somebody has used the order reference, and nobody has seen with what. */
const isOpenUse = ({ outcome, records, anothers }: Verdict) =>
	outcome === 'alreadySent' && !records && !anothers;

/** What was refused for now, and is then stopped, ends as that refusal. What to do is by the reason of the stop. */
const stoppedAt = (refused: Verdict | undefined, unsent: Verdict): Verdict => {
	// What is above a limit need not be tried again.
	if (refused === undefined || unsent.outcome === 'invalid') return unsent;
	const { cause, says, nextStep = 'Run this item again', endsRun } = unsent;
	return { ...refused, cause, says: `${refused.says}. ${says}`, nextStep, endsRun };
};

/** A 409 may mean that the reference is used, and then no look-up has shown by what. */
const orUsed = (ends: Verdict, refused?: Verdict): Verdict => {
	const isUsed = refused?.cause === 'reference' && refused.lookedUp === undefined;
	return isUsed ? { ...ends, ...alreadySent(ends.says), waitMs: undefined } : ends;
};

/** Once, however many look-ups say so. */
const adding = ({ says }: Verdict, found: Verdict): string =>
	says.endsWith(found.says) ? says : `${says}. ${found.says}`;

/** @throws where the table has no such cell; the shell then ends the payment by {@link worst} */
export function after(step: Step, fact: Fact): Step {
	const cell = TABLE[step.at][fact.is] as ((step: Step, fact: Fact) => Step) | undefined;
	if (cell === undefined) throw new Error(`${fact.is} cannot follow ${step.at}`);
	return cell(step, fact);
}

/** Whether the service may have the payment, so that what becomes of it is remembered. */
export function hasLeft(step: Step): boolean {
	if (step.at === 'used') return step.wasSent === true;
	return step.at === 'sent' || step.at === 'unclear' || step.at === 'held';
}

/** How a payment ends where something throws: `unknown` if its request may have left, `notSent` if not. */
export function worst(step: Step, error: unknown): Step {
	if (step.at === 'ended') return step;
	const why = (error as Error | undefined | null)?.message ?? String(error);
	// That its order reference is used stays true.
	if (step.at === 'used') return ended({ ...step.result, says: `${step.result.says}. ${why}` });
	// Refused, and not looked up since: that may hide a payment.
	const isOpen = hasLeft(step) || (step.at === 'free' && step.refused !== undefined);
	return ended(isOpen ? unknown(`The request may have left: ${why}`) : notSent('settings', why));
}

/**
 * The step from which a payment with this result is looked up once more; undefined where it is clear.
 *
 * @param wasSent whether this execution has sent it
 */
export function reopened(result: Verdict, wasSent: boolean): At<'unclear' | 'used'> | undefined {
	if (isUnknown(result)) return { at: 'unclear', result, pausesMs: [0] };
	return isOpenUse(result) ? { at: 'used', result, wasSent } : undefined;
}
