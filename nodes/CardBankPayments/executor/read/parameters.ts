import type { INodeExecutionData } from 'n8n-workflow';
import { valueAt } from '../../wire/valueAt';

// Parameters as the builder typed them, before n8n evaluates anything.

/** Whether no expression takes part in a parameter, however deep its value is. */
export function isFixed(raw: unknown): boolean {
	if (typeof raw === 'string') return !raw.startsWith('=');
	if (typeof raw !== 'object' || raw === null) return true;
	return Object.values(raw).every(isFixed);
}

/** What counts of a parameter: of a resource locator, its value. */
export function rawValue(raw: unknown): unknown {
	const isLocator = typeof raw === 'object' && raw !== null && '__rl' in raw && 'value' in raw;
	return isLocator ? raw.value : raw;
}

/** Whether a value is what n8n makes of a collection: fields by their names. */
export function isCollection(value: unknown): value is Record<string, unknown> {
	return Object.prototype.toString.call(value) === '[object Object]';
}

/**
 * The steps of a path: `.name`, `["any name"]`, `['any name']`. Backslashes could hide how a name is
 * spelled, and braces would end the expression.
 */
const STEPS = String.raw`(?:\.[A-Za-z_$][\w$]*|\["[^"\\{}\r\n]*"\]|\['[^'\\{}\r\n]*'\])+`;
const STEP = /\.([\w$]+)|\["([^"]*)"\]|\['([^']*)'\]/g;

/** As the editor writes a field that is dragged into a parameter, e.g. `={{ $json.body['Account Number'] }}`. */
const IN_ITEM = new RegExp(String.raw`^=\{\{\s*\$json(${STEPS})\s*\}\}$`);

/**
 * E.g. `={{ $('Invoice').first().json.account }}`: the same for every item, and for every call of a tool.
 * That of `$('Invoice').item` is not: for a tool, n8n looks the item up among the calls of the agent.
 */
const IN_NODE = new RegExp(
	String.raw`^=\{\{\s*\$\((?:"([^"\\{}\r\n]+)"|'([^'\\{}\r\n]+)')\)\.(?:first|last)\(\)\.json${STEPS}\s*\}\}$`,
);

/**
 * The place in the input item that a parameter names, where it does nothing else.
 *
 * @returns the keys that lead there, e.g. `['body', 'Account Number']`
 */
export function inputReference(raw: unknown): string[] | undefined {
	const expression = rawValue(raw);
	const path = typeof expression === 'string' ? IN_ITEM.exec(expression)?.[1] : undefined;
	if (path === undefined) return undefined;
	return [...path.matchAll(STEP)].map(([, name, quoted, single]) => name ?? quoted ?? single ?? '');
}

/** The name of the node from whose first or last item a parameter takes its value, where it does nothing else. */
export function nodeReference(raw: unknown): string | undefined {
	const [, quoted, single] = (typeof raw === 'string' && IN_NODE.exec(raw)) || [];
	return quoted ?? single;
}

/**
 * Reads a place in each item, once n8n's own evaluation has given the same value for an item of this run:
 * evaluating takes n8n half a millisecond, for five fields longer than sending the payment.
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
		if (isProven === false || !['string', 'number', 'boolean'].includes(typeof value)) {
			return evaluate(index);
		}
		if (isProven) return value;
		const evaluated = evaluate(index);
		isProven = evaluated === value;
		return evaluated;
	};
}
