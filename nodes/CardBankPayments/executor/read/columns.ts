import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { shown, someOf } from '../../wire/shown';
import { hasUnseen, INEXACT } from '../../wire/text';
import { textsIn, valueAt } from '../../wire/valueAt';
import { stepsIn } from './parameters';

/** Keys from the item's json to a value, e.g. `['body', 'Account Number']`. */
export type Path = string[];

/** n8n's node for Google Sheets adds it, so that no row is ever empty. */
const ROW_NUMBER = 'row_number';

/** A longer name does not fit into a message, and is no help. */
const LONGEST_NAME = 40;

/** A place in the item, e.g. `$json.rows[0]["Account Number"]`; behind the last step of a call stands a bracket. */
const MENTION =
	/\$json((?:(?:\?\.|\.)[A-Za-z_$][\w$]*|(?:\?\.)?\[(?:"[^"]*"|'[^']*'|\d+)\])+)(\(?)/g;

/** One of the expressions in a text. */
const EXPRESSION = /\{\{((?:(?!\}\}).)*)\}\}/gs;

/**
 * A place in an item of another node, which only n8n can follow, e.g. `$('Set').first().json.no`, without calls
 * behind it.
 */
const ELSEWHERE =
	/\$(?:\((?:"[^"]*"|'[^']*')\)|input\b|node\b)(?:\??\.[A-Za-z_$][\w$]*(?:\(\))?|(?:\?\.)?\[(?:"[^"]*"|'[^']*'|\d+)\])+(?![\w$(])(?<!\))/g;

/** Something stands in for a value that is missing, as in `$json.a ?? 'none'`; a list may leave it out. */
const STANDS_IN = /\?(?!\.)|[|&]|\bif(?:Empty)?\s*\(|\[[^\]]*\$/;

/** Brackets in which the same is so, and outside of which it is not: `$json.a + ($json.b ?? '')`. */
const IN_BRACKETS = /\((?:[^()]|\(\))*(?:\?(?!\.)|[|&])(?:[^()]|\(\))*\)/g;

/** What a parameter takes from the input item. */
export interface Sources {
	paths: Path[];
	/** Those that no item has: a column of another name. */
	gone: Path[];
	/**
	 * The others that are taken as they are. Where one is empty, n8n leaves its expression out of the text without a
	 * word: `0{{ $json.account }}` becomes `0`, and so does `0{{ $json.account.trim() }}`, which fails.
	 */
	parts: Path[];
	/** The same of other nodes, as expressions: only n8n can say what these give. */
	others: string[];
	/** The same of what is computed in the middle of a text, e.g. `$json.subject.match(/\d+/)?.[0]`. */
	computed: string[];
	/** Whether one that no item has would be left out so. */
	leavesOut: boolean;
}

/** @param raw the parameter as it was typed; of a collection or a resource locator, all its values */
export function sourcesOf(raw: unknown, items: INodeExecutionData[]): Sources {
	const texts = textsIn(raw).filter((text) => text.startsWith('='));
	const isGone = (path: Path) => items.every(({ json }) => missingFrom(json, path) !== undefined);
	const paths = texts.flatMap(pathsIn);
	const expressions = texts
		.flatMap((text) =>
			[...text.matchAll(EXPRESSION)].map(([whole, one = '']) => ({
				one: one.trim(),
				rest: one.replace(IN_BRACKETS, '( )'),
				all: text === `=${whole}` ? one.trim() : undefined,
			})),
		)
		.filter(({ rest }) => !STANDS_IN.test(rest));
	const computed = expressions
		.filter(({ one, all }) => all === undefined && !STANDS_IN.test(one) && !isPlace(one))
		.map(({ one }) => one);
	const taken = expressions.flatMap(({ rest }) => pathsIn(rest));
	const parts = taken.filter((path) => !isGone(path));
	// What gives nothing by itself is seen to be empty.
	const others = expressions.flatMap(({ rest, all }) =>
		(rest.match(ELSEWHERE) ?? []).filter((place) => place !== all),
	);
	const gone = paths.filter(isGone);
	return { paths, gone, parts, others, computed, leavesOut: parts.length < taken.length };
}

const isPlace = (one: string) => one.replace(MENTION, '').replace(ELSEWHERE, '') === '';

function pathsIn(text: string): Path[] {
	return [...text.matchAll(MENTION)]
		.map(([, steps, call]) => stepsIn(steps as string).slice(0, call ? -1 : undefined))
		.filter(({ length }) => length > 0);
}

/** The place of the first key that is missing; undefined where all are there, or nothing can have keys. */
function missingFrom(json: IDataObject, path: Path): number | undefined {
	let parent: unknown = json;
	for (const [depth, key] of path.entries()) {
		if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return undefined;
		if (!Object.hasOwn(parent, key)) return depth;
		parent = (parent as IDataObject)[key];
	}
	return undefined;
}

/** What an expression takes at a place. A method, as in `$json.name.length`, is taken of what stands there. */
export function partAt(json: IDataObject, path: Path): unknown {
	let value: unknown = json;
	for (const key of path) {
		const isMethod = Array.isArray(value) && !/^\d+$/.test(key);
		if (isBlank(value) || typeof value !== 'object' || isMethod) break;
		value = (value as IDataObject)[key];
	}
	return value;
}

/** E.g. `uses "employee", which is empty in this item; …`, to stand behind the name of a field. */
export function emptyParts(parts: string[]): string {
	const names = [...new Set(parts.map((part) => `"${named(part)}"`))];
	const isEmpty = names.length > 1 ? 'which are empty' : 'which is empty';
	return `uses ${names.join(' and ')}, ${isEmpty} in this item; fill it in, or write ?? '' behind it in the expression if it may be empty`;
}

/** The same of a part that JavaScript does not hold exactly, so that its text has other digits. */
export const inexactPart = (part: string): string => `uses "${named(part)}", ${INEXACT}`;

/** A column that no item has, and the field of the node that takes it, as the editor calls that. */
export interface GoneColumn {
	path: Path;
	label: string;
}

/** E.g. `The item has no field ref (for Order Reference). It has: Order Reference, amount`. */
export function missingColumns(gone: GoneColumn[], json: IDataObject): string {
	const nameOf = ({ path, label }: GoneColumn) => `${named(path.join('.'))} (for ${label})`;
	const wanted = [...new Set(gone.map(nameOf))];
	const { path: first } = gone[0] as GoneColumn;
	// The others of the deepest object that is there.
	const above = first.slice(0, missingFrom(json, first) ?? 0);
	const keys = Object.keys(valueAt(json, above) as IDataObject);
	const has = someOf(keys, (key) => named([...above, key].join('.')));
	const fields = `field${wanted.length > 1 ? 's' : ''} ${wanted.join(' and ')}`;
	return `The item has no ${fields}. It has: ${has || 'no field'}`;
}

/** A name, with what the editor does not show of it. */
function named(name: string): string {
	const plain = shown(name, LONGEST_NAME);
	if (plain === '') return 'a field without a name';
	if (/[;\t].*[;\t]/.test(name)) {
		return `${plain} (several columns in one: set the delimiter of the file)`;
	}
	const isOdd = (sign: string) => hasUnseen(sign) || sign.trim() === '';
	const signs = [...name];
	const unseen = signs.find(hasUnseen);
	const what = unseen === undefined ? 'a space' : 'an invisible character';
	if (isOdd(signs[0] as string)) return `${plain} (with ${what} in front)`;
	if (isOdd(signs.at(-1) as string)) return `${plain} (with ${what} at the end)`;
	return unseen === undefined ? plain : `${plain} (with ${what} inside)`;
}

/**
 * Whether no field of ours has a value in a row. Where its columns have other names, the row is not empty:
 * then no row has any of ours.
 *
 * @param paths all that the node takes from an item
 */
export function isEmptyRow(json: IDataObject, paths: Path[], items: INodeExecutionData[]): boolean {
	const ours = paths.filter(([key]) => key !== ROW_NUMBER);
	if (ours.length === 0 || !ours.every((path) => isBlank(valueAt(json, path)))) return false;
	const others = Object.entries(json).filter(([key]) => key !== ROW_NUMBER);
	if (others.every(([, value]) => isBlank(value))) return true;
	const isColumn = (path: Path) => items.some((item) => missingFrom(item.json, path) === undefined);
	return ours.length > 1 && ours.some(isColumn);
}

export function isBlank(value: unknown): boolean {
	return (
		value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
	);
}
