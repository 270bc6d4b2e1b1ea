import type { INodeProperties } from 'n8n-workflow';
import { amountAs } from '../../wire/amount';
import { inBody } from '../../wire/field';
import { asIdentifier, asName, asNumberText } from '../../wire/text';
import { additionalFields, amountHint, orderReference } from '../commonFields';
import { code, oneOf, requiredText } from '../kinds';
import type { Operation } from '../operation';

/** In major units, e.g. "25.00", and sent as text. */
export const amount = requiredText(inBody('amount', amountAs(String)), {
	displayName: 'Amount',
	name: 'amount',
	placeholder: 'e.g. 25.00',
	description: 'Amount to be paid by card, in dollars and not cents, such as 25 or 25.50',
	builderHint: { propertyHint: amountHint },
});

/** The service's document names no other currency for cards. */
export const currency = code(['USD'], inBody('currency'), {
	displayName: 'Currency',
	name: 'currency',
	required: true,
	description: 'Currency of the card payment',
});

/**
 * By an ID, as in the service's document, or by the details that its public documentation adds: one or
 * the other, and of the details all three. Workflows without it use the ID.
 */
const customer: INodeProperties = {
	displayName: 'Customer',
	name: 'customer',
	noDataExpression: true,
	...oneOf(
		{ name: 'Customer ID', value: 'id', description: 'The customer has an identifier of yours' },
		{
			name: 'Customer Details',
			value: 'details',
			description: 'Only name, email address and phone number are known, say from a form',
		},
	),
	description: 'How to say who pays: Customer Details, where the customer has no ID of yours',
};

const detailsShown: INodeProperties['displayOptions'] = { show: { customer: ['details'] } };

const customerFields: INodeProperties[] = [
	customer,
	requiredText(inBody('customer.id', asIdentifier), {
		displayName: 'Customer ID',
		name: 'customerId',
		placeholder: 'e.g. CUST1001',
		displayOptions: { show: { customer: ['id'] } },
		description: 'Your identifier of the customer who pays',
	}),
	requiredText(inBody('customer.fullName', asName), {
		displayName: 'Full Name',
		name: 'customerFullName',
		placeholder: 'e.g. Asha Mushi',
		displayOptions: detailsShown,
		description: 'Name of the customer who pays, as it stands on the card',
	}),
	requiredText(inBody('customer.email'), {
		displayName: 'Email',
		name: 'customerEmail',
		placeholder: 'e.g. asha@example.com',
		displayOptions: detailsShown,
		description: 'Email address of the customer who pays',
	}),
	requiredText(inBody('customer.phoneNumber', asNumberText), {
		displayName: 'Phone Number',
		name: 'customerPhoneNumber',
		placeholder: 'e.g. 255712345678',
		displayOptions: detailsShown,
		description:
			'Phone number of the customer who pays, with the country code instead of a leading 0',
	}),
];

/** Makes a payment link: `cardPaymentLink` in the response. */
export const initiate: Operation = {
	effect: 'paymentLink',
	response: { form: 'fields', anyOf: { cardPaymentLink: 'link' } },
	rows: 'link',
	option: {
		name: 'Initiate',
		value: 'initiate',
		action: 'Initiate card payment',
		description: 'Get a link at which the payer completes the card payment',
		routing: { request: { method: 'POST', url: '/payments/initiate-card-payment' } },
	},
	fields: [amount, currency, orderReference, ...customerFields, additionalFields()],
};
