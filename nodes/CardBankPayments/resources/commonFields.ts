import type { INodeProperties, INodeRequestSend } from 'n8n-workflow';
import { inBody } from '../wire/field';
import { inPath, type RecordKind } from '../wire/pathField';
import { asReference } from '../wire/text';

/** A field without what its kind decides. */
export type Field = Omit<INodeProperties, 'type' | 'default'>;

/** A text that every item needs. */
export const requiredText = (send: INodeRequestSend, field: Field): INodeProperties => ({
	...field,
	type: 'string',
	required: true,
	default: '',
	routing: { send },
});

/** One of the service's own codes, by default the first. */
export const code = (codes: string[], send: INodeRequestSend, field: Field): INodeProperties => ({
	...field,
	type: 'options',
	options: codes.map((value) => ({ name: value, value })),
	default: codes[0] ?? '',
	routing: { send },
});

/** The caller's own reference of a payment: the one thing that tells a repeat from a new payment. */
export const orderReference = requiredText(inBody('orderReference', asReference), {
	displayName: 'Order Reference',
	name: 'orderReference',
	placeholder: 'e.g. INV7718',
	description:
		'Your own unique reference for this payment. Take it from your data, such as an invoice number: a retry then uses the same one, and nobody is paid twice. Letters and digits only: some services refuse other characters.',
	builderHint: {
		propertyHint:
			'Take it from the data, such as an invoice number, never from a random value, $now or the execution: under another reference, a retry pays again.',
	},
});

/** For builders that are machines: they know units and formats only from here. */
export const amountHint =
	'In major units with at most two decimals. Take it from the data as it is: nothing is rounded.';

/** The reference under which a payment was sent, to look it up at the credential's path. */
export const sentReference = (kind: RecordKind): INodeProperties => ({
	...orderReference,
	description: 'The order reference under which it was sent, in exactly the same spelling',
	builderHint: { propertyHint: 'Take it from the same data as the node that sent the payment.' },
	routing: { send: inPath(kind) },
});

/** Sent only when added; where the account has checksums enabled. */
const checksum: INodeProperties = {
	displayName: 'Checksum',
	name: 'checksum',
	type: 'string',
	default: '',
	description:
		'Checksum of the payload that you computed yourself. Leave it out when the credential computes checksums.',
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
