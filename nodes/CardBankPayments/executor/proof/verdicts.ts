import { memory } from '../../sentences/memory';
import { responses } from '../../sentences/responses';
import { sending } from '../../sentences/sending';
import type { Cause, NextStep, Outcome, Verdict } from '../common/payment';

export const ACCEPTED = {
	outcome: 'accepted',
	says: responses.accepted,
} as const satisfies Verdict;

const ended =
	(outcome: Outcome) =>
	(cause: Cause, says: string, nextStep?: NextStep): Verdict => ({
		outcome,
		cause,
		says,
		nextStep,
	});

/** The service refused it, or was not reached: no money moved. */
export const rejected = ended('rejected');

/** It did not pass the node's own checks. */
export const invalid = ended('invalid');

/** The payment never left. Its cause is that of what ended the run, e.g. the account's where a key is refused. */
export const notSent = ended('notSent');

/** It never left, for the reason for which something else has ended. */
export const notSentFor = ({ cause = 'run', says, nextStep, waitMs }: Verdict): Verdict => ({
	...notSent(cause, says, nextStep),
	waitMs,
});

/** Nothing proves what became of it. That is never the item's own matter. */
export const unknown = (says: string): Verdict => ended('unknown')('service', says);

/** The bank sent the money back, mostly because of the beneficiary's details. */
export const reversed = (says: string): Verdict => ended('reversed')('item', says);

export const alreadySent = (says: string): Verdict => ended('alreadySent')('reference', says);

export const notFound = (says: string, nextStep: NextStep, cause: Cause = 'item') =>
	ended('notFound')(cause, says, nextStep);

/** The end of payouts that do not leave, since a balance, the day's list or a holder could not be read. */
export function notSentWithout(what: string, why: Verdict): Verdict {
	const { outcome, cause = 'run', says, nextStep, httpStatus } = why;
	// The run was stopped, e.g. by Cancel: that reason is told.
	if (outcome === 'notSent') return notSent(cause, says, nextStep);
	// An account without any balance.
	if (outcome === 'notFound') return notSent('account', says);
	const unread = sending.unread({ what, why: says });
	// Keys, rights or a wrong address, which no answer of the service mends.
	if (cause === 'account' || cause === 'settings') {
		return { ...notSent(cause, unread.says, nextStep), httpStatus };
	}
	return notSent('service', unread.says, nextStep ?? unread.nextStep);
}

type Ended = Pick<Verdict, 'outcome'>;

export const isAccepted = ({ outcome }: Ended): boolean => outcome === 'accepted';

export const isUnknown = ({ outcome }: Ended): boolean => outcome === 'unknown';

export const isNotSent = ({ outcome }: Ended): boolean => outcome === 'notSent';

/** Somebody has used the order reference, and nobody has seen with what. */
export const isOpenUse = ({ outcome, records, anothers }: Verdict): boolean =>
	outcome === 'alreadySent' && !records && !anothers;

/** The service does not know what it was asked for. */
export const isNotFound = ({ outcome }: Ended): boolean => outcome === 'notFound';

/** Also a payment that came back was accepted first. */
export const wasAccepted = ({ outcome }: Ended): boolean =>
	outcome === 'accepted' || outcome === 'reversed';

/** Nothing moved, so that the order reference is free for another attempt. */
export const movedNothing = ({ outcome }: Ended): boolean =>
	outcome === 'rejected' || outcome === 'notSent' || outcome === 'invalid';

/** Must not take the place of "accepted" in the memory. */
export const isVague = ({ outcome, records }: Pick<Verdict, 'outcome' | 'records'>): boolean =>
	outcome === 'unknown' || (outcome === 'alreadySent' && records === undefined);

/**
 * What the memory of an execution proves of a payment.
 *
 * @param outcome as it was remembered; undefined where the process ended before there was one
 */
export function remembered(outcome?: Outcome): Verdict {
	if (outcome === 'accepted') return { ...ACCEPTED, says: memory.accepted };
	if (outcome === 'reversed') return reversed(memory.reversed);
	if (outcome === 'alreadySent') return alreadySent(memory.alreadySent);
	return unknown(memory.unknown);
}
