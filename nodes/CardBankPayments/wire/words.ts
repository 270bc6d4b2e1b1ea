import { masked, plainText, shown } from './shown';

/** Enough of a text for all that is shown of it, also where most of it is covered. */
const READ_LENGTH = 5_000;

/** No bank has a longer account number, and a pattern of any length cannot be made. */
const LONGEST_ACCOUNT = 64;

/** A service that says more says it to nobody. */
const MOST_VALUES = 1_000;

/** Keys that only say that words follow; any other one says what its words are about. */
const ABOUT_NOTHING = /^$|(?:message|msg|errors?|details?|title|reason|description|text)$/i;

/** E.g. `INSUFFICIENT_FUNDS`. What is longer is a hash or a key, and what has other signs an address. */
const CODE = /^[\p{L}\p{N}_.-]{1,40}$/u;

/** So many digits are the number of an account or a phone, a time or a trace. */
const LONG_NUMBER = /(?:\d\D*){8}/;

/**
 * All that the body of a refusal says, by its form, since no document shows it: sentences first,
 * those about a field with its key, then codes. Of a page, its title.
 *
 * @param status of the response, which a body often repeats
 */
export function allWords(body: unknown, status?: number): string[] {
	const values: Array<[key: string, value: unknown]> = [['', body]];
	const sentences: string[] = [];
	const ofFields: string[] = [];
	const codes: string[] = [];
	for (const [key, value] of values) {
		if (typeof value === 'object' && value !== null) {
			values.push(...entriesOf(key, value, Math.max(0, MOST_VALUES - values.length)));
		} else if (typeof value === 'string' || typeof value === 'number') {
			const text = textOf(String(value));
			if (text === '') continue;
			// Not all languages put spaces between words.
			if (ABOUT_NOTHING.test(key)) sentences.push(text);
			else if (/\s/.test(text)) ofFields.push(`${key}: ${text}`);
			else if (text !== String(status) && CODE.test(text) && !LONG_NUMBER.test(text)) {
				codes.push(`${key}: ${text}`);
			}
		}
	}
	return [...new Set([...sentences, ...ofFields, ...codes])];
}

/** The first of its values; those of a list under the key of the list. */
function entriesOf(key: string, value: object, most: number): Array<[string, unknown]> {
	if (Array.isArray(value)) return value.slice(0, most).map((one: unknown) => [key, one]);
	return Object.entries(value).slice(0, most);
}

function textOf(value: string): string {
	const start = value.slice(0, READ_LENGTH).trim();
	const text = start.startsWith('<')
		? (/<title[^<>]*>([^<]+)/i.exec(start)?.[1] ?? start.replace(/(?:<[^<>]*>?|\s)+/g, ' '))
		: start;
	return text.trim().replace(/[.\s]+$/, '');
}

/** What must not be shown of a text: the account number that was sent, and the key or token. */
export interface Secrets {
	accountNumber?: unknown;
	key?: unknown;
}

/** Words of a service as they may be shown: one line of up to 200 characters, without secrets. */
export function shownWords(words: string[], { accountNumber, key }: Secrets = {}): string {
	let text = words.join('. ').slice(0, READ_LENGTH);
	const secret = plainText(key).replace(/^Bearer /, '');
	if (secret !== '') text = text.replaceAll(secret, '…');
	// Something in between may show the request that it did not like, with a token of its own.
	text = text.replace(/\b(Bearer|Basic)\s+\S+/gi, '$1 …').replace(/\beyJ[\w-]+(?:\.[\w-]+)*/g, '…');
	return shown(withoutAccount(text, plainText(accountNumber)));
}

/** However it is written: with other signs between its own, in wide digits, without its leading zero. */
function withoutAccount(words: string, accountNumber: string): string {
	if (accountNumber.length <= 4) return words;
	const plain = words.normalize('NFKC').replaceAll(accountNumber, () => masked(accountNumber));
	const signs = accountNumber.replace(/[^\p{L}\p{N}]/gu, '').slice(0, LONGEST_ACCOUNT);
	const bare = signs.replace(/^0+/, '');
	if (bare.length <= 4) return plain;
	const between = String.raw`[^\p{L}\p{N}]{0,5}`;
	const spelled = `(?:0${between}){0,20}${[...bare].join(between)}`;
	return plain.replaceAll(new RegExp(`${spelled}[\\p{L}\\p{N}]*`, 'giu'), () => masked(signs));
}
