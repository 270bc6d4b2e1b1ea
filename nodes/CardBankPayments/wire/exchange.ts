import type { IHttpRequestOptions, IN8nHttpFullResponse, INodeTypeDescription } from 'n8n-workflow';
import { readBody } from './readBody';

/** What all requests of the node have in common; our executor and n8n's routing engine share it. */
export const requestDefaults = {
	baseURL: '={{$credentials.baseUrl.trim().replace(/\\/+$/, "")}}',
	headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
	json: true,
} satisfies INodeTypeDescription['requestDefaults'];

/** A response as it came, whatever its status. */
export interface HttpResponse {
	status: number;
	/** Names in lower case. */
	headers: Record<string, unknown>;
	/** Parsed JSON, text, or undefined where it could not be read; see `readBody`. */
	body: unknown;
}

/**
 * What every request to the service has in common: no redirect is followed, since it would carry
 * token or key to an address that nobody has checked; the response comes as a stream, so that it can be
 * read up to a limit; and the time is for the whole response. The client's own timeout starts anew with
 * every byte.
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

/** Reads what n8n's helper gives back for {@link withinTime}. */
export async function responseOf(response: unknown): Promise<HttpResponse> {
	const { statusCode, headers, body } = response as IN8nHttpFullResponse;
	return { status: statusCode, headers: { ...headers }, body: await readBody(body) };
}

/** The service answers these requests at once or not at all, and the first payment may wait for one. */
const TIMEOUT_MS = 30_000;

/**
 * Sends one request, and gives up in time.
 *
 * @returns where no response came, n8n's reason as the body, and its status or 0
 */
export async function exchange(
	send: (request: IHttpRequestOptions) => Promise<unknown>,
	request: IHttpRequestOptions,
	timeoutMs = TIMEOUT_MS,
) {
	const deadline = AbortSignal.timeout(timeoutMs);
	const { status, body } = await send({ ...request, ...withinTime(timeoutMs, deadline) }).then(
		responseOf,
		({ cause, message }: { cause?: { response?: { status?: number } }; message: string }) => ({
			status: cause?.response?.status ?? 0,
			body: message,
		}),
	);
	return { status, body, isLate: deadline.aborted };
}
