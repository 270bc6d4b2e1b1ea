import { additionalFields, orderReference, previewed } from '../commonFields';
import type { Operation } from '../operation';
import { amount, currency } from './initiate';

/** Starts nothing; the card methods and their fees are `activeMethods` in the response. */
export const preview: Operation = {
	effect: 'none',
	response: { form: 'fields', anyOf: { activeMethods: 'list' } },
	option: {
		name: 'Preview',
		value: 'preview',
		action: 'Preview card payment',
		description: 'List the active card payment methods and their fees, without starting a payment',
		routing: { request: { method: 'POST', url: '/payments/preview-card-payment' } },
	},
	fields: [amount, currency, previewed(orderReference), additionalFields()],
};
