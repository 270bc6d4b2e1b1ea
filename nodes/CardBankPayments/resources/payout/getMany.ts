import { inQuery } from '../../wire/field';
import { listOperation } from '../lists';
import { currency } from './createBankPayout';

/** It cannot filter by AUTHORIZED. */
export const getMany = listOperation({
	kind: 'payout',
	records: 'payouts',
	url: '/payouts/all',
	currency: { ...currency, routing: { send: inQuery('currency') } },
	statuses: ['FAILED', 'PENDING', 'PROCESSING', 'REFUNDED', 'REVERSED', 'SUCCESS'],
});
