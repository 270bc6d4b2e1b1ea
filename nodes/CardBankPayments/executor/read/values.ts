import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { items } from '../../sentences/items';
import { values } from '../../sentences/values';
import { plainText, shown, someOf } from '../../wire/shown';
import { isInexact } from '../../wire/text';
import { isCollection } from './parameters';

/** n8n's node for Google Sheets adds it, so that no row is ever empty. */
const ROW_NUMBER = 'row_number';

/** A longer name, or expression, does not fit into a message, and is no help. */
const LONGEST_NAME = 40;
const LONGEST_PART = 80;

export function isBlank(value: unknown): boolean {
	return (value ?? undefined) === undefined || (typeof value === 'string' && value.trim() === '');
}

/** Empty, or made of something that is: as a column of another name gives it, alone and in a text. */
export function isLacking(value: unknown): boolean {
	return isBlank(value) || /undefined|NaN/.test(plainText(value));
}

export function isBlankRow(json: IDataObject): boolean {
	return Object.entries(json).every(([key, value]) => key === ROW_NUMBER || isBlank(value));
}

/** More names do not fit into a message, such as those of a webhook's headers. */
const MOST_NAMES = 20;

/** By these, a column that was renamed is seen at once. */
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

/** Where the builder says what stands in for a part, such as `{{ $json.suffix ?? '' }}`, it may be empty. */
const STANDS_IN = /\?\?|\|\|/;

/** An expression in a text, and what it gives for an item. */
export type Part = [expression: string, value: unknown];

/** As messages show a part. */
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

/** Made text, a number that has lost digits looks like any other. @throws UserError as above */
export function assertExact(parts: Part[]): void {
	const inexact = parts.find(([, value]) => isInexact(value));
	if (inexact !== undefined) throw new UserError(values.inexactPart(expressionOf(inexact)));
}
