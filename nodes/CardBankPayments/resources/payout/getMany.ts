import { listFields, listRequest } from '../lists';
import type { Operation } from '../operation';
import { currency } from './fields';
import { simplifiedPayout } from './simplified';

/**
 * Lists payouts, oldest first. The service's document does not have it; path, filters and pages are
 * the ones that the service publishes. It cannot filter by AUTHORIZED.
 */
export const getMany: Operation = {
	effect: 'none',
	answer: { form: 'page', kind: 'payout' },
	option: {
		name: 'Get Many',
		value: 'getMany',
		action: 'Get many payouts',
		description: 'List payouts with their present status, oldest first',
		routing: listRequest('/payouts/all'),
	},
	fields: listFields({
		currency,
		currencyProperty: 'currency',
		statuses: ['FAILED', 'PENDING', 'PROCESSING', 'REFUNDED', 'REVERSED', 'SUCCESS'],
	}),
	simplified: simplifiedPayout,
};
