import { inQuery } from '../../wire/field';
import { listOperation } from '../lists';
import { currency } from './createBankPayout';

export const getMany = listOperation({
	kind: 'payout',
	records: 'payouts',
	url: '/payouts/all',
	currency: { ...currency, displayName: 'Currency', routing: { send: inQuery('currency') } },
	statuses: ['FAILED', 'PENDING', 'PROCESSING', 'REFUNDED', 'REVERSED', 'SUCCESS'],
	notFiltered: 'AUTHORIZED',
});
