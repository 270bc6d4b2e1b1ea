import { additionalFields, checksum, orderReference } from '../commonFields';
import type { Operation } from '../operation';
import { accountCurrency, accountNumber, amount, bic, currency, transferType } from './fields';

/**
 * Says what a payout would cost, and pays nothing: `fee`, `amount` (the total, with the fee) and
 * `balance` as numbers in major units, and the account holder's name where the bank tells it. The
 * service's document does not have it; path and fields are the ones that the service publishes.
 */
export const previewBankPayout: Operation = {
	effect: 'none',
	answer: { form: 'fields', anyOf: { fee: 'number', balance: 'number' } },
	option: {
		name: 'Preview Bank Payout',
		value: 'previewBankPayout',
		action: 'Preview bank payout',
		description:
			'Show fee, total, balance and account holder of a bank payout, without paying anything',
		routing: { request: { method: 'POST', url: '/payouts/preview-bank-payout' } },
	},
	fields: [
		amount,
		currency,
		orderReference,
		accountNumber,
		bic,
		transferType,
		additionalFields(accountCurrency, checksum),
	],
};
