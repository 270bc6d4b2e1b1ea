import { pageOf } from '../lists';
import { listedPayout } from '../payouts';
import type { Call } from './call';

/** Lists payouts, page by page. */
export function getManyPayouts({ state, query }: Call) {
	return pageOf(state.payouts.list(state.settings).map(listedPayout), query);
}
