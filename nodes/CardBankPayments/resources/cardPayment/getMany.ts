import { listFields, listRequest } from '../lists';
import type { Operation } from '../operation';
import { currency } from './fields';
import { simplifiedPayment } from './simplified';

/**
 * Lists the payments that links ask for, oldest first. The service's document does not have it; path,
 * filters and pages are the ones that the service publishes. It cannot filter by ON-HOLD.
 */
export const getMany: Operation = {
	effect: 'none',
	answer: { form: 'page', kind: 'payment' },
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many card payments',
		description: 'List card payments with their present status, oldest first',
		routing: listRequest('/payments/all'),
	},
	fields: listFields({
		currency,
		currencyProperty: 'collectedCurrency',
		statuses: ['FAILED', 'PENDING', 'PROCESSING', 'SETTLED', 'SUCCESS'],
	}),
	simplified: simplifiedPayment,
};
