import type { IDataObject } from 'n8n-workflow';
import { PARTIAL_CONTENT, type HttpResponse } from '../../wire/exchange';
import { allWords, shownWords, wordsIn } from '../../wire/words';
import type { Verdict } from '../common/payment';

/** The response to one request as it came, or why none did. */
export interface ServiceResponse extends Partial<HttpResponse> {
	/** Code of the network or TLS layer, e.g. `ECONNREFUSED`; absent when a whole response arrived. */
	code?: string;
	/** The call of the system that failed with it, e.g. `connect`; absent where that is not known. */
	syscall?: string;
	/** Nothing left: why, and that no other request of this run would leave. */
	notLeft?: Verdict;
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

/** Whether the end of a body is missing, or all of it: JSON that can be read is no text. */
export function isCut(body: unknown): boolean {
	return body === undefined || (typeof body === 'string' && /^\s*[[{]/.test(body));
}

/**
 * Whether a service says this sentence, as it documents it and as a text of its own. It may write more sentences behind
 * it, and another place of the response may have other words, such as `Not Found`.
 */
export function hasSentence(body: unknown, sentence: string): boolean {
	return (
		isJsonObject(body) && wordsIn(body).some((text) => `${text}. `.startsWith(`${sentence}. `))
	);
}

/**
 * What is said of a response, with the service's own words and status behind it, as they may be shown:
 * `The service refused the request: No balance (HTTP 400)`. A body with a 2xx may be a record, perhaps
 * somebody else's: of it, only what stands where sentences stand.
 */
export function quote(says: string, response: ServiceResponse, accountNumber?: unknown): string {
	const { status, body } = response;
	const isGiven = status === undefined || isAnswer(status);
	const words = shownWords(isGiven ? wordsIn(body) : allWords(body), { accountNumber });
	return [words === '' ? says : `${says}: ${words}`, isGiven ? '' : `(HTTP ${status})`]
		.join(' ')
		.trim();
}
