import { inQuery } from '../../wire/field';
import { listOperation } from '../lists';
import { currency } from './initiate';

/** It cannot filter by ON-HOLD. */
export const getMany = listOperation({
	kind: 'payment',
	records: 'card payments',
	url: '/payments/all',
	currency: { ...currency, routing: { send: inQuery('collectedCurrency') } },
	statuses: ['FAILED', 'PENDING', 'PROCESSING', 'SETTLED', 'SUCCESS'],
});
