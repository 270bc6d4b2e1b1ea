import type { INodeProperties } from 'n8n-workflow';
import { amountAsText } from '../../wire/amount';
import { inBody } from '../../wire/field';
import { amountHint, requiredText } from '../commonFields';

/** In major units, e.g. "25.00"; card payments take the amount as text, payouts as a number. */
export const amount = requiredText(
	{
		displayName: 'Amount',
		name: 'amount',
		placeholder: 'e.g. 25.00',
		description: 'Amount to be paid by card, with at most two decimals',
		builderHint: { propertyHint: amountHint },
	},
	inBody('amount', amountAsText),
);

/** The service's document names no other currency for cards. */
export const currency: INodeProperties = {
	displayName: 'Currency',
	name: 'currency',
	type: 'options',
	required: true,
	options: [{ name: 'USD', value: 'USD' }],
	default: 'USD',
	description: 'Currency of the card payment',
	routing: { send: inBody('currency') },
};

/** What Simplify keeps of a card payment. */
export const simplifiedPayment = [
	'id',
	'orderReference',
	'status',
	'paymentReference',
	'collectedAmount',
	'collectedCurrency',
	'message',
] as const;
