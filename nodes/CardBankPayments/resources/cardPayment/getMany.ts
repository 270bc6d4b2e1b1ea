import { listOperation } from '../lists';
import { currency } from './fields';

/** It cannot filter by ON-HOLD. */
export const getMany = listOperation({
	kind: 'payment',
	records: 'card payments',
	url: '/payments/all',
	currency,
	currencyProperty: 'collectedCurrency',
	statuses: ['FAILED', 'PENDING', 'PROCESSING', 'SETTLED', 'SUCCESS'],
});
