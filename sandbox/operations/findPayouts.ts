import { Refusal } from '../refusal';
import type { Call } from './call';

/** Looks up the payouts made under an order reference. */
export function findPayouts({ state, params }: Call) {
	const orderReference = params.orderReference ?? '';
	const payouts = state.payouts.find(orderReference, state.settings);
	if (payouts.length === 0) {
		throw new Refusal(404, `No payout was made under the order reference "${orderReference}"`);
	}
	return payouts;
}
