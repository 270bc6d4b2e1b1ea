import { inQuery } from '../../wire/field';
import { endDate, startDate } from '../lists';
import type { Operation } from '../operation';
import { currency } from '../payout/createBankPayout';

/** An item for each transaction, each with the totals and balances of the whole as `account`. */
export const getStatement: Operation = {
	effect: 'none',
	response: {
		form: 'items',
		name: 'a statement',
		key: 'transactions',
		each: { amount: 'amount' },
		whole: { key: 'accountDetails', as: 'account' },
	},
	simplified: [
		'date',
		'type',
		'entry',
		'amount',
		'currency',
		'account.currency',
		'balance',
		'orderReference',
		'description',
		'account.openingBalance',
		'account.closingBalance',
	],
	option: {
		name: 'Get Statement',
		value: 'getStatement',
		action: 'Get statement',
		description: 'List what came into your account and what went out, in one currency',
		routing: { request: { method: 'GET', url: '/account/statement' } },
	},
	fields: [
		{
			...currency,
			displayName: 'Currency',
			description: 'Currency of the statement',
			routing: { send: inQuery('currency') },
		},
		startDate(
			"The first day of the statement, in the service's time zone; all days when it is empty",
		),
		endDate(
			"The last day of the statement, in the service's time zone; until now when it is empty",
		),
	],
};
