import type { INodeProperties } from 'n8n-workflow';
import { inBody } from '../wire/field';
import type { RecordKind } from '../wire/pathField';
import { asReference } from '../wire/text';
import { requiredText } from './kinds';

/** Suppliers number their own bills, so one of them needs the supplier's code before it. */
export const REFERENCE_EXAMPLES: Record<RecordKind, string> = {
	payout: 'e.g. S042INV001',
	payment: 'e.g. INV001',
};

/** The caller's own reference of a payment: the one thing that tells a repeat from a new payment. */
export const orderReference = requiredText(inBody('orderReference', asReference), {
	displayName: 'Order Reference',
	name: 'orderReference',
	placeholder: REFERENCE_EXAMPLES.payment,
	description:
		'Your own unique reference for this payment. Take it from your data, such as an invoice number: a retry then uses the same one, and nobody is paid twice. Letters and digits only: the service refuses other characters.',
	builderHint: {
		propertyHint:
			'Take it from the data, such as an invoice number, never from a random value, $now or the execution: under another reference, a retry pays again.',
	},
});

/** The field Order Reference of a preview, which starts and pays nothing. */
export const previewed = (reference: INodeProperties): INodeProperties => ({
	...reference,
	description: 'The order reference that the payment will have. A preview does not use it up.',
});

/** For builders that are machines: they know units and formats only from here. */
export const amountHint =
	'In major units with at most two decimals. Take it from the data as it is: nothing is rounded.';

/** Sent only when added; where the account has checksums enabled. */
const checksum: INodeProperties = {
	displayName: 'Checksum',
	name: 'checksum',
	type: 'string',
	default: '',
	description:
		'Checksum of the request that you computed yourself. Leave it out when the credential computes checksums.',
	routing: { send: inBody('checksum') },
};

/** The collection of optional body fields, Checksum last; each is sent only when the builder adds it. */
export const additionalFields = (...others: INodeProperties[]): INodeProperties => ({
	displayName: 'Additional Fields',
	name: 'additionalFields',
	type: 'collection',
	placeholder: 'Add Field',
	default: {},
	options: [...others, checksum],
});
