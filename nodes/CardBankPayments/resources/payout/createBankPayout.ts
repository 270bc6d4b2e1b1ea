import type { INodeProperties } from 'n8n-workflow';
import { amountAs } from '../../wire/amount';
import { inBody } from '../../wire/field';
import { asBic, asName, asNumberText } from '../../wire/text';
import { additionalFields, amountHint, orderReference, REFERENCE_EXAMPLES } from '../commonFields';
import { code, oneOf, requiredText } from '../kinds';
import type { Operation } from '../operation';
import { simplifiedRecord } from '../simplified';

/**
 * Text, as it was typed: a number field of the editor makes 150 of 150.000 and 16 of 1e6, and a turn of
 * the mouse wheel changes it. It goes out as a number.
 */
const amount = requiredText(inBody('amount', amountAs(Number)), {
	displayName: 'Amount',
	name: 'amount',
	placeholder: 'e.g. 150000',
	description:
		'In the currency you pay from, without the fee: shillings or dollars, not cents, such as 1500 or 1500.50. Preview Bank Payout shows the fee, the total and what arrives.',
	builderHint: { propertyHint: amountHint },
});

export const currency = code(['TZS', 'USD'], inBody('currency'), {
	displayName: 'Pay From',
	name: 'currency',
	required: true,
	description: 'Your account to pay from, by its currency, in which Amount is',
});

/** Suppliers number their own bills, and a salary comes every month: either alone is no reference. */
const payoutReference: INodeProperties = {
	...orderReference,
	placeholder: REFERENCE_EXAMPLES.payout,
	description:
		'Your own unique reference: for a bill, supplier code and bill number; for a salary, month and employee number, such as SAL202612E017. Take it from your data: a retry then uses the same one, and nobody is paid twice. Letters and digits only: the service refuses other characters.',
	builderHint: {
		propertyHint:
			'Take it from the data: supplier code and bill number, or month and employee number, never a random value, $now or the execution. Under another reference, a retry pays again.',
	},
};

/** Text, so that leading zeros stay; whole numbers are taken where JavaScript holds them exactly. */
export const accountNumber = requiredText(inBody('accountNumber', asNumberText), {
	displayName: 'Account Number',
	name: 'accountNumber',
	placeholder: 'e.g. 0150123456789',
	description: 'Bank account number of the beneficiary. Keep it as text to keep its leading zeros.',
});

export const accountName = requiredText(inBody('accountName', asName), {
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
	routing: { send: inBody('bic', asBic) },
};

const transferType: INodeProperties = {
	displayName: 'Transfer Type',
	name: 'transferType',
	required: true,
	...oneOf(
		{
			name: 'ACH',
			value: 'ACH',
			description: 'Also called EFT: 2,500 to 20,000,000 TZS, in 1 to 3 bank days',
		},
		{
			name: 'RTGS',
			value: 'RTGS',
			description: 'Also called TISS: from 11,900 TZS, for more than 20,000,000 TZS, and for USD',
		},
	),
	description: 'How the money travels between the banks. The service may choose itself.',
	routing: { send: inBody('transferType') },
};

/** Optional; the service's document names no other currency for the beneficiary. */
const accountCurrency = code(['TZS'], inBody('accountCurrency'), {
	displayName: 'Beneficiary Receives',
	name: 'accountCurrency',
	description:
		'Currency that arrives at the beneficiary. The service takes TZS, also when it is left out.',
});

/** The response is the payout with its fee, its status and, where the currencies differ, the exchange. */
export const createBankPayout: Operation = {
	effect: 'payout',
	response: { form: 'record' },
	simplified: simplifiedRecord.payout,
	rows: 'payout',
	notice:
		'This pays real money. Set Maximum Amount, Maximum Total and Maximum per Day in Options, and try a row with Preview Bank Payout first.',
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
		payoutReference,
		accountNumber,
		accountName,
		bic,
		transferType,
		additionalFields(accountCurrency),
	],
};
