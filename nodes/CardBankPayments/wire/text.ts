import { UserError } from 'n8n-workflow';

/**
 * Line breaks, and characters that nobody sees, by Unicode's own properties; the empty Braille pattern,
 * which no property names. A text with one looks like another text. The two joiners stay: some names
 * are written with them.
 */
const UNSEEN =
	/(?![\u200C\u200D])[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** What people need in names, and what makes two references look alike: joiners and other spaces. */
const LOOKS_LIKE_ANOTHER = /[\u200C\u200D]|(?! )\p{Zs}/u;

/** Longer text is a wrong column or a whole document, not a reference, a name or an account. */
const MAXIMUM_LENGTH = 1000;

/**
 * Text as the service takes it: references, names, account numbers, codes.
 *
 * @param value text, or a whole number that JavaScript holds exactly (spreadsheets deliver those)
 * @returns the text, unchanged
 * @throws UserError for any other type, for white space at the ends (the same reference with a
 * space behind it would be another reference, and a second payment) and for characters that cannot be seen
 */
export function asText(value: unknown): string {
	if (typeof value === 'number') {
		if (Number.isSafeInteger(value)) return String(value);
		throw new UserError(
			'arrived as a number that cannot be held exactly, so digits may have changed; format the column as text',
		);
	}
	if (typeof value !== 'string') {
		throw new UserError(`must be text, but is ${Array.isArray(value) ? 'a list' : typeof value}`);
	}
	if (value.trim() !== value) {
		throw new UserError('starts or ends with white space; remove it, e.g. with .trim()');
	}
	if (UNSEEN.test(value)) {
		throw new UserError(
			'contains a line break or another character that cannot be seen; remove it',
		);
	}
	if (value.length > MAXIMUM_LENGTH) {
		throw new UserError(`is ${value.length} characters long; at most ${MAXIMUM_LENGTH} are sent`);
	}
	return value;
}

/**
 * An order reference as the service takes it. Two of them that look alike would be two payments.
 *
 * @param value as for {@link asText}
 * @returns the text, unchanged
 * @throws UserError for what `asText` refuses, for joiners, and for every space but the ordinary one
 */
export function asReference(value: unknown): string {
	const text = asText(value);
	if (!LOOKS_LIKE_ANOTHER.test(text)) return text;
	throw new UserError(
		'contains a joiner or a space other than the ordinary one, and so looks like another reference; remove it',
	);
}
