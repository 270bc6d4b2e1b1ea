import { notFound } from '../../sentences/notFound';
import type { Operation } from '../operation';
import { accountNumber, bic } from './createBankPayout';

/** The name is `accountName` in the response; 404 with this sentence where there is none, though there may be an account. */
export const verifyBankAccount: Operation = {
	effect: 'none',
	response: {
		form: 'fields',
		anyOf: { accountName: 'text' },
		notFound: {
			sentence: 'Account not found',
			...notFound.accountName,
		},
	},
	option: {
		name: 'Verify Bank Account',
		value: 'verifyBankAccount',
		action: 'Verify bank account',
		description: 'Show the name of the holder of a bank account, where the bank tells it',
		routing: { request: { method: 'POST', url: '/payouts/verify-bank-account' } },
	},
	fields: [accountNumber, bic],
};
