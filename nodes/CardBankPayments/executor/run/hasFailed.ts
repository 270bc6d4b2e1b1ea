import type { Effect } from '../../resources/operation';
import type { Result } from '../common/payment';
import type { Settings } from '../read/settings';
import { foundBefore } from '../report/madeBefore';

/**
 * Whether a result comes out as an error item. The one place that decides so.
 *
 * @param settings undefined where they cannot be read
 */
export function hasFailed(result: Result, effect: Effect, settings?: Settings): boolean {
	const { outcome } = result;
	const whenAlreadySent = settings?.whenAlreadySent;
	if (outcome === 'alreadySent' && whenAlreadySent === 'passThrough') return false;
	if (outcome === 'alreadySent' && whenAlreadySent === 'returnPayout') {
		// A record of ours must say that the payout was made and not reversed.
		return foundBefore(result, effect)?.outcome !== 'accepted';
	}
	return outcome !== 'accepted';
}
