import type { IDataObject } from 'n8n-workflow';
import type { HttpResponse } from '../../wire/exchange';
import { masked, shown } from '../../wire/shown';
import type { Verdict } from './verdicts';

/** The response to one request as it came, or why none did. */
export interface ServiceResponse extends Partial<HttpResponse> {
	/** Code of the network or TLS layer, e.g. `ECONNREFUSED`; absent when a response arrived. */
	code?: string;
	/** Nothing left: why, and that no other request of this run would leave. */
	notLeft?: Verdict;
	/** Whether a token that was refused (401) can be replaced by a new one. */
	canRenew?: boolean;
}

export function isSuccess({ status = 0 }: ServiceResponse): boolean {
	return status >= 200 && status <= 299;
}

export function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where services put their words; the interface's document does not show what an error looks like. */
const PLACES = ['message', 'error', 'errors', 'detail'];

/** Deeper levels are not written for readers. */
const DEPTH = 3;

/** What a service says in its own words: text, or the first place that holds any. Markup says nothing. */
export function wordsIn(body: unknown, depth = DEPTH): string[] {
	if (typeof body === 'string') {
		const isPage = depth === DEPTH && /^\s*</.test(body);
		return isPage || body.trim() === '' ? [] : [body];
	}
	const deeper = (value: unknown) => wordsIn(value, depth - 1);
	// A list of records is no list of words.
	if (Array.isArray(body) && depth > 0 && depth < DEPTH) return body.flatMap(deeper);
	if (!isJsonObject(body) || depth === 0) return [];
	return PLACES.map((place) => deeper(body[place])).find(({ length }) => length > 0) ?? [];
}

/** Whether a service says this sentence and nothing else, in its own words. */
export function saysExactly(body: unknown, sentence: string): boolean {
	return wordsIn(body).some((words) => words.trim().toLowerCase() === sentence.toLowerCase());
}

/** Whether a text stands anywhere in a body, by itself and not as a part of a longer word. */
export function namesText(body: unknown, text: string): boolean {
	const signs = Array.from(text, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`).join(
		'',
	);
	const alone = new RegExp(`(?<![\\p{L}\\p{N}])${signs}(?![\\p{L}\\p{N}])`, 'iu');
	return text !== '' && alone.test(JSON.stringify(body ?? ''));
}

/** E.g. `HTTP 400: No balance`, without the account number: messages end up in logs. */
export function quote({ status, body }: ServiceResponse, accountNumber?: unknown): string {
	const words = wordsIn(body)
		.join('. ')
		// Something in between may show the request that it did not like, with a token of its own.
		.replace(/\b(Bearer)\s+\S+/gi, '$1 …');
	const message = shown(withoutAccount(words, String(accountNumber ?? '')));
	return [status === undefined ? '' : `HTTP ${status}`, message].filter(Boolean).join(': ');
}

/** No bank has a longer account number, and a pattern of any length cannot be made. */
const LONGEST_ACCOUNT = 64;

/** Also with other spaces and hyphens between its signs, as people write it. */
function withoutAccount(words: string, accountNumber: string): string {
	const signs = accountNumber.replace(/[ -]/g, '').slice(0, LONGEST_ACCOUNT);
	if (signs.length <= 4) return words;
	const escaped = signs.split('').map((sign) => sign.replace(/\W/, '\\$&'));
	const pattern = new RegExp(`${escaped.join('[ -]*')}\\w*`, 'gi');
	return words.replaceAll(pattern, () => masked(signs));
}
