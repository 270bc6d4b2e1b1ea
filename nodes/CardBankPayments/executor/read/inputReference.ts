import type { INodeExecutionData } from 'n8n-workflow';
import { valueAt } from '../../wire/valueAt';
import { rawValue } from './rawParameter';

/**
 * The steps of a path, as the editor writes them: `.name`, `["any name"]`, `['any name']`. Without
 * backslashes, so that no name is spelled in a way that hides it, and without braces, which would end
 * the expression.
 */
export const STEPS = String.raw`(?:\.[A-Za-z_$][\w$]*|\["[^"\\{}\r\n]*"\]|\['[^'\\{}\r\n]*'\])+`;

/**
 * An expression that does nothing but name a place in the input item, as the editor writes it when
 * a field is dragged into a parameter: `={{ $json.amount }}`, `={{ $json.body['Account Number'] }}`.
 */
const REFERENCE = new RegExp(String.raw`^=\{\{\s*\$json(${STEPS})\s*\}\}$`);

const STEP = /\.([\w$]+)|\["([^"]*)"\]|\['([^']*)'\]/g;

/**
 * Finds the place in the input item that a parameter names.
 *
 * @param raw the parameter as the builder typed it; of a resource locator, its value counts
 * @returns the keys that lead there, e.g. `['body', 'Account Number']`; undefined where the
 * parameter is anything else
 */
export function inputReference(raw: unknown): string[] | undefined {
	const expression = rawValue(raw);
	const path = typeof expression === 'string' ? REFERENCE.exec(expression)?.[1] : undefined;
	if (path === undefined) return undefined;
	return [...path.matchAll(STEP)].map(([, name, quoted, single]) => name ?? quoted ?? single ?? '');
}

/**
 * Evaluating an expression takes n8n about half a millisecond, for five fields longer than sending
 * the payment. So a parameter that only names a place in the item is read there by ourselves, once
 * n8n's own evaluation of it has given the same value for an item of this run.
 *
 * @param path from `inputReference`
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
		if (isProven === false || !isPlain(value)) return evaluate(index);
		if (isProven) return value;
		const evaluated = evaluate(index);
		isProven = evaluated === value;
		return evaluated;
	};
}

function isPlain(value: unknown): boolean {
	return ['string', 'number', 'boolean'].includes(typeof value);
}
