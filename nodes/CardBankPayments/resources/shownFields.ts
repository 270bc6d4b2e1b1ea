import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { describeValue } from '../wire/shown';

/**
 * What a parameter holds as the builder left it, expressions as text; undefined where a workflow was
 * saved before the parameter existed.
 */
export type ReadRaw = (field: INodeProperties) => unknown;

/** Whether a field only decides which others are shown; it is part of no request. */
export function isChoice({ type, routing }: INodeProperties): boolean {
	return type !== 'collection' && routing === undefined;
}

/**
 * The fields that a run reads, requires and sends: those that the editor shows for what the builder
 * chose, without the choices themselves. A choice is the same for all items of a run.
 *
 * @param fields of one operation
 * @throws UserError where a choice is none of its list; an expression is none
 */
export function fieldsToSend(fields: INodeProperties[], readRaw: ReadRaw): INodeProperties[] {
	const chosen = new Map(
		fields.filter(isChoice).map((field) => [field.name, chosenValue(field, readRaw(field))]),
	);
	return fields.filter((field) => !isChoice(field) && isShown(field, chosen));
}

/** Whether the editor shows a field where these values are chosen. */
function isShown({ displayOptions }: INodeProperties, chosen: Map<string, unknown>): boolean {
	return Object.entries(displayOptions?.show ?? {}).every(([name, values]) =>
		values?.includes(chosen.get(name) as string),
	);
}

/** What can be chosen where a field has no list of its own. */
const YES_OR_NO = [
	{ name: 'On', value: true },
	{ name: 'Off', value: false },
];

function chosenValue(field: INodeProperties, raw: unknown): unknown {
	const value = raw ?? field.default;
	const choices = (field.options ?? YES_OR_NO) as INodePropertyOptions[];
	if (choices.some((choice) => choice.value === value)) return value;
	throw new UserError(
		`${field.displayName} is ${describeValue(value)}; choose one of ${choices.map(({ name }) => name).join(', ')}, without an expression`,
		{ description: 'Nothing was sent.' },
	);
}
