import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { items } from '../../sentences/items';
import { values } from '../../sentences/values';
import { plainText, shown, someOf } from '../../wire/shown';
import { isInexact } from '../../wire/text';
import { isCollection } from './parameters';

/** n8n's node for Google Sheets adds this column to each row, also to an empty one. */
const ROW_NUMBER = 'row_number';

/** The longest name of a column, and the longest expression, that fit into a message or a note. */
export const LONGEST_NAME = 40;
const LONGEST_PART = 80;

export function isBlank(value: unknown): boolean {
	return (value ?? undefined) === undefined || (typeof value === 'string' && value.trim() === '');
}

/** Whether a value is empty, or made with an empty one: a renamed column gives `INVundefined` in `'INV' + $json.number`. */
export function isLacking(value: unknown): boolean {
	return isBlank(value) || /undefined|NaN/.test(plainText(value));
}

export function isBlankRow(json: IDataObject): boolean {
	return Object.entries(json).every(([key, value]) => key === ROW_NUMBER || isBlank(value));
}

/** The headers of a webhook alone have more names than a message can list. */
const MOST_NAMES = 20;

/** The names of an item's columns, for a message: its reader sees at once that a column was renamed. */
export function columnsOf(json: IDataObject): string {
	const inner = Object.entries(json).flatMap(([key, value]) =>
		isCollection(value) ? Object.keys(value).map((one) => `${key}.${one}`) : [key],
	);
	const names = inner.length <= MOST_NAMES ? inner : Object.keys(json);
	return items.columns({ names: someOf(names, named) || items.noColumns });
}

/** `Amount ` with a blank behind it is another column than `Amount`. */
function named(key: string): string {
	const name = shown(key, LONGEST_NAME);
	if (/[;\t].*[;\t]/.test(key)) return items.joinedColumns({ name });
	const isOdd = key.length <= LONGEST_NAME && name !== key;
	return isOdd ? items.oddColumn({ name }) : name;
}

const EXPRESSION = /\{\{.*?\}\}/gs;

/** The expressions in a text that has something else, too, such as `INV{{ $json.number }}`. */
export function partsOf(raw: unknown): string[] {
	if (typeof raw !== 'string' || !raw.startsWith('=')) return [];
	const parts = raw.match(EXPRESSION) ?? [];
	return raw === `=${parts[0]}` ? [] : parts;
}

/** In `{{ $json.suffix ?? '' }}` the builder says what to take instead, so this part may be empty. */
const STANDS_IN = /\?\?|\|\|/;

/** An expression in a text, and what it gives for an item. */
export type Part = [expression: string, value: unknown];

const expressionOf = ([expression]: Part) => ({ expression: shown(expression, LONGEST_PART) });

/**
 * In a text, n8n leaves out what is empty without a word: `SAL202612` without the number of the employee would be
 * another reference.
 *
 * @throws UserError whose message completes "<field> …"
 */
export function assertNoneEmpty(parts: Part[]): void {
	const empty = parts.find(([part, value]) => isBlank(value) && !STANDS_IN.test(part));
	if (empty !== undefined) throw new UserError(values.emptyPart(expressionOf(empty)));
}

/**
 * A number of more than 15 digits may have lost its last ones; within a text, nothing shows that any more.
 *
 * @throws UserError as {@link assertNoneEmpty}
 */
export function assertExact(parts: Part[]): void {
	const inexact = parts.find(([, value]) => isInexact(value));
	if (inexact !== undefined) throw new UserError(values.inexactPart(expressionOf(inexact)));
}
