import type { IExecuteFunctions } from 'n8n-workflow';
import { resources } from '../../resources';
import type { Operation } from '../../resources/operation';
import { fieldsToSend, isChoice } from '../../resources/shownFields';
import { describeValue } from '../../wire/shown';
import { operationError } from '../common/operationError';

/** @throws NodeOperationError where the builder chose none that there is */
export function chosenOperation(context: IExecuteFunctions): Operation {
	const chosen = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = resources
		.find(({ option }) => option.value === chosen)
		?.operations.find(({ option }) => option.value === value);
	if (operation !== undefined) return operation;
	throw operationError(
		context.getNode(),
		`There is no operation ${describeValue(value)} of ${describeValue(chosen)}`,
		'Choose Resource and Operation from their lists. Nothing was sent.',
	);
}

/** The fields of a run; where the builder's choice cannot be read, all that any choice shows. */
export function fieldsOf(context: IExecuteFunctions, { fields }: Operation) {
	try {
		const readRaw = ({ name, default: fallback }: (typeof fields)[number]) =>
			context.getNodeParameter(name, 0, fallback, { rawExpressions: true });
		return { fields: fieldsToSend(fields, readRaw) };
	} catch (hindrance) {
		return { fields: fields.filter((field) => !isChoice(field)), hindrance };
	}
}
