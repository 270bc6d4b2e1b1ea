import type { IDataObject, INodeProperties, INodeRequestSend, PreSendAction } from 'n8n-workflow';
import { amountAsNumber, amountAsText } from './amount';
import { asReference, asText } from './text';

/** Turns a parameter's value into what goes into the JSON body; throws UserError with the reason. */
export type WireFormat = (value: unknown) => string | number;

export type FormattingAction = PreSendAction & { format: WireFormat };

/**
 * Sets a value in a body by a property path with dots, e.g. `customer.id`.
 *
 * @param body is changed in place
 */
export function setInBody(body: IDataObject, path: string, value: string | number): void {
	const keys = path.split('.');
	const last = keys.pop() as string;
	let parent = body;
	for (const key of keys) parent = (parent[key] ??= {}) as IDataObject;
	parent[last] = value;
}

function getFromBody(body: IDataObject, path: string): unknown {
	return path.split('.').reduce<unknown>((value, key) => (value as IDataObject)[key], body);
}

/**
 * Declares where a field goes in the body and in which format, in n8n's routing vocabulary: n8n's
 * own routing engine applies the format through `preSend`, our executor through `formatOf`.
 */
function inBody(property: string, format: WireFormat): INodeRequestSend {
	const apply: PreSendAction = async (request) => {
		const body = request.body as IDataObject;
		setInBody(body, property, format(getFromBody(body, property)));
		return request;
	};
	return { type: 'body', property, preSend: [Object.assign(apply, { format })] };
}

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
