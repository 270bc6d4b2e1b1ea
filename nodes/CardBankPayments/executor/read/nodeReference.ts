import { STEPS } from './inputReference';

const REFERENCE = new RegExp(
	String.raw`^=\{\{\s*\$\((?:"([^"\\{}\r\n]+)"|'([^'\\{}\r\n]+)')\)\.(?:first|last)\(\)\.json${STEPS}\s*\}\}$`,
);

/**
 * Recognizes an expression that does nothing but name a place in the first or the last item of
 * another node: `={{ $('Invoice').first().json.account }}`. Its value is the same for every item, and
 * for every call of a tool. That of `$('Invoice').item` is not: for a tool, n8n looks the item up among
 * the calls of the agent.
 *
 * @returns the name of that node; undefined where the expression is anything else
 */
export function nodeReference(raw: unknown): string | undefined {
	const [, quoted, single] = (typeof raw === 'string' && REFERENCE.exec(raw)) || [];
	return quoted ?? single;
}
