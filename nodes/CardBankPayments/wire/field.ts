import type { INodeProperties, INodeRequestSend } from 'n8n-workflow';
import { asReference, asText } from './text';

/** Turns a parameter's value into what goes into a request; throws UserError with the reason. */
export type WireFormat = (value: unknown) => string | number;

/** How a field is sent: where to, as n8n's routing says it, and in which format, for which that has no word. */
type Sent = INodeRequestSend & { format: WireFormat };

const placed =
	(type: 'body' | 'query') =>
	(property: string, format: WireFormat = asText): Sent => ({ type, property, format });

export const inBody = placed('body');

export const inQuery = placed('query');

/** Into the path, whose place for the order reference the credential names. */
export const inPath: Sent = { format: asReference };

export function sendOf({ routing }: INodeProperties): Sent {
	return (routing as { send: Sent }).send;
}
