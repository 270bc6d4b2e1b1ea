import type { Operation } from '../operation';
import { accountName, createBankPayout } from './createBankPayout';

/**
 * The response has `fee`, `amount` (the total, with the fee) and `balance` as numbers in major units, and
 * the account holder's name where the bank tells it.
 */
export const previewBankPayout: Operation = {
	effect: 'none',
	response: { form: 'fields', anyOf: { fee: 'number', balance: 'number' } },
	option: {
		name: 'Preview Bank Payout',
		value: 'previewBankPayout',
		action: 'Preview bank payout',
		description:
			'Show fee, total, balance and account holder of a bank payout, without paying anything',
		routing: { request: { method: 'POST', url: '/payouts/preview-bank-payout' } },
	},
	fields: createBankPayout.fields.filter((field) => field !== accountName),
};
