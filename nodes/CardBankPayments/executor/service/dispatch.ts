import {
	UserError,
	type ICredentialDataDecryptedObject,
	type IExecuteFunctions,
	type IHttpRequestOptions,
} from 'n8n-workflow';
import { tokenFor } from '../../credential/sessionToken';
import { CREDENTIAL_TYPE } from '../../wire/baseUrl';
import { answerOf, withinTime } from '../../wire/exchange';
import type { Account } from './account';
import type { Reply } from './reply';

/** By this spelling n8n tells a canceled execution from a failed one. */
export const CANCELED = 'The execution was canceled';

/**
 * Sends one request with the credential, through n8n's own helper. Never throws. Once the execution is
 * cancelled, nothing leaves.
 *
 * @param present n8n fetches and stores a token where it is empty
 * @param isQuestion whether it ends when the execution is cancelled; a payment under way is waited for
 * @returns a response, and the `sessionToken` that the request went out with: empty where there was none
 */
export async function dispatch(
	context: IExecuteFunctions,
	{ id, name, credentials }: Account,
	present: string,
	request: IHttpRequestOptions,
	{ timeoutMs, isQuestion = false }: { timeoutMs: number; isQuestion?: boolean },
): Promise<{ reply: Reply; sessionToken: string }> {
	let sessionToken = present;
	const cancelSignal = context.getExecutionCancelSignal();
	if (cancelSignal?.aborted) return { reply: { tokenRefused: CANCELED }, sessionToken: '' };
	const fetchesToken = credentials.authentication !== 'accessToken' && present === '';
	// A signal that is composed of others is forgotten by Node 20, with all that waits for it.
	const time = new AbortController();
	const end = () => time.abort();
	const begin = () => AbortSignal.timeout(timeoutMs).addEventListener('abort', end);
	if (!fetchesToken) begin();
	if (isQuestion) cancelSignal?.addEventListener('abort', end);
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
					begin();
				},
			},
		},
	);
	const { deadline, ...options } = withinTime(timeoutMs, time.signal);
	try {
		const response: unknown = await context.helpers.httpRequestWithAuthentication.call(
			withDeadline(context, deadline),
			CREDENTIAL_TYPE,
			{ ...request, ...options },
			{
				credentialsDecrypted: { id, name, type: CREDENTIAL_TYPE, data: own },
				// A refused token is renewed once for all requests that meet it; see session.ts.
				preAuthenticationRetryStatusCode: [],
			},
		);
		const token = tokenFor({ ...credentials, sessionToken });
		return { reply: withoutToken(await answerOf(response), token), sessionToken };
	} catch (error) {
		const { cause, message } = error as { cause?: { code?: string }; message: string };
		if (fetchesToken && sessionToken === '')
			return { reply: { tokenRefused: message }, sessionToken };
		// Without a code it was not the network but n8n itself, e.g. its rules on which addresses may be
		// reached.
		const reply = cause?.code === undefined ? { body: { message } } : { code: cause.code };
		return { reply, sessionToken };
	} finally {
		cancelSignal?.removeEventListener('abort', end);
	}
}

/** A shorter one is no secret, and may well stand in an amount. */
const SHORTEST_TOKEN = 8;

/**
 * Something in between may add the request to its response, and what comes out of the node is stored:
 * nobody reads a reply with the token that its request went out with.
 */
function withoutToken(reply: Reply, token: string): Reply {
	const secret = JSON.stringify(token.replace(/^Bearer\s+/i, '')).slice(1, -1);
	const text = JSON.stringify(reply);
	if (secret.length < SHORTEST_TOKEN || !text.includes(secret)) return reply;
	return JSON.parse(text.replaceAll(secret, '…')) as Reply;
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
