import { foundPayout } from '../payouts';
import { missingRecord } from '../references';
import type { Call } from './call';

/** Looks up the payouts made under an order reference. */
export function getPayout({ state, params }: Call) {
	const orderReference = params.orderReference ?? '';
	const payouts = state.payouts.find(orderReference, state.settings);
	if (payouts.length === 0) throw missingRecord('payout', orderReference);
	return payouts.map(foundPayout);
}
