import { missingRecord } from '../references';
import type { Call } from './call';

/** Looks up the payments asked for under an order reference. */
export function getPayment({ state, params }: Call) {
	const orderReference = params.orderReference ?? '';
	const payments = state.cardPayments.find(orderReference, state.settings);
	if (payments.length === 0) throw missingRecord('payment', orderReference);
	return payments;
}
