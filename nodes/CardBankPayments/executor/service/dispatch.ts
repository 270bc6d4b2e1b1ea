import {
	UserError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../../wire/baseUrl';
import { answerOf, withinTime } from '../../wire/exchange';
import type { Account } from './account';
import type { Reply } from './reply';

/** One request of a run. */
export interface Dispatch {
	request: IHttpRequestOptions;
	timeoutMs: number;
	/** Whether it ends when the execution is cancelled; a payment that is under way is waited for. */
	isQuestion?: boolean;
	/** After it, nothing leaves. */
	cancelSignal?: AbortSignal;
}

/** By this spelling n8n tells a canceled execution from a failed one. */
export const CANCELED = 'The execution was canceled';

/** A response, and the `sessionToken` that the request went out with: empty where there was none. */
export interface Dispatched {
	reply: Reply;
	sessionToken: string;
}

/**
 * Sends one request with the credential, through n8n's own helper. Never throws.
 *
 * @param present n8n fetches and stores a token where it is empty
 */
export async function dispatch(
	context: IExecuteFunctions,
	{ id, name, credentials }: Account,
	present: string,
	{ request, timeoutMs, isQuestion, cancelSignal }: Dispatch,
): Promise<Dispatched> {
	let sessionToken = present;
	if (cancelSignal?.aborted) return { reply: { tokenRefused: CANCELED }, sessionToken: '' };
	const fetchesToken = credentials.authentication !== 'accessToken' && present === '';
	const sinceToken = new AbortController();
	// n8n writes a fetched token into this copy right before it sends the request: that shows whether
	// the request left, and starts the time for its response.
	const own: ICredentialDataDecryptedObject = Object.defineProperties(
		{ ...credentials },
		{
			sessionToken: {
				enumerable: true,
				get: () => sessionToken,
				set(fetched: unknown) {
					if (cancelSignal?.aborted) {
						// n8n 1 sets it twice, both times before it sends.
						sessionToken = '';
						throw new UserError(CANCELED);
					}
					sessionToken = String(fetched);
					AbortSignal.timeout(timeoutMs).addEventListener('abort', () => sinceToken.abort());
				},
			},
		},
	);
	const { deadline, ...options } = withinTime(
		timeoutMs,
		fetchesToken ? sinceToken.signal : undefined,
	);
	const end = isQuestion && cancelSignal ? firstOf(deadline, cancelSignal) : deadline;
	let reply: Reply;
	try {
		reply = await answerOf(
			await context.helpers.httpRequestWithAuthentication.call(
				withDeadline(context, end),
				CREDENTIAL_TYPE,
				{ ...request, ...options },
				{
					credentialsDecrypted: { id, name, type: CREDENTIAL_TYPE, data: own },
					// A refused token is renewed once for all requests that meet it; see session.ts.
					preAuthenticationRetryStatusCode: [],
				},
			),
		);
	} catch (error) {
		const neverSent = fetchesToken && sessionToken === '';
		reply = neverSent ? { tokenRefused: (error as Error).message } : readFailure(error);
	}
	return { reply, sessionToken };
}

/** Node 20 holds what such a signal waits for only weakly, and would forget the deadline. */
function firstOf(deadline: AbortSignal, cancelSignal: AbortSignal): AbortSignal {
	return Object.assign(AbortSignal.any([deadline, cancelSignal]), { deadline });
}

/** Reads the code out of what n8n throws around the HTTP client's own error. */
function readFailure(error: unknown): Reply {
	const { cause, message } = error as { cause?: { code?: string }; message?: string };
	if (cause?.code !== undefined) return { code: cause.code };
	// Not the network but n8n itself, e.g. its own rules on which addresses may be reached.
	return { body: { message } };
}

/**
 * The same context, in which requests end at a deadline instead of when the execution is cancelled.
 * n8n's `httpRequestWithAuthentication` sets the `abortSignal` of each request to the context's
 * `getExecutionCancelSignal()` (n8n-core, request-helpers/authentication.ts), whatever the request
 * says; and a payment that is cut off leaves nobody knowing what became of it.
 */
function withDeadline(context: IExecuteFunctions, deadline: AbortSignal): IExecuteFunctions {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => deadline },
	}) as IExecuteFunctions;
}
