import { additionalFields, checksum, orderReference } from '../commonFields';
import type { Operation } from '../operation';
import { customerFields } from './customer';
import { amount, currency } from './fields';

/** Makes a payment link: `cardPaymentLink` in the response. */
export const initiate: Operation = {
	effect: 'paymentLink',
	response: { form: 'fields', anyOf: { cardPaymentLink: 'text' } },
	option: {
		name: 'Initiate',
		value: 'initiate',
		action: 'Initiate card payment',
		description: 'Get a link at which the payer completes the card payment',
		routing: { request: { method: 'POST', url: '/payments/initiate-card-payment' } },
	},
	fields: [amount, currency, orderReference, ...customerFields, additionalFields(checksum)],
};
