import { masked, plainText, shown } from './shown';

/** Enough for the 200 characters that are shown, also where secrets and markup take most of a text. */
const READ_LENGTH = 5_000;

/** Nobody reads more words of a response, and searching millions of values would hold up n8n. */
const MOST_VALUES = 1_000;

/** No bank has a longer account number, and a pattern of any length cannot be made. */
const LONGEST_ACCOUNT = 64;

/**
 * Where services say why they refuse. Ours documents `message`; the others are those of problem+json, JSON:API,
 * OAuth and of gateways.
 */
const PLACES =
	/^(?:message|msg|error_?message|error_?description|description|details?|title|reason|errors?|fault|fault_?string)$/i;

/** So many digits without a word are the number of somebody's account or phone, a time or a trace. */
const LONG_NUMBER = /^(?=\S+$)(?:\D*\d){8}/;

/**
 * The service's own words, a text for each sentence: what stands under keys such as `message`, and a page's title. They
 * hold nobody's record, so they may be shown of any response.
 */
export function wordsIn(body: unknown): string[] {
	if (Array.isArray(body)) return [];
	// JSON that was cut off may be somebody's record.
	if (typeof body === 'string') return /^\s*[[{]/.test(body) ? [] : textsAt(body);
	return saidIn(body);
}

/** The words of a refusal. Where it has none under such keys, all its texts; those of a record would be somebody's data. */
export function allWords(body: unknown): string[] {
	const words = wordsIn(body);
	return words.length > 0 ? words : textsAt(body);
}

/** @param field that the texts are about, as in `{ "errors": { "bic": ["is unknown"] } }` */
function textsAt(value: unknown, field = ''): string[] {
	if (Array.isArray(value)) {
		return value.slice(0, MOST_VALUES).flatMap((one) => textsAt(one, field));
	}
	if (typeof value === 'string') {
		const text = textOf(value);
		if (text === '' || (field !== '' && LONG_NUMBER.test(text))) return [];
		return [field === '' ? text : `${field}: ${text}`];
	}
	const said = saidIn(value);
	return said.length > 0 ? said : entriesOf(value).flatMap(([key, one]) => textsAt(one, key));
}

/** What stands under the keys of sentences; `{ "field": "bic", "message": … }` names the field that it is about. */
function saidIn(value: unknown): string[] {
	const { field } = Object(value) as { field?: unknown };
	return entriesOf(value)
		.filter(([key]) => PLACES.test(key))
		.flatMap(([, one]) => textsAt(one, plainText(field)));
}

const entriesOf = (value: unknown): Array<[string, unknown]> =>
	Object.entries(Object(value) as object).slice(0, MOST_VALUES);

/** Of a page its title; of other markup what stands between its tags. */
function textOf(value: string): string {
	const start = value.slice(0, READ_LENGTH).trim();
	const text = start.startsWith('<')
		? (/<title[^<>]*>([^<]+)/i.exec(start)?.[1] ?? start.replace(/(?:<[^<>]*>?|\s)+/g, ' '))
		: start;
	return text.replace(/[.\s]+$/, '');
}

/** What must not be shown of a text: the account number that was sent, and the key or token. */
export interface Secrets {
	accountNumber?: unknown;
	key?: unknown;
}

/** Words of a service as they may be shown: one line of up to 200 characters, without secrets. */
export function shownWords(words: string[], { accountNumber, key }: Secrets = {}): string {
	let text = [...new Set(words)].join('. ').slice(0, READ_LENGTH);
	const secret = plainText(key).replace(/^Bearer /, '');
	if (secret !== '') text = text.replaceAll(secret, '…');
	// Something in between may show the request that it did not like, with a token of its own.
	text = text.replace(/\b(Bearer|Basic)\s+\S+/gi, '$1 …').replace(/\beyJ[\w-]+(?:\.[\w-]+)*/g, '…');
	return shown(withoutAccount(text, plainText(accountNumber)));
}

/** Masks `0150384512700` also as `0150 3845 12700`, and as the number 150384512700 without its leading zero. */
function withoutAccount(words: string, accountNumber: string): string {
	const signs = accountNumber.replace(/[^\p{L}\p{N}]/gu, '').slice(0, LONGEST_ACCOUNT);
	const bare = signs.replace(/^0+/, '');
	if (bare.length <= 4) return words;
	const between = String.raw`[^\p{L}\p{N}]{0,3}`;
	const spelled = `(?:0${between}){0,20}${[...bare].join(between)}[\\p{L}\\p{N}]*`;
	return words.replaceAll(new RegExp(spelled, 'giu'), () => masked(signs));
}
