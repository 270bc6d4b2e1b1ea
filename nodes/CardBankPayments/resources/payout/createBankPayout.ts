import { additionalFields, checksum, orderReference } from '../commonFields';
import type { Operation } from '../operation';
import {
	accountCurrency,
	accountName,
	accountNumber,
	amount,
	bic,
	currency,
	transferType,
} from './fields';

/** The response is the payout with its fee, its status and, where the currencies differ, the exchange. */
export const createBankPayout: Operation = {
	effect: 'payout',
	response: { form: 'record', kind: 'payout' },
	option: {
		name: 'Create Bank Payout',
		value: 'createBankPayout',
		action: 'Create bank payout',
		description: 'Pay money from your account to the bank account of a beneficiary',
		routing: { request: { method: 'POST', url: '/payouts/create-bank-payout' } },
	},
	fields: [
		amount,
		currency,
		orderReference,
		accountNumber,
		accountName,
		bic,
		transferType,
		additionalFields(accountCurrency, checksum),
	],
};
