import { previewed } from '../commonFields';
import type { Operation } from '../operation';
import { accountName, createBankPayout } from './createBankPayout';

/** In the response, `amount` is the total, with the fee; all amounts are in major units. */
export const previewBankPayout: Operation = {
	effect: 'none',
	response: { form: 'fields', anyOf: { fee: 'amount', balance: 'amount' } },
	rows: 'preview',
	option: {
		name: 'Preview Bank Payout',
		value: 'previewBankPayout',
		action: 'Preview bank payout',
		description:
			'Show fee, total, balance and account holder of a bank payout, without paying anything',
		routing: { request: { method: 'POST', url: '/payouts/preview-bank-payout' } },
	},
	fields: createBankPayout.fields
		.filter((field) => field !== accountName)
		.map((field) => (field.name === 'orderReference' ? previewed(field) : field)),
};
