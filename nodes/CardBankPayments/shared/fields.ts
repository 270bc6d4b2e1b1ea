import type { INodeProperties } from 'n8n-workflow';
import { sendText } from './wire';

/** The caller's own reference of a payment: the one thing that tells a repeat from a new payment. */
export const orderReference: INodeProperties = {
	displayName: 'Order Reference',
	name: 'orderReference',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. INV-204',
	description:
		'Your own unique reference of this payment. Take it from your data (an invoice number, say), so that running the workflow again uses the same reference and nobody is paid twice.',
	routing: { send: sendText('orderReference') },
};

/** Sent only when added; where the account has checksums enabled. */
export const checksum: INodeProperties = {
	displayName: 'Checksum',
	name: 'checksum',
	type: 'string',
	default: '',
	description:
		'Checksum of the payload that you computed yourself. Leave it out when the credential computes checksums.',
	routing: { send: sendText('checksum') },
};

/** The collection of optional body fields; each is sent only when the builder adds it. */
export const additionalFields = (...options: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options,
});
