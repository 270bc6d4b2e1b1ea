import { PATHS } from '../../wire/pathField';
import { sentReference } from '../commonFields';
import type { Operation } from '../operation';

/** A list of the payments under an order reference, and 404 where the service knows none. */
export const get: Operation = {
	effect: 'none',
	response: { form: 'records', kind: 'payment' },
	option: {
		name: 'Get',
		value: 'get',
		action: 'Get card payment',
		description: 'Look up whether a payment link was paid, by its order reference',
		routing: { request: { method: 'GET', url: PATHS.payment.default } },
	},
	fields: [sentReference('payment')],
};
