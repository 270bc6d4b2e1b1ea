import type { IExecuteFunctions } from 'n8n-workflow';
import { operationError } from '../common/operationError';
import { inputReference, readerOf } from './inputReference';
import { nodeReference } from './nodeReference';
import type { OptionFormat } from './optionFormats';
import { isCollection, isFixed } from './rawParameter';

/** Gives the checked value of an option, or what holds where it was left out. */
export type OptionReader = <T>(format: OptionFormat<T>) => T;

/** One option, as it stands in the node. */
interface Source {
	isExpression: boolean;
	/** Whether it can be another one for another item. */
	differs: boolean;
	/** Its value for an item; throws what n8n throws where it cannot be evaluated. */
	at: (index: number) => unknown;
}

const LEFT_OUT = Symbol('left out');
const NO_OPTIONS = Symbol('no options');

/**
 * Reads options that hold for all items together.
 *
 * @param indexes of the items, at least one; an expression is evaluated for each of them
 * @returns a function that throws a NodeOperationError where an option is not what it takes, or not
 * the same for all items
 */
export function optionReader(context: IExecuteFunctions, indexes: number[]): OptionReader {
	const [first = 0, ...others] = indexes;
	return <T>(format: OptionFormat<T>) => {
		const { name, displayName: label } = format.definition;
		const source = sourceOf(context, name);
		const read = (index: number) => valueAt(context, source, index, format);
		const value = read(first);
		const other = source.differs
			? others.find((index) => comparable(read(index)) !== comparable(value))
			: undefined;
		if (other === undefined) return value;
		throw operationError(
			context.getNode(),
			`The option ${label} differs between items ${first} and ${other}`,
			'It holds for all items of a run together: give it a fixed value, or an expression that is the same for all of them. Nothing was sent.',
		);
	};
}

/** Gives what holds where an option was left out for every option that cannot be read as well. */
export function leniently(context: IExecuteFunctions): OptionReader {
	return <T>(format: OptionFormat<T>) => {
		try {
			return optionReader(context, [0])(format);
		} catch {
			return format.leftOut;
		}
	};
}

function sourceOf(context: IExecuteFunctions, name: string): Source {
	const options: unknown = context.getNodeParameter('options', 0, {}, { rawExpressions: true });
	if (!isCollection(options)) return wholeExpression(context, name);
	if (!Object.hasOwn(options, name)) return fixed(LEFT_OUT);
	const raw = options[name];
	if (isFixed(raw)) return fixed(raw);
	const evaluate = (index: number): unknown => context.getNodeParameter(`options.${name}`, index);
	const path = inputReference(raw);
	return {
		isExpression: true,
		differs: nodeReference(raw) === undefined,
		at: path === undefined ? evaluate : readerOf(path, context.getInputData(), evaluate),
	};
}

function fixed(value: unknown): Source {
	return { isExpression: false, differs: false, at: () => value };
}

/** The options as one expression, or as anything else that is no list of options. */
function wholeExpression(context: IExecuteFunctions, name: string): Source {
	return {
		isExpression: true,
		differs: true,
		at(index) {
			const options: unknown = context.getNodeParameter('options', index, {});
			if (!isCollection(options)) return NO_OPTIONS;
			return Object.hasOwn(options, name) ? options[name] : LEFT_OUT;
		},
	};
}

function valueAt<T>(
	context: IExecuteFunctions,
	{ isExpression, differs, at }: Source,
	index: number,
	{ definition, leftOut, check }: OptionFormat<T>,
): T {
	const refuse = (hint: string) =>
		refusal(context, definition.displayName, differs ? `${hint} (item ${index})` : hint);
	let value: unknown;
	try {
		value = at(index);
	} catch (error) {
		throw refuse(`could not be read: ${(error as Error).message}`);
	}
	if (value === NO_OPTIONS) {
		const hint = 'cannot be an expression that yields something else than options';
		throw refusal(context, 'list', hint);
	}
	if (value === LEFT_OUT) return leftOut;
	// An expression that yields nothing must not lift a limit, nor pass a proxy by.
	if (value === undefined || value === null || (isExpression && value === '')) {
		throw refuse('was added but is empty');
	}
	try {
		return check(value);
	} catch (error) {
		throw refuse((error as Error).message);
	}
}

function refusal(context: IExecuteFunctions, label: string, hint: string): Error {
	return operationError(context.getNode(), `The option ${label} ${hint}`, 'Nothing was sent.');
}

/** Cents, numbers and texts as they are; the parts of a proxy as one text. */
function comparable(value: unknown): unknown {
	return typeof value === 'object' ? JSON.stringify(value) : value;
}
