import type { Verdict } from '../common/payment';
import type { IDataObject } from 'n8n-workflow';
import { PARTIAL_CONTENT, type HttpResponse } from '../../wire/exchange';
import { allWords, shownWords } from '../../wire/words';

/** The response to one request as it came, or why none did. */
export interface ServiceResponse extends Partial<HttpResponse> {
	/** Code of the network or TLS layer, e.g. `ECONNREFUSED`; absent when a whole response arrived. */
	code?: string;
	/** The call of the system that failed with it, e.g. `connect`; absent where that is not known. */
	syscall?: string;
	/** Nothing left: why, and that no other request of this run would leave. */
	notLeft?: Verdict;
	/** It was the answer to the request for a token, without which nothing left. */
	isOfToken?: boolean;
	/** Nothing left, since the service gives no token for these keys. */
	refusesKeys?: boolean;
	/** Nothing left, since the service is down where it gives tokens: some seconds later it may be back. */
	isPassing?: boolean;
	/** Whether a token that was refused (401) can be replaced by a new one. */
	canRenew?: boolean;
}

export function isSuccess({ status = 0 }: ServiceResponse): boolean {
	return isAnswer(status) && status !== PARTIAL_CONTENT;
}

function isAnswer(status: number): boolean {
	return status >= 200 && status <= 299;
}

export function isJsonObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Where services write the sentences that are documented; only there they count as the service's word. */
const PLACES = ['message', 'error', 'errors', 'detail'];

/** Deeper levels are not written for readers. */
const DEPTH = 3;

/**
 * What a service says in the places of its documented sentences: text, or the first place that holds
 * any. For what decides something; what is only shown to the builder is found by `allWords`.
 */
export function wordsIn(body: unknown, depth = DEPTH): string[] {
	if (typeof body === 'string') {
		// A page, or JSON that was cut off, which may be somebody's record.
		const isMarkup = depth === DEPTH && /^\s*(?:<|\{|\[\s*\{)/.test(body);
		return isMarkup || body.trim() === '' ? [] : [body];
	}
	const deeper = (value: unknown) => wordsIn(value, depth - 1);
	// A list of records is no list of words.
	if (Array.isArray(body) && depth > 0 && depth < DEPTH) return body.flatMap(deeper);
	if (!isJsonObject(body) || depth === 0) return [];
	return PLACES.map((place) => deeper(body[place])).find(({ length }) => length > 0) ?? [];
}

/**
 * Whether a service says these sentences and nothing else, in its own words. It may leave out the last ones, and
 * the full stop.
 */
export function saysExactly(body: unknown, sentences: string): boolean {
	const said = wordsIn(body).join('. ').trim().toLowerCase().replace(/\.$/, '');
	return said !== '' && `${sentences.toLowerCase()}.`.startsWith(`${said}.`);
}

/** Finds a text by itself, and not as a part of a longer word. */
export function alone(text: string): RegExp {
	const signs = Array.from(text, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`).join(
		'',
	);
	return new RegExp(`(?<![\\p{L}\\p{N}])${signs}(?![\\p{L}\\p{N}])`, 'iu');
}

/**
 * What is said of a response, with the service's own words and status behind it, as they may be shown:
 * `The service refused the request: No balance (HTTP 400)`. A body with a 2xx may be a record, perhaps
 * somebody else's: of it, only what stands where sentences stand.
 */
export function quote(says: string, response: ServiceResponse, accountNumber?: unknown): string {
	const { status, body } = response;
	const isGiven = status === undefined || isAnswer(status);
	const words = shownWords(isGiven ? wordsIn(body) : allWords(body, status), { accountNumber });
	return [words === '' ? says : `${says}: ${words}`, isGiven ? '' : `(HTTP ${status})`]
		.join(' ')
		.trim();
}
