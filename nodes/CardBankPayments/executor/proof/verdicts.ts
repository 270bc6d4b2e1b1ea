import type { Cause, Verdict } from '../common/payment';

export const ACCEPTED = {
	outcome: 'accepted',
	says: 'The service accepted the request',
} as const satisfies Verdict;

/** Nothing proves what became of it. That is never the item's own matter. */
export const unknown = (says: string): Verdict => ({ outcome: 'unknown', cause: 'service', says });

/** It is proven that no money moved. */
export const rejected = (cause: Cause, says: string): Verdict => ({
	outcome: 'rejected',
	cause,
	says,
});

/** The bank sent the money back, mostly because of the beneficiary's details. */
export const reversed = (says: string): Verdict => ({ outcome: 'reversed', cause: 'item', says });

export const alreadySent = (says: string): Verdict => ({
	outcome: 'alreadySent',
	cause: 'reference',
	says,
});

/** It did not pass the node's own checks. */
export const invalid = (says: string, cause: Cause = 'item'): Verdict => ({
	outcome: 'invalid',
	cause,
	says,
});

/** It never left; the cause is that of what ended the run. */
export const notSent = (cause: Cause, says: string): Verdict => ({
	outcome: 'notSent',
	cause,
	says,
});

/** Why payouts stay where they are, if something could not be read that decides about them. */
export function notSentWithout(what: string, why: Verdict): Verdict {
	const { outcome, cause, says, nextStep = 'Run it again once the service answers' } = why;
	// Nothing leaves any more, for a reason of its own.
	if (outcome === 'notSent') return { ...notSent(cause ?? 'run', says), nextStep: why.nextStep };
	// An account without any balance.
	if (outcome === 'notFound') return notSent('account', says);
	const unread = `${what} could not be read: ${says}`;
	// Keys or rights, which no answer of the service mends.
	if (cause === 'account') return { ...notSent(cause, unread), nextStep: why.nextStep };
	return { ...notSent('service', unread), nextStep };
}

export const notFound = (says: string, nextStep?: string): Verdict => ({
	outcome: 'notFound',
	cause: 'item',
	says,
	nextStep,
});

type Ended = Pick<Verdict, 'outcome'>;

export const isAccepted = ({ outcome }: Ended): boolean => outcome === 'accepted';

export const isUnknown = ({ outcome }: Ended): boolean => outcome === 'unknown';

/** Also a payment that came back was accepted first. */
export const wasAccepted = ({ outcome }: Ended): boolean =>
	outcome === 'accepted' || outcome === 'reversed';

/** Nothing moved, so that the order reference is free for another attempt. */
export const movedNothing = ({ outcome }: Ended): boolean =>
	outcome === 'rejected' || outcome === 'notSent' || outcome === 'invalid';

/** Says nothing new of a payment of which more is known. */
export const isVague = ({ outcome, records }: Pick<Verdict, 'outcome' | 'records'>): boolean =>
	outcome === 'unknown' || (outcome === 'alreadySent' && records === undefined);
