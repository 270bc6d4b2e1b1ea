import { additionalFields, checksum, orderReference } from '../commonFields';
import type { Operation } from '../operation';
import { amount, currency } from './fields';

/**
 * Lists the card methods and their fees, `activeMethods` in the response, and starts nothing. The amount
 * goes out as decimal text in major units. Source: the service's document, kept as sandbox/openapi.yaml.
 */
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
	fields: [amount, currency, orderReference, additionalFields(checksum)],
};
