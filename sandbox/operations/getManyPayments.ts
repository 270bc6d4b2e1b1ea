import { pageOf } from '../lists';
import type { Call } from './call';

/** Lists the payments that links ask for, page by page. */
export function getManyPayments({ state, query }: Call) {
	return pageOf(state.cardPayments.payments(state.settings), query);
}
