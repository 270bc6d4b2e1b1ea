import { inQuery } from '../../wire/field';
import { listOperation } from '../lists';
import { currency } from './initiate';

export const getMany = listOperation({
	kind: 'payment',
	records: 'card payments',
	url: '/payments/all',
	currency: { ...currency, routing: { send: inQuery('collectedCurrency') } },
	statuses: ['FAILED', 'PENDING', 'PROCESSING', 'SETTLED', 'SUCCESS'],
	notFiltered: 'ON-HOLD',
});
