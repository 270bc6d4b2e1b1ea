import { amountAsText } from '../../wire/amount';
import { inBody } from '../../wire/field';
import { amountHint, code, requiredText } from '../commonFields';

/** In major units, e.g. "25.00"; card payments take the amount as text, payouts as a number. */
export const amount = requiredText(inBody('amount', amountAsText), {
	displayName: 'Amount',
	name: 'amount',
	placeholder: 'e.g. 25.00',
	description: 'Amount to be paid by card, with at most two decimals',
	builderHint: { propertyHint: amountHint },
});

/** The service's document names no other currency for cards. */
export const currency = code(['USD'], inBody('currency'), {
	displayName: 'Currency',
	name: 'currency',
	required: true,
	description: 'Currency of the card payment',
});
