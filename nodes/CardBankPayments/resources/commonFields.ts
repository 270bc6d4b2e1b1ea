import type { INodeProperties } from 'n8n-workflow';
import { inBody } from '../wire/field';
import { inPath, type PathSetting } from '../wire/pathField';
import { asReference } from '../wire/text';

/** A text that every item needs; it goes into the body under its own name, unless it says where else. */
export const requiredText = (
	field: Omit<INodeProperties, 'type' | 'default'>,
	send = inBody(field.name),
): INodeProperties => ({
	...field,
	type: 'string',
	required: true,
	default: '',
	routing: { send },
});

/** The caller's own reference of a payment: the one thing that tells a repeat from a new payment. */
export const orderReference = requiredText(
	{
		displayName: 'Order Reference',
		name: 'orderReference',
		placeholder: 'e.g. INV7718',
		description:
			'Your own unique reference for this payment. Take it from your data, such as an invoice number: a retry then uses the same one, and nobody is paid twice. Letters and digits only: some services refuse other characters.',
		builderHint: {
			propertyHint:
				'Take it from the data, such as an invoice number, never from a random value, $now or the execution: under another reference, a retry pays again.',
		},
	},
	inBody('orderReference', asReference),
);

/** For builders that are machines: they know units and formats only from here. */
export const amountHint =
	'In major units with at most two decimals. Take it from the data as it is: nothing is rounded.';

/** The reference under which a payment was sent, to look it up at the credential's path. */
export const sentReference = (setting: PathSetting): INodeProperties => ({
	...orderReference,
	description: 'The order reference under which it was sent, in exactly the same spelling',
	builderHint: { propertyHint: 'Take it from the same data as the node that sent the payment.' },
	routing: { send: inPath(setting) },
});

/** Sent only when added; where the account has checksums enabled. */
export const checksum: INodeProperties = {
	displayName: 'Checksum',
	name: 'checksum',
	type: 'string',
	default: '',
	description:
		'Checksum of the payload that you computed yourself. Leave it out when the credential computes checksums.',
	routing: { send: inBody('checksum') },
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
