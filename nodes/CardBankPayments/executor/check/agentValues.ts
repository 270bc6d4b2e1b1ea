import { plainText } from '../../wire/shown';
import { isFixed, rawValue } from '../read/parameters';

/** As the editor marks the fields that it lets the model define. */
const MARKER = String.raw`/\*n8n-auto-generated-fromAI-override\*/`;

/** Text, a number, true or false; within text, a backslash takes the sign behind it along. */
const LITERAL = [
	String.raw`'(?:[^'\\]|\\.)*'`,
	String.raw`"(?:[^"\\]|\\.)*"`,
	String.raw`\`(?:[^\`\\]|\\.)*\``,
	String.raw`-?\d+(?:\.\d+)?`,
	'true',
	'false',
].join('|');

const FROM_AI = new RegExp(
	String.raw`^=\{\{\s*(?:${MARKER}\s*)?\$from(?:AI|Ai|ai)\(\s*(?:${LITERAL})(?:\s*,\s*(?:${LITERAL}))*\s*\)\s*\}\}$`,
	's',
);

/**
 * A value of a named node's first or last item, as the editor writes it, which is the same for every call of a
 * tool. That of `$('Invoice').item` is not: n8n looks it up among the calls. Backslashes could hide how a name is
 * spelled; braces would end the expression.
 */
const OF_NODE =
	/^=\{\{\s*\$\((?:"([^"\\{}\r\n]+)"|'([^'\\{}\r\n]+)')\)\.(?:first|last)\(\)\.json(?:\.[A-Za-z_$][\w$]*|\["[^"\\{}\r\n]*"\]|\['[^'\\{}\r\n]*'\])+\s*\}\}$/;

/** Begins or ends an expression, or puts a value into a text. */
const INNER_EXPRESSION = /\{\{|\}\}|\$\{/;

/**
 * Whether the builder decides on a value: a fixed one, or that of another node's first or last item.
 *
 * @param ownName of the node: its own items hold what the agent gave it
 */
export function isFromBuilder(raw: unknown, ownName: string): boolean {
	if (isFixed(raw)) return true;
	const isRestFixed = typeof raw !== 'object' || isFixed({ ...raw, value: '' });
	const found = OF_NODE.exec(plainText(rawValue(raw)));
	const node = found?.[1] ?? found?.[2];
	return node !== undefined && node !== ownName && isRestFixed;
}

/** Whether the agent alone gives a value, as in `={{ $fromAI('reference') }}`: the same in all attempts. */
export function isFromAgent(raw: unknown): boolean {
	const value = plainText(rawValue(raw));
	return FROM_AI.test(value) && !INNER_EXPRESSION.test(value.slice('={{'.length, -'}}'.length));
}
