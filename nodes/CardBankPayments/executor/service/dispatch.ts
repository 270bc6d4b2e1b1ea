import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	IExecuteFunctions,
	IHttpRequestOptions,
} from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { tokenFor } from '../../credential/sessionToken';
import { CREDENTIAL_TYPE } from '../../wire/baseUrl';
import { responseOf, withinTime } from '../../wire/exchange';
import type { ServiceResponse } from './response';

/** By this spelling n8n tells a canceled execution from a failed one. */
export const CANCELED = 'The execution was canceled';

/**
 * Sends one request through n8n's own helper. Never throws. Once the execution is cancelled, nothing leaves.
 *
 * @param present n8n fetches and stores a token where it is empty
 * @returns a response, and the `sessionToken` that the request went out with: empty where there was none
 */
export async function dispatch(
	context: IExecuteFunctions,
	stored: ICredentialsDecrypted,
	present: string,
	request: IHttpRequestOptions,
	timeoutMs: number,
): Promise<{ response: ServiceResponse; sessionToken: string }> {
	const { data: credentials = {} } = stored;
	let sessionToken = present;
	const isCanceled = () => context.getExecutionCancelSignal()?.aborted === true;
	if (isCanceled()) return { response: { tokenRefused: CANCELED }, sessionToken: '' };
	const fetchesToken = credentials.authentication !== 'accessToken' && present === '';
	// A signal that is composed of others is forgotten by Node 20, with all that waits for it.
	const time = new AbortController();
	const begin = () => AbortSignal.timeout(timeoutMs).addEventListener('abort', () => time.abort());
	if (!fetchesToken) begin();
	// n8n writes a fetched token into this copy right before it sends the request: that shows whether
	// the request left, and starts the time for its response.
	const own: ICredentialDataDecryptedObject = {
		...credentials,
		get sessionToken() {
			return sessionToken;
		},
		set sessionToken(fetched: string) {
			// n8n 1 sets it twice, both times before it sends.
			sessionToken = isCanceled() ? '' : fetched;
			if (isCanceled()) throw new UserError(CANCELED);
			begin();
		},
	};
	try {
		const raw: unknown = await context.helpers.httpRequestWithAuthentication.call(
			withDeadline(context, time.signal),
			CREDENTIAL_TYPE,
			{ ...request, ...withinTime(timeoutMs, time.signal) },
			{
				credentialsDecrypted: { ...stored, data: own },
				// A refused token is renewed once for all requests that meet it; see session.ts.
				preAuthenticationRetryStatusCode: [],
			},
		);
		const token = tokenFor({ ...credentials, sessionToken });
		return { response: withoutToken(await responseOf(raw), token), sessionToken };
	} catch (error) {
		const { cause, message } = error as { cause?: { code?: string }; message: string };
		const hasLeft = !fetchesToken || sessionToken !== '';
		if (!hasLeft) return { response: { tokenRefused: message }, sessionToken };
		// Without a code it was n8n itself, e.g. by its rules on which addresses may be reached.
		const response = cause?.code === undefined ? { body: { message } } : { code: cause.code };
		return { response, sessionToken };
	}
}

/** A shorter one is no secret, and may well stand in an amount. */
const SHORTEST_TOKEN = 8;

/** Something in between may add the request to its response, and what comes out of the node is stored. */
function withoutToken(response: ServiceResponse, token: string): ServiceResponse {
	const secret = JSON.stringify(token.replace(/^Bearer\s+/i, '')).slice(1, -1);
	const text = JSON.stringify(response);
	if (secret.length < SHORTEST_TOKEN || !text.includes(secret)) return response;
	return JSON.parse(text.replaceAll(secret, '…')) as ServiceResponse;
}

/**
 * The same context, in which requests end at a deadline. Whatever a request says, n8n's helper ends it when
 * the execution is cancelled (n8n-core, request-helpers/authentication.ts); and a payment that is cut off
 * leaves nobody knowing what became of it.
 */
function withDeadline(context: IExecuteFunctions, deadline: AbortSignal): IExecuteFunctions {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => deadline },
	}) as IExecuteFunctions;
}
