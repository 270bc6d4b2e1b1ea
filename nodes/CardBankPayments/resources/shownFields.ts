import type { INodeParameters, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { NodeHelpers, UserError } from 'n8n-workflow';
import { values } from '../sentences/values';
import { describeValue } from '../wire/shown';

/** Whether a field only decides which others are shown. */
export function isChoice({ type, routing }: INodeProperties): boolean {
	return type !== 'collection' && routing === undefined;
}

/**
 * The fields that a run reads, requires and sends: those that the editor shows for what the builder
 * chose, without the choices themselves. A choice is the same for all items of a run.
 *
 * @param readRaw what a parameter holds as the builder left it, expressions as text; undefined where a
 * workflow was saved before the parameter existed
 * @throws UserError where a choice is none of its list; an expression is none
 */
export function fieldsToSend(
	fields: INodeProperties[],
	readRaw: (field: INodeProperties) => unknown,
): INodeProperties[] {
	const chosen = Object.fromEntries(
		fields.filter(isChoice).map((field) => [field.name, chosenValue(field, readRaw(field))]),
	) as INodeParameters;
	return fields.filter(
		(field) => !isChoice(field) && NodeHelpers.displayParameter(chosen, field, null, null),
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
	const names = choices.map(({ name }) => name).join(', ');
	const says = values.fixedChoice({ value: describeValue(value), choices: names });
	throw new UserError(`${field.displayName} ${says}`);
}
