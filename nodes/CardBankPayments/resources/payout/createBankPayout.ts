import type { INodeProperties } from 'n8n-workflow';
import { additionalFields, checksum, orderReference } from '../../shared/fields';
import type { Operation } from '../../shared/operation';
import { sendAmountNumber, sendText } from '../../shared/wire';

const amount: INodeProperties = {
	displayName: 'Amount',
	name: 'amount',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 2 },
	required: true,
	default: 0,
	description:
		'Amount to pay out, with at most two decimals. The answer shows the total taken from your account, with the fee.',
	routing: { send: sendAmountNumber('amount') },
};

const currency: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'options',
	required: true,
	options: [
		{ name: 'TZS', value: 'TZS' },
		{ name: 'USD', value: 'USD' },
	],
	default: 'TZS',
	description: 'Currency of your account from which the payout is made',
	routing: { send: sendText('currency') },
};

const accountNumber: INodeProperties = {
	displayName: 'Account Number',
	name: 'accountNumber',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. 0150123456789',
	description: 'Bank account number of the beneficiary. Keep it as text to keep its leading zeros.',
	routing: { send: sendText('accountNumber') },
};

const accountName: INodeProperties = {
	displayName: 'Account Name',
	name: 'accountName',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. Asha Mushi',
	description: 'Name on the bank account of the beneficiary',
	routing: { send: sendText('accountName') },
};

const bic: INodeProperties = {
	displayName: 'Bank',
	name: 'bic',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: "Bank of the beneficiary, by the BIC of the service's bank list",
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Select a bank...',
			typeOptions: { searchListMethod: 'searchBanks', searchable: true },
		},
		{
			displayName: 'By BIC',
			name: 'bic',
			type: 'string',
			placeholder: 'e.g. CORUTZTZ',
		},
	],
	routing: { send: sendText('bic') },
};

const transferType: INodeProperties = {
	displayName: 'Transfer Type',
	name: 'transferType',
	type: 'options',
	required: true,
	options: [
		{ name: 'ACH', value: 'ACH', description: 'Cleared in batches between banks' },
		{ name: 'RTGS', value: 'RTGS', description: 'Settled one by one between banks' },
	],
	default: 'ACH',
	description: 'How the money travels between the banks',
	routing: { send: sendText('transferType') },
};

const accountCurrency: INodeProperties = {
	displayName: 'Account Currency',
	name: 'accountCurrency',
	type: 'options',
	options: [{ name: 'TZS', value: 'TZS' }],
	default: 'TZS',
	description:
		'Currency in which the beneficiary receives the payout. The service takes TZS when it is left out.',
	routing: { send: sendText('accountCurrency') },
};

export const createBankPayout: Operation = {
	effect: 'payout',
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
