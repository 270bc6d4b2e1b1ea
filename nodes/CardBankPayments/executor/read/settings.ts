import {
	UserError,
	type IExecuteFunctions,
	type INodeProperties,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { options } from '../../resources/options';
import { toCents } from '../../wire/amount';
import { LONGEST_TIMER_MS } from '../common/clock';
import { operationError } from '../common/operationError';
import { itemNumber } from '../common/payment';
import { isCollection, isFixed } from './parameters';
import { readProxy } from './proxy';

/** The builder's Options, checked; see `resources/options.ts` for what each one means. */
export type Settings = ReturnType<typeof readSettings>;

/**
 * Checks the value of an option; undefined where the builder did not add it. Throws a UserError whose
 * message completes "The option <label> …".
 */
type Format<T> = (value: unknown, definition: INodeProperties) => T;

/**
 * Reads the Options of the node, which hold for all items of a run together.
 *
 * @param indexes of the items that are still to be sent. None, where all that is left to do is to report
 * what is known: then an option that cannot be read has its default
 * @throws NodeOperationError that names the option by its label; to be thrown before anything is sent
 */
export function readSettings(context: IExecuteFunctions, indexes: number[]) {
	const read = <T>(name: string, format: Format<T>): T => {
		if (indexes.length > 0) return readOption(context, name, format, indexes);
		try {
			return readOption(context, name, format, [0]);
		} catch {
			return format(undefined, optionNamed(name));
		}
	};
	return {
		agentPayouts: read('agentPayouts', choice<'refuse' | 'fixedBeneficiary' | 'anyBeneficiary'>),
		batchIntervalMs: read('batchInterval', wholeNumber),
		concurrency: read('concurrency', wholeNumber),
		duplicateGuard: read('duplicateGuard', choice<'allExecutions' | 'thisExecution'>),
		lookUpUnclear: read('lookUpUnclear', choice<boolean>),
		/** Cents; undefined where no limit is set. */
		maximumAmount: read('maximumAmount', limit),
		/** Cents, per currency; undefined where no limit is set. */
		maximumTotal: read('maximumTotal', limit),
		maximumWaitMs: read('maximumWait', secondsAsMs),
		proxy: read('proxy', readProxy),
		simplify: read('simplify', choice<boolean>),
		timeoutMs: read('timeout', wholeNumber),
		validateOnly: read('validateOnly', choice<boolean>),
		whenAlreadySent: read('whenAlreadySent', choice<'error' | 'passThrough' | 'returnPayout'>),
	};
}

/** An option as the editor shows it. */
export function optionNamed(name: string): INodeProperties {
	return options.options?.find((option) => option.name === name) as INodeProperties;
}

/** A fixed value as it is; of an expression, n8n's own value for every item, which may not differ. */
function readOption<T>(
	context: IExecuteFunctions,
	name: string,
	format: Format<T>,
	[first = 0, ...others]: number[],
): T {
	const definition = optionNamed(name);
	const { displayName: label, displayOptions, noDataExpression } = definition;
	const refuse = (what: string, hint = '') =>
		operationError(context.getNode(), what, `${hint}Nothing was sent.`);
	const raw: unknown = context.getNodeParameter('options', 0, {}, { rawExpressions: true });
	if (!isCollection(raw)) {
		const hint = 'Give each option a value, or an expression of its own. ';
		throw refuse('The Options cannot be one expression as a whole', hint);
	}
	// What the editor does not show for this operation was added for another one.
	const shownFor: unknown[] | undefined = displayOptions?.show?.['/operation'];
	const isShown = shownFor?.includes(context.getNodeParameter('operation', 0)) ?? true;
	if (!isShown || !Object.hasOwn(raw, name)) return format(undefined, definition);

	const isExpression = !isFixed(raw[name]) && noDataExpression !== true;
	const read = (index: number) => {
		try {
			const value = isExpression ? evaluated(context, `options.${name}`, index) : raw[name];
			// An expression that yields nothing must not lift a limit, nor pass a proxy by.
			if (value === undefined || value === null || (isExpression && value === '')) {
				throw new UserError('was added but is empty');
			}
			return format(value, definition);
		} catch (error) {
			const where = isExpression ? ` (item ${itemNumber(index)})` : '';
			throw refuse(`The option ${label} ${(error as Error).message}${where}`);
		}
	};
	const value = read(first);
	const differs = (index: number) => comparable(read(index)) !== comparable(value);
	const other = isExpression ? others.find(differs) : undefined;
	if (other === undefined) return value;
	throw refuse(
		`The option ${label} differs between items ${itemNumber(first)} and ${itemNumber(other)}`,
		'It holds for all items of a run: give it a fixed value, or the same one for each item. ',
	);
}

function evaluated(context: IExecuteFunctions, parameter: string, index: number): unknown {
	try {
		return context.getNodeParameter(parameter, index);
	} catch (error) {
		throw unreadable(error);
	}
}

function unreadable(error: unknown): Error {
	return new UserError(`could not be read: ${(error as Error).message}`);
}

/** Cents, numbers and texts as they are; the parts of a proxy as one text. */
function comparable(value: unknown): unknown {
	return typeof value === 'object' ? JSON.stringify(value) : value;
}

/** One of the values that the option offers. Strict: nothing is taken for true or false. */
function choice<T>(value: unknown, { default: byDefault, type, options }: INodeProperties): T {
	const offered = (options as INodePropertyOptions[] | undefined)?.map((option) => option.value);
	const values: unknown[] = type === 'boolean' ? [false, true] : (offered ?? []);
	const chosen = value === undefined ? byDefault : value;
	if (values.includes(chosen)) return chosen as T;
	throw new UserError(`must be one of ${values.join(', ')}`);
}

/** A whole number, or text of one, within the bounds of the option. */
function wholeNumber(value: unknown, { default: byDefault, typeOptions = {} }: INodeProperties) {
	const { minValue = 0, maxValue = LONGEST_TIMER_MS } = typeOptions;
	const number = numberIn(value === undefined ? byDefault : value, /^\d+$/);
	if (number >= minValue && number <= maxValue) return number;
	throw new UserError(`must be a whole number from ${minValue} to ${maxValue}`);
}

/** Seconds, or text of them, such as 900 or 0.5; in milliseconds, since that is what n8n waits by. */
function secondsAsMs(value: unknown, { default: byDefault }: INodeProperties): number {
	const seconds = numberIn(value === undefined ? byDefault : value, /^\d+(\.\d+)?$/);
	const longest = Math.floor(LONGEST_TIMER_MS / 1000);
	if (seconds <= longest) return Math.round(seconds * 1000);
	throw new UserError(`must be a number of seconds from 0 to ${longest}`);
}

/** Of numbers and text alone: JavaScript takes a list of one number for that number, too. */
function numberIn(value: unknown, pattern: RegExp): number {
	const isWritten = typeof value === 'number' || typeof value === 'string';
	return isWritten && pattern.test(String(value)) ? Number(value) : NaN;
}

/** An amount in major units, read into cents; no limit where the option is left out. */
function limit(value: unknown): bigint | undefined {
	return value === undefined ? undefined : toCents(value);
}
