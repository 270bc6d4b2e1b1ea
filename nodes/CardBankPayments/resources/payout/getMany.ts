import { listOperation } from '../lists';
import { currency } from './createBankPayout';

/** It cannot filter by AUTHORIZED. */
export const getMany = listOperation({
	kind: 'payout',
	records: 'payouts',
	url: '/payouts/all',
	currency,
	currencyKey: 'currency',
	statuses: ['FAILED', 'PENDING', 'PROCESSING', 'REFUNDED', 'REVERSED', 'SUCCESS'],
});
