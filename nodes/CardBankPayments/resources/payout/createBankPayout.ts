import type { INodeProperties } from 'n8n-workflow';
import { amountAs } from '../../wire/amount';
import { inBody } from '../../wire/field';
import { additionalFields, amountHint, orderReference } from '../commonFields';
import { atLeast, code, oneOf, requiredText } from '../kinds';
import type { Operation } from '../operation';

/** In major units of the currency; payouts take the amount as a number, card payments as text. */
const amount: INodeProperties = {
	displayName: 'Amount',
	name: 'amount',
	...atLeast(0),
	// No numberPrecision: the editor would round what is typed, and an amount is never rounded.
	required: true,
	description:
		'Amount to pay out, with at most two decimals. The response shows the total taken from your account, with the fee.',
	builderHint: { propertyHint: amountHint },
	routing: { send: inBody('amount', amountAs(Number)) },
};

export const currency = code(['TZS', 'USD'], inBody('currency'), {
	displayName: 'Currency',
	name: 'currency',
	required: true,
	description: 'Currency of your account from which the payout is made',
});

/** Text, so that leading zeros stay; whole numbers are taken where JavaScript holds them exactly. */
export const accountNumber = requiredText(inBody('accountNumber'), {
	displayName: 'Account Number',
	name: 'accountNumber',
	placeholder: 'e.g. 0150123456789',
	description: 'Bank account number of the beneficiary. Keep it as text to keep its leading zeros.',
});

export const accountName = requiredText(inBody('accountName'), {
	displayName: 'Account Name',
	name: 'accountName',
	placeholder: 'e.g. Asha Mushi',
	description: 'Name on the bank account of the beneficiary',
});

/** The list comes from the credential's Banks Path; the BIC goes out, however it was chosen. */
export const bic: INodeProperties = {
	displayName: 'Bank',
	name: 'bic',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		'Bank of the beneficiary. From List shows the banks of the service; By BIC takes the code of the bank, such as one from your data.',
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a bank...',
			typeOptions: { searchListMethod: 'searchBanks', searchable: true },
		},
		{ displayName: 'By BIC', name: 'bic', type: 'string', placeholder: 'e.g. CORUTZTZ' },
	],
	routing: { send: inBody('bic') },
};

const transferType: INodeProperties = {
	displayName: 'Transfer Type',
	name: 'transferType',
	required: true,
	...oneOf(
		{ name: 'ACH', value: 'ACH', description: 'Cleared in batches between banks' },
		{ name: 'RTGS', value: 'RTGS', description: 'Settled one by one between banks' },
	),
	description: 'How the money travels between the banks',
	routing: { send: inBody('transferType') },
};

/** Optional; the service's document names no other currency for the beneficiary. */
const accountCurrency = code(['TZS'], inBody('accountCurrency'), {
	displayName: 'Account Currency',
	name: 'accountCurrency',
	description:
		'Currency in which the beneficiary receives the payout. The service takes TZS when it is left out.',
});

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
		additionalFields(accountCurrency),
	],
};
