import type { INodeProperties } from 'n8n-workflow';
import { additionalFields, checksum, orderReference } from '../../shared/fields';
import type { Operation } from '../../shared/operation';
import { sendText } from '../../shared/wire';
import { amount, currency } from './fields';

const customerId: INodeProperties = {
	displayName: 'Customer ID',
	name: 'customerId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. CUST-1001',
	description: 'Your identifier of the customer who pays',
	routing: { send: sendText('customer.id') },
};

/**
 * Makes a payment link, `cardPaymentLink` in the answer. The amount goes out as decimal text in major
 * units, e.g. "25.00". Source: the service's document, kept as sandbox/openapi.yaml.
 */
export const initiate: Operation = {
	effect: 'paymentLink',
	option: {
		name: 'Initiate',
		value: 'initiate',
		action: 'Initiate card payment',
		description: 'Get a link at which the payer completes the card payment',
		routing: { request: { method: 'POST', url: '/payments/initiate-card-payment' } },
	},
	fields: [amount, currency, orderReference, customerId, additionalFields(checksum)],
};
