import { notFound } from '../../sentences/notFound';
import type { Operation } from '../operation';

/** An item for each currency: `{ currency, balance }`, the balance in major units. */
export const getBalance: Operation = {
	effect: 'none',
	response: {
		form: 'items',
		name: 'a list of balances',
		key: 'balances',
		each: { currency: 'text', balance: 'amount' },
		notFound: {
			sentence: 'No balance account is linked to this merchant yet',
			...notFound.balance,
			cause: 'account',
		},
	},
	simplified: ['currency', 'balance'],
	option: {
		name: 'Get Balance',
		value: 'getBalance',
		action: 'Get balance',
		description: 'Show how much money your account has, in each currency',
		routing: { request: { method: 'GET', url: '/account/balance' } },
	},
	fields: [],
};
