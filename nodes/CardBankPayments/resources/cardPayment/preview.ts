import { additionalFields, checksum, orderReference } from '../../shared/fields';
import type { Operation } from '../../shared/operation';
import { amount, currency } from './fields';

export const preview: Operation = {
	effect: 'none',
	option: {
		name: 'Preview',
		value: 'preview',
		action: 'Preview card payment',
		description: 'List the active card payment methods and their fees, without starting a payment',
		routing: { request: { method: 'POST', url: '/payments/preview-card-payment' } },
	},
	fields: [amount, currency, orderReference, additionalFields(checksum)],
};
