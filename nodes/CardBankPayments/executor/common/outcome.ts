import type { Effect } from '../../resources/operation';

/** How an item ended. Every item ends with exactly one of these. `notFound` is only of look-ups. */
export type Outcome =
	| 'accepted'
	| 'reversed'
	| 'rejected'
	| 'unknown'
	| 'notSent'
	| 'alreadySent'
	| 'invalid'
	| 'notFound';

/**
 * Whether the same item may simply be sent again.
 *
 * @param effect of the operation: an unknown card request moves no money and may be repeated
 */
export function isSafeToRetry(outcome: Outcome, effect: Effect): boolean {
	if (outcome === 'unknown') return effect !== 'payout';
	return outcome === 'rejected' || outcome === 'notSent' || outcome === 'invalid';
}
