import { UserError } from 'n8n-workflow';

/**
 * Line breaks, tabs, characters of no width and marks of direction: no reference, name or account number contains them,
 * and a reference with one looks like another reference. Joiners stay, some names are written with
 * them.
 */
const UNPRINTABLE =
	/[\p{Cc}\p{Zl}\p{Zp}\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/u;

/** Longer text is a wrong column or a whole document, not a reference, a name or an account. */
const MAXIMUM_LENGTH = 1000;

/**
 * Text as the service takes it: references, names, account numbers, codes.
 *
 * @param value text, or a whole number that JavaScript holds exactly (spreadsheets deliver those)
 * @returns the text, unchanged
 * @throws UserError for any other type, for white space at the ends (the same reference with a
 * space behind it would be another reference, and a second payment) and for unprintable characters
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
	if (UNPRINTABLE.test(value)) {
		throw new UserError(
			'contains a line break or another character that cannot be seen; remove it',
		);
	}
	if (value.length > MAXIMUM_LENGTH) {
		throw new UserError(`is ${value.length} characters long; at most ${MAXIMUM_LENGTH} are sent`);
	}
	return value;
}
