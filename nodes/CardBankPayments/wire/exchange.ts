import type { IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { access } from '../sentences/access';
import { readBody } from './readBody';
import { shown } from './shown';
import { allWords, shownWords, wordsIn, type Secrets } from './words';

/** Those that all requests of the node have. */
export const HEADERS = { Accept: 'application/json', 'Content-Type': 'application/json' };

/** A response as it came, whatever its status; header names in lower case, the body as `readBody` gives it. */
export type HttpResponse = Awaited<ReturnType<typeof responseOf>>;

/**
 * No redirect is followed: it would carry token or key to an address that nobody has checked. The response
 * comes as a stream, to be read up to a limit, and in time as a whole: the client's own timeout starts anew
 * with every byte.
 */
export function withinTime(timeoutMs: number, deadline: AbortSignal) {
	return {
		abortSignal: deadline,
		timeout: timeoutMs,
		json: true,
		disableFollowRedirect: true,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		encoding: 'stream',
	} as const satisfies Partial<IHttpRequestOptions>;
}

/** The status of a response that is only a part of what was asked for (RFC 9110). */
export const PARTIAL_CONTENT = 206;

/** Reads what n8n's helper gives back for {@link withinTime}. */
export async function responseOf(response: unknown) {
	const { statusCode: status, headers, body } = response as IN8nHttpFullResponse;
	return { status, headers: { ...headers } as Record<string, unknown>, body: await readBody(body) };
}

/** The service answers these requests at once or not at all, and the first payment may wait for one. */
const TIMEOUT_MS = 30_000;

/** One of n8n's helpers for requests. */
export type Send = (request: IHttpRequestOptions) => Promise<unknown>;

/**
 * Gives up in time. Without a response, the status is 0 and the body the reason; of one that n8n made an
 * error of, only the status is left.
 *
 * @throws UserError where the credential itself refuses the request, or gets no token for it: it has not left
 */
export async function exchange(send: Send, request: IHttpRequestOptions, timeoutMs = TIMEOUT_MS) {
	const deadline = AbortSignal.timeout(timeoutMs);
	const response = await send({ ...request, ...withinTime(timeoutMs, deadline) }).then(
		responseOf,
		({ cause, message }: { cause?: { response?: { status?: number } }; message: string }) => {
			if (cause instanceof UserError) throw cause;
			const status = cause?.response?.status ?? 0;
			return { status, headers: {}, body: status === 0 ? message : undefined };
		},
	);
	return deadline.aborted ? { status: 0, headers: {}, body: access.did.tookTooLong } : response;
}

/** What the service did instead of giving what was `wanted` from it, in its own words where it has any. */
export function whyNot({ status, body }: HttpResponse, wanted: string, secrets?: Secrets): string {
	const { did } = access;
	if (status === 0) return did.noResponse({ reason: shown(String(body)).replace(/\.+$/, '') });
	// Of what came with a 2xx, the words alone: under another name, it may hold a token.
	const words = shownWords(status <= 299 ? wordsIn(body) : allWords(body), secrets);
	if (status <= 299)
		return (words ? did.answeredOtherwise : did.answeredWithout)({ wanted, words });
	return (words ? did.says : did.gaveNoReason)({ words, status });
}
