import type { IDataObject, INodeProperties, INodeRequestSend, PreSendAction } from 'n8n-workflow';
import { asText } from './text';
import { setAt, valueAt } from './valueAt';

/** Turns a parameter's value into what goes into a request; throws UserError with the reason. */
export type WireFormat = (value: unknown) => string | number;

/**
 * Declares the format in n8n's routing vocabulary: n8n's own routing engine applies it through `preSend`,
 * our executor through `formatOf`.
 */
export const formatted = (format: WireFormat, apply: PreSendAction): INodeRequestSend => ({
	preSend: [Object.assign(apply, { format })],
});

const placed =
	(type: 'body' | 'query') =>
	(property: string, format: WireFormat = asText): INodeRequestSend => {
		const send = formatted(format, async (request) => {
			const values = (type === 'body' ? request.body : request.qs) as IDataObject;
			const value = valueAt(values, property.split('.'));
			// Only a field that may be left empty gets here without a value: the editor requires the others.
			if (value === '') delete values[property];
			else setAt(values, property, format(value));
			return request;
		});
		return { type, property, ...send };
	};

export const inBody = placed('body');

export const inQuery = placed('query');

/** How a field is sent. */
type Sent = INodeRequestSend & { preSend: [PreSendAction & { format: WireFormat }] };

/** Where a field goes that is sent, and in which format. */
export function sendOf({ routing }: INodeProperties): Sent {
	return (routing as { send: Sent }).send;
}

export function formatOf(field: INodeProperties): WireFormat {
	return sendOf(field).preSend[0].format;
}
