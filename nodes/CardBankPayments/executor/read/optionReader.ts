import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { options } from '../../resources/options';
import { operationError } from '../common/operationError';
import { itemNumber } from '../common/payment';
import { isCollection, isFixed } from './parameters';

/**
 * Checks the value of an option, which is undefined where the builder did not add it: then it gives
 * what holds without it. Throws a UserError whose message completes "The option <label> …".
 */
export type Format<T> = (value: unknown, definition: INodeProperties) => T;

export type OptionReader = <T>(name: string, format: Format<T>) => T;

/**
 * Reads options that hold for all items together.
 *
 * @param indexes of the items, at least one; an expression is evaluated for each of them
 * @returns a function that throws a NodeOperationError where an option is not what it takes, or not
 * the same for all items
 */
export function optionReader(context: IExecuteFunctions, indexes: number[]): OptionReader {
	const [first = 0, ...others] = indexes;
	const refuse = (what: string, hint = '') =>
		operationError(context.getNode(), what, `${hint}Nothing was sent.`);
	const raw: unknown = context.getNodeParameter('options', 0, {}, { rawExpressions: true });
	if (!isCollection(raw)) {
		const hint = 'Give each option a value, or an expression of its own. ';
		throw refuse('The Options cannot be one expression as a whole', hint);
	}
	const operation: unknown = context.getNodeParameter('operation', 0);
	return <T>(name: string, format: Format<T>) => {
		const definition = definitionOf(name);
		const { displayName: label, noDataExpression } = definition;
		// What the editor does not show for this operation was added for another one.
		const isAdded = Object.hasOwn(raw, name) && isShownFor(operation, definition);
		const isExpression = isAdded && !isFixed(raw[name]) && noDataExpression !== true;
		const evaluate = (index: number): unknown => context.getNodeParameter(`options.${name}`, index);
		const read = (index: number) => {
			if (!isAdded) return format(undefined, definition);
			const where = isExpression ? ` (item ${itemNumber(index)})` : '';
			const refusal = (hint: string) => refuse(`The option ${label} ${hint}${where}`);
			let value = raw[name];
			try {
				if (isExpression) value = evaluate(index);
			} catch (error) {
				throw refusal(`could not be read: ${(error as Error).message}`);
			}
			// An expression that yields nothing must not lift a limit, nor pass a proxy by.
			if (value === undefined || value === null || (isExpression && value === '')) {
				throw refusal('was added but is empty');
			}
			try {
				return format(value, definition);
			} catch (error) {
				throw refusal((error as Error).message);
			}
		};
		const value = read(first);
		const other = isExpression
			? others.find((index) => comparable(read(index)) !== comparable(value))
			: undefined;
		if (other === undefined) return value;
		throw refuse(
			`The option ${label} differs between items ${itemNumber(first)} and ${itemNumber(other)}`,
			'It holds for all items of a run together: give it a fixed value, or an expression that is the same for all of them. ',
		);
	};
}

/** Gives what holds where an option was left out for every option that cannot be read as well. */
export function leniently(context: IExecuteFunctions): OptionReader {
	return (name, format) => {
		try {
			return optionReader(context, [0])(name, format);
		} catch {
			return format(undefined, definitionOf(name));
		}
	};
}

/** What the builder sees of an option. */
export function labelOf(name: string): string {
	return definitionOf(name)?.displayName ?? name;
}

function definitionOf(name: string): INodeProperties {
	return options.options?.find((option) => option.name === name) as INodeProperties;
}

function isShownFor(operation: unknown, { displayOptions }: INodeProperties): boolean {
	return displayOptions?.show?.['/operation']?.includes(operation as string) ?? true;
}

/** Cents, numbers and texts as they are; the parts of a proxy as one text. */
function comparable(value: unknown): unknown {
	return typeof value === 'object' ? JSON.stringify(value) : value;
}
