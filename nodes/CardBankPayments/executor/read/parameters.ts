import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { isResourceLocatorValue, UserError } from 'n8n-workflow';
import { describeValue } from '../../wire/shown';
import { valueAt } from '../../wire/valueAt';

/** A parameter as the builder typed it, before n8n evaluates anything; the same for every item. */
export function rawOf(context: IExecuteFunctions, name: string, byDefault: unknown = ''): unknown {
	return context.getNodeParameter(name, 0, byDefault, { rawExpressions: true });
}

/** Whether no expression takes part in a parameter, however deep its value is. */
export function isFixed(raw: unknown): boolean {
	if (typeof raw === 'string') return !raw.startsWith('=');
	if (typeof raw !== 'object' || raw === null) return true;
	return Object.values(raw).every(isFixed);
}

/** What counts of a parameter: of a resource locator, its value. */
export function rawValue(raw: unknown): unknown {
	return isResourceLocatorValue(raw) ? raw.value : raw;
}

/** Whether a value is what n8n makes of a collection: fields by their names. */
export function isCollection(value: unknown): value is Record<string, unknown> {
	return Object.prototype.toString.call(value) === '[object Object]';
}

/** One of the values that a field offers. Strict: nothing is taken for true or false. */
export function choice<T>(value: unknown, { options }: INodeProperties): T {
	const values = options?.map((option) => 'value' in option && option.value) ?? [false, true];
	if (values.includes(value as string)) return value as T;
	const allowed = values.length === 1 ? 'it must be' : 'use one of';
	throw new UserError(`is ${describeValue(value)}; ${allowed} ${values.join(', ')}`);
}

/**
 * A value of the input item, or of a named node's first or last item, as the editor writes it. Of a
 * named node it is the same for every call of a tool; that of `$('Invoice').item` is not: n8n looks it
 * up among the calls. Backslashes could hide how a name is spelled; braces would end the expression.
 */
const PLACE =
	/^=\{\{\s*\$(?:json|\((?:"([^"\\{}\r\n]+)"|'([^'\\{}\r\n]+)')\)\.(?:first|last)\(\)\.json)((?:\.[A-Za-z_$][\w$]*|\["[^"\\{}\r\n]*"\]|\['[^'\\{}\r\n]*'\])+)\s*\}\}$/;
const STEP = /\.([\w$]+)|\["([^"]*)"\]|\['([^']*)'\]|\[(\d+)\]/g;

/**
 * The place that a parameter names, where it does nothing else.
 *
 * @param raw e.g. `={{ $json.body['Account Number'] }}` or `={{ $('Invoice').first().json.account }}`
 * @returns the keys, e.g. `['body', 'Account Number']`, and the node where it is not the input item
 */
export function placeNamed(raw: unknown): { node?: string; path: string[] } | undefined {
	const expression = rawValue(raw);
	const found = typeof expression === 'string' ? PLACE.exec(expression) : null;
	if (found === null) return undefined;
	const [, quoted, single, steps] = found;
	return { node: quoted ?? single, path: stepsIn(steps as string) };
}

/** E.g. `['body', 'Account Number']` for `.body['Account Number']`. */
export function stepsIn(steps: string): string[] {
	return [...steps.matchAll(STEP)].map(([, ...forms]) =>
		String(forms.find((form) => form !== undefined)),
	);
}

/**
 * Reads a place in each item, once n8n's own evaluation has given the same value for one of them:
 * evaluating five fields takes n8n longer than sending the payment.
 *
 * @param evaluate n8n's own evaluation, for everything that is not plain text, number or boolean
 */
export function readerOf(
	path: string[],
	items: INodeExecutionData[],
	evaluate: (index: number) => unknown,
): (index: number) => unknown {
	let isProven: boolean | undefined;
	return (index) => {
		const value = valueAt(items[index]?.json, path);
		const isPlain = ['string', 'number', 'boolean'].includes(typeof value);
		if (isPlain && isProven) return value;
		const evaluated = evaluate(index);
		if (isPlain) isProven ??= evaluated === value;
		return evaluated;
	};
}
