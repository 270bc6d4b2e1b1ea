import type { IDataObject, INodeProperties, INodeRequestSend, PreSendAction } from 'n8n-workflow';
import { amountAsNumber, amountAsText } from './amount';
import { asReference, asText } from './text';
import { setAt, valueAt } from './valueAt';

/** Turns a parameter's value into what goes into a request; throws UserError with the reason. */
export type WireFormat = (value: unknown) => string | number;

export type FormattingAction = PreSendAction & { format: WireFormat };

/**
 * Declares where a field goes in the body or in the query, and in which format, in n8n's routing
 * vocabulary: n8n's own routing engine applies the format through `preSend`, our executor through
 * `formatOf`.
 */
export function placed(
	type: 'body' | 'query',
	property: string,
	format: WireFormat,
): INodeRequestSend {
	const apply: PreSendAction = async (request) => {
		const values = (type === 'body' ? request.body : request.qs) as IDataObject;
		setAt(values, property, format(valueAt(values, property.split('.'))));
		return request;
	};
	return { type, property, preSend: [Object.assign(apply, { format })] };
}

const inBody = (property: string, format: WireFormat) => placed('body', property, format);

/** Sends the field as text. */
export const sendText = (property: string) => inBody(property, asText);

/** Sends an order reference, as text; refuses characters that nobody sees. */
export const sendReference = (property: string) => inBody(property, asReference);

/** Sends the field as decimal text in major units, e.g. "25.00". */
export const sendAmountText = (property: string) => inBody(property, amountAsText);

/** Sends the field as a JSON number in major units, e.g. 1500.5. */
export const sendAmountNumber = (property: string) => inBody(property, amountAsNumber);

/** The format that a field was declared with. */
export function formatOf(field: INodeProperties): WireFormat {
	return (field.routing?.send?.preSend?.[0] as FormattingAction).format;
}

/** Whether the field is an amount of money. */
export function isAmount(field: INodeProperties): boolean {
	const format = formatOf(field);
	return format === amountAsText || format === amountAsNumber;
}
