import { values } from '../sentences/values';

/** A form that only a spreadsheet or an expression gives a text, and the message about it. */
type Form = [form: RegExp, says: string | ((values: { found: string }) => string)];

const { broken } = values;

/** Somebody's name may be Null, and still has to be paid: of words, only those that JavaScript writes count. */
const IN_ANY_TEXT: Form[] = [
	[
		// Without decimals and sign, it may be month and employee number: 202612E017.
		/^[+-]?\d+(?:[.,]\d+[eE][+-]?|[eE][+-])\d{1,3}$/,
		broken.exponent,
	],
	// Before a number only: some names are written with an apostrophe, such as 't Hooft.
	[/^=|^['\u2018\u2019\u00b4](?=[\d+=-])/, broken.marked],
	[/^#{2,}$/, broken.narrow],
	[
		/^#(?:\p{Lu}[\p{Lu}\d/_]*[!?]|N\/?\p{Lu}|GETTING_DATA)$|\[object \p{Lu}\w*\]|(?<!\S)(?:null|undefined|NaN)(?!\S)/u,
		broken.missing,
	],
	[/\ufffd/, broken.lostLetter],
];

/** A reference `INVundefined` would be paid once for all rows without a number; in a name, "undefined" may be right. */
const IN_IDENTIFIER: Form[] = [
	[/^['\u2018\u2019\u00b4]/, broken.marked],
	[
		/#(?:\p{Lu}[\p{Lu}\d/_]*[!?]|N\/\p{Lu})|^(?:NULL|Null|nan|Nan|NAN|none|None|NONE|nil|Nil|NIL|n\/a|N\/A)$|undefined|null(?![a-z])|(?<![A-Za-z\d])NaN(?![A-Za-z\d])|NaN$/u,
		broken.missing,
	],
];

/** A row paid under the reference 0 would be paid again once its number is filled in. A shop gives its guests the ID 0. */
const EMPTY_CELL: Form = [/^0+(?:[.,]0+)?$/, broken.emptyCell];

const IN_NUMBER: Form[] = [
	[/^\d+[.,]0{1,2}$|^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/, broken.separators],
	// Letters may stand in an account number, but never letters alone.
	[/[*\u2022\u2026]|(?:x[^x]*){4}|^\D+$/i, broken.covered],
];

/** Nobody is called 0150384512700: two columns were swapped. */
const IN_NAME: Form[] = [[/^(?=.*\d)[\d\s.,-]+$/, broken.number]];

const FORMS = {
	text: IN_ANY_TEXT,
	name: [...IN_NAME, ...IN_ANY_TEXT],
	identifier: [...IN_ANY_TEXT, ...IN_IDENTIFIER],
	reference: [EMPTY_CELL, ...IN_ANY_TEXT, ...IN_IDENTIFIER],
	number: [EMPTY_CELL, ...IN_ANY_TEXT, ...IN_IDENTIFIER, ...IN_NUMBER],
};

/** How strictly a text is held against what spreadsheets and expressions make of it. */
export type TextKind = keyof typeof FORMS;

/**
 * What a spreadsheet or an expression has broken, by its form: `1.50385E+11` is a number that Excel has
 * shortened, `202612E017` is month and employee number.
 *
 * @returns what to say after the name of the field, without an account number; undefined for sound text
 */
export function whatBroke(text: string, kind: TextKind): string | undefined {
	for (const [form, says] of FORMS[kind]) {
		const [found] = form.exec(text) ?? [];
		if (found !== undefined) return typeof says === 'string' ? says : says({ found });
	}
	return undefined;
}
