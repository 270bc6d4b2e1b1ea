import type { CardPaymentOrder } from '../cardPayments';
import type { Call } from './call';

/** Makes a payment link that leads to the sandbox's own payment page. */
export function initiateCardPayment({ state, origin, body }: Call) {
	const { settings } = state;
	const payment = state.cardPayments.initiate(body as CardPaymentOrder, origin, settings);
	return { cardPaymentLink: payment.cardPaymentLink, clientId: settings.clientId };
}
