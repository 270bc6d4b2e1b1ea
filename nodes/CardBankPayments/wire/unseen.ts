import { values } from '../sentences/values';

const { contains, inFront, behind, signs } = values.unseen;

/**
 * Line breaks, and characters that nobody sees: a text with one looks like another text. No property of
 * Unicode names the empty Braille pattern.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** The same, and spaces that look like the ordinary one. */
const UNSEEN_OR_SPACE = new RegExp(`${UNSEEN.source}|(?! )\\p{Zs}`, 'u');

/** What people paste into sheets, by the names that they can look for. */
const NAMED: Array<[form: RegExp, name: string]> = [
	[/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/, signs.direction],
	[/\ufeff/, signs.beginning],
	[/[\n\r\u0085\u2028\u2029]/, signs.lineBreak],
	[/\t/, signs.tab],
	[/\p{Zs}/u, signs.space],
];

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd' };

/**
 * Names the first sign that nobody sees.
 *
 * @returns e.g. `contains U+200E (a mark that WhatsApp adds) behind the 4th sign; type it again`; undefined where all
 * are seen
 */
export function unseenIn(text: string, { isSpaceSeen = true } = {}): string | undefined {
	const found = (isSpaceSeen ? UNSEEN : UNSEEN_OR_SPACE).exec(text);
	if (found === null) return undefined;
	const [char] = found;
	const code = (char.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
	const sign = NAMED.find(([form]) => form.test(char))?.[1] ?? signs.other;
	const before = [...text.slice(0, found.index)].length;
	const nth = `${before}${ENDINGS[ORDINALS.select(before)] ?? 'th'}`;
	return contains({ code, sign, place: before === 0 ? inFront : behind({ nth }) });
}
