import { masked, shown } from '../../wire/shown';
import type { Reply } from './reply';

/** Where services put their words; the interface's document does not show what an error looks like. */
const PLACES = ['message', 'error', 'errors', 'detail'];

/** Deeper levels and further entries are not written for readers. */
const DEPTH = 3;
const MOST = 10;

/** The response in short, in the service's own words where it gave any: `HTTP 400: No balance`. */
export function quote(reply: Reply, accountNumber?: unknown): string {
	const status = reply.status === undefined ? '' : `HTTP ${reply.status}`;
	const message = serviceMessage(reply, accountNumber);
	return [status, message].filter((part) => part !== '').join(': ');
}

/**
 * The service's own words on why it refused, where it gives any.
 *
 * @param accountNumber of the item; services like to repeat it, and messages end up in logs
 */
export function serviceMessage({ body }: Reply, accountNumber: unknown): string {
	// Something in between may show the request that it did not like, with a token of its own.
	const message = wordsIn(body)
		.join('. ')
		.replace(/\b(Bearer)\s+\S+/gi, '$1 …');
	return shown(withoutAccount(message, typeof accountNumber === 'string' ? accountNumber : ''));
}

/** No bank has a longer account number, and a pattern of a far longer text is one that cannot be made. */
const LONGEST_GROUPED = 64;

/** As it is, and with other spaces and hyphens between its signs, as people write it. */
function withoutAccount(words: string, accountNumber: string): string {
	const signs = accountNumber.replace(/[ -]/g, '');
	if (signs.length <= 4) return words;
	const cover = () => masked(signs);
	const without = words.replaceAll(accountNumber, cover);
	if (signs.length > LONGEST_GROUPED) return without;
	const escaped = signs.split('').map((sign) => sign.replace(/\W/, '\\$&'));
	return without.replaceAll(new RegExp(escaped.join('[ -]*'), 'g'), cover);
}

/**
 * What a service says in a response, in its own words: text, or the first of `message`, `error`,
 * `errors` and `detail` that holds any. A page of markup says nothing.
 *
 * @param body parsed JSON or text
 */
export function wordsIn(body: unknown, depth = DEPTH): string[] {
	if (typeof body === 'string') {
		const isPage = depth === DEPTH && /^\s*</.test(body);
		return isPage || body.trim() === '' ? [] : [body];
	}
	if (typeof body !== 'object' || body === null || depth === 0) return [];
	// A list of records is no list of words.
	if (Array.isArray(body)) {
		return depth === DEPTH ? [] : body.slice(0, MOST).flatMap((each) => wordsIn(each, depth - 1));
	}
	const entries = body as Record<string, unknown>;
	return (
		PLACES.map((place) => wordsIn(entries[place], depth - 1)).find(({ length }) => length > 0) ?? []
	);
}
