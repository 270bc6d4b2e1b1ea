import type { INodeProperties, INodePropertyOptions, INodeRequestSend } from 'n8n-workflow';

/** A field without its type and default, which the functions below add. */
export type Field = Omit<INodeProperties, 'type' | 'default'>;

/** A text that every item needs. */
export const requiredText = (send: INodeRequestSend, field: Field): INodeProperties => ({
	...field,
	type: 'string',
	required: true,
	default: '',
	routing: { send },
});

/** A choice. The first is the default, so the safest stands there. */
export const oneOf = (...options: INodePropertyOptions[]) =>
	({ type: 'options', options, default: String(options[0]?.value) }) as const;

/** A number, usually the smallest. */
export const atLeast = (minValue: number, usually = minValue) =>
	({ type: 'number', typeOptions: { minValue }, default: usually }) as const;

/** One of the service's own codes. */
export const code = (codes: string[], send: INodeRequestSend, field: Field): INodeProperties => ({
	...field,
	...oneOf(...codes.map((value) => ({ name: value, value }))),
	routing: { send },
});
