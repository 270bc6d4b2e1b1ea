/** A form that no text has by itself, and what to say of it; `{found}` stands for the part that has it. */
type Form = [form: RegExp, says: string];

export const RETYPE = 'format the column as text and type it again';
const MISSING =
	'contains "{found}", which stands for a missing value; check the expression and the columns of the data';
const NO_VALUE =
	'contains "{found}", which a spreadsheet shows in place of a value; correct the formula there';
const MARKED = 'begins with an apostrophe, with which Excel marks text; remove it';

/**
 * Somebody's name may be Null, and still has to be paid: only the words that JavaScript writes count, by
 * themselves and without a capital. A column that is too narrow shows ####.
 */
const IN_ANY_TEXT: Form[] = [
	[
		// Without decimals and sign, it may be month and employee number: 202612E017.
		/^[+-]?\d+(?:[.,]\d+[eE][+-]?|[eE][+-])\d{1,3}$/,
		`has an exponent: Excel has shortened this number; ${RETYPE}`,
	],
	[/^=/, 'begins with "=", as a formula of a spreadsheet; type the value alone'],
	// Before a number only: some names are written with one, such as 't Hooft.
	[/^['\u2018\u2019\u00b4](?=[\d+=-])/, MARKED],
	[/^#{2,}$/, 'is "{found}"; make the column wider, or format it as text'],
	[/^#(?:\p{Lu}[\p{Lu}\d/_]*[!?]|N\/?\p{Lu}|GETTING_DATA)$/u, NO_VALUE],
	[
		/\[object \p{Lu}\w*\]/u,
		'contains "{found}": an object stands where a value was meant; name the value inside it',
	],
	[/(?<!\S)(?:null|undefined|NaN)(?!\S)/, MISSING],
];

/**
 * Filled in later, the row would be paid once more under its own reference. A column of numbers shows 0.00. Of a
 * shop, 0 is the ID of a guest.
 */
const EMPTY_CELL: Form = [
	/^0+(?:[.,]0+)?$/,
	'is 0, as a formula gives for an empty cell; fill it in',
];

/** What one thing is called, and nobody is: here, a part of it is enough. */
const IN_IDENTIFIER: Form[] = [
	[/^['\u2018\u2019\u00b4]/, MARKED],
	[/#(?:\p{Lu}[\p{Lu}\d/_]*[!?]|N\/\p{Lu})/u, NO_VALUE],
	[/^(?:null|nan|none|nil|n\/a)$/i, MISSING],
	[/undefined|^null(?![a-z])|(?<![A-Za-z])null(?![A-Za-z])|null$/, MISSING],
	[/(?<![A-Za-z\d])NaN(?![A-Za-z\d])|NaN$/, MISSING],
];

/** Letters may stand in an account number, but never letters alone. */
const IN_NUMBER: Form[] = [
	[/^\d+[.,]0{1,2}$/, `has decimals, as a number in a spreadsheet; ${RETYPE}`],
	[/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/, `has separators, as an amount in a spreadsheet; ${RETYPE}`],
	[/[*\u2022\u2026]|^(?=(?:.*x){4})[\dx\s-]+$/i, 'is covered in part; enter the whole number'],
	[/^\D+$/, 'has none of the digits 0 to 9; enter the number'],
];

/** Nobody is called 0150384512700: two columns were swapped. */
const IN_NAME: Form[] = [
	EMPTY_CELL,
	[/^\d[\d\s-]{6,}$/, 'is a number; enter the name on the account'],
];

const FORMS = {
	text: IN_ANY_TEXT,
	name: [...IN_ANY_TEXT, ...IN_NAME],
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
		if (found !== undefined) return says.replace('{found}', () => found);
	}
	return undefined;
}
