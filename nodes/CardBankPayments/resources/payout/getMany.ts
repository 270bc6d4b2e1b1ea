import { listOperation } from '../lists';
import { currency } from './fields';

/** It cannot filter by AUTHORIZED. */
export const getMany = listOperation({
	kind: 'payout',
	records: 'payouts',
	url: '/payouts/all',
	currency,
	currencyProperty: 'currency',
	statuses: ['FAILED', 'PENDING', 'PROCESSING', 'REFUNDED', 'REVERSED', 'SUCCESS'],
});
