import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { tokenFor } from '../../credential/sessionToken';
import { CREDENTIAL_TYPE, normalizeBaseUrl } from '../../wire/baseUrl';
import { responseOf, withinTime } from '../../wire/exchange';
import type { Clock } from '../common/clock';
import { oneAtATime } from '../common/turns';
import { differingField, readAccount } from './account';
import type { ServiceResponse } from './response';

/** By this spelling n8n tells a canceled execution from a failed one. */
export const CANCELED = 'The execution was canceled';

/** Several n8n processes may renew a token at once, and a service may keep only its newest one. */
const TOKEN_TRIES = 4;

/** Longest random wait, in milliseconds, so that one of several processes fetches a token first. */
const PRECEDENCE_MS = 1_000;

/** Milliseconds for which a reading of the credential counts: a long run must not outlive an edit. */
const READ_AGAIN_MS = 5_000;

const CHANGED =
	'The credential was changed during this run. Run the items that were not sent again';

/**
 * Sends the requests of one run with its credential. n8n by itself fetches a token for every request
 * that meets a missing or refused one; here the first to notice does, for all runs in this process.
 *
 * @throws as `readAccount`
 */
export async function openSession(context: IExecuteFunctions, clock: Clock, timeoutMs: number) {
	const stored = await readAccount(context);
	const { id, data: credentials } = stored;
	const renewsTokens = credentials.authentication !== 'accessToken';
	const owner = renewsTokens ? `client ${credentials.clientId}` : `credential ${id}`;
	const refusedTokens = new Set<string>();
	let sessionToken = usable(credentials.sessionToken);
	let isChanged = false;
	let readAt = clock.now();

	/** What n8n has stored, where it is a token of this account; empty otherwise. */
	function usable(present: unknown): string {
		const token = String(present);
		const isOurs = tokenFor({ ...credentials, sessionToken: token }) !== '';
		return isOurs && !refusedTokens.has(token) ? token : '';
	}

	/** Takes the token that another run has stored meanwhile, if there is one of this account. */
	async function readAgain(): Promise<void> {
		readAt = clock.now();
		try {
			const present = await context.getCredentials(CREDENTIAL_TYPE);
			isChanged = differingField(credentials, present) !== undefined;
			sessionToken ||= usable(present.sessionToken);
		} catch {
			// What was read first still holds.
		}
	}

	/**
	 * Sends one request through n8n's own helper, which fetches and stores a token where there is none.
	 * Never throws; after a cancel nothing new leaves, and `sentToken` is empty.
	 */
	async function dispatch(request: IHttpRequestOptions) {
		let sentToken = sessionToken;
		const fetchesToken = renewsTokens && sentToken === '';
		const isCanceled = () => context.getExecutionCancelSignal()?.aborted === true;
		if (isCanceled()) return { response: { tokenRefused: CANCELED }, sentToken: '' };
		// Node 20 may collect a signal that is composed of others, which then never comes.
		const time = new AbortController();
		const begin = () =>
			AbortSignal.timeout(timeoutMs).addEventListener('abort', () => time.abort());
		if (!fetchesToken) begin();
		// n8n writes a fetched token into this copy right before it sends the request: that shows whether
		// the request left, and starts the time for its response.
		const data = {
			...credentials,
			get sessionToken() {
				return sentToken;
			},
			set sessionToken(fetched: string) {
				// n8n before 2.34 sets it twice, both times before it sends.
				sentToken = isCanceled() ? '' : fetched;
				if (isCanceled()) throw new UserError(CANCELED);
				begin();
			},
		};
		try {
			const raw: unknown = await context.helpers.httpRequestWithAuthentication.call(
				withDeadline(context, time.signal),
				CREDENTIAL_TYPE,
				{ ...request, ...withinTime(timeoutMs, time.signal) },
				// n8n retries no 401 itself: a refused token is renewed once for all that meet it.
				{ credentialsDecrypted: { ...stored, data }, preAuthenticationRetryStatusCode: [] },
			);
			const token = tokenFor({ ...credentials, sessionToken: sentToken });
			return { response: withoutToken(await responseOf(raw), token), sentToken };
		} catch (error) {
			const { cause, message } = error as { cause?: { code?: string }; message: string };
			const hasLeft = !fetchesToken || sentToken !== '';
			if (!hasLeft) return { response: { tokenRefused: message }, sentToken };
			// Without a code it was n8n itself, e.g. by its rules on which addresses may be reached.
			const response: ServiceResponse =
				cause?.code === undefined ? { body: { message } } : { code: cause.code };
			return { response, sentToken };
		}
	}

	/** Lets n8n fetch and store a token for a request, unless there is one meanwhile. */
	async function sendWithNewToken(request: IHttpRequestOptions) {
		if (sessionToken === '') await readAgain();
		if (sessionToken === '' && refusedTokens.size > 0) {
			await clock.sleep(clock.random() * PRECEDENCE_MS, context.getExecutionCancelSignal());
			await readAgain();
		}
		// Where the credential was changed, n8n before 2.34 would store the old values along with the token.
		if (sessionToken !== '' || isChanged) return undefined;
		const sent = await dispatch(request);
		sessionToken = sent.sentToken;
		return sent;
	}

	return {
		credentials,
		/** Names the account at the service within this process: runs with the same one share its pace. */
		account: `${normalizeBaseUrl(credentials.baseUrl)} ${owner}`,
		/** Sent again where its token was refused: a service reads the token before it does anything. */
		async send(request: IHttpRequestOptions): Promise<ServiceResponse> {
			for (let refusals = 0; ;) {
				if (clock.now() - readAt >= READ_AGAIN_MS) await readAgain();
				const needsToken = renewsTokens && sessionToken === '';
				// What was sent is still looked up at the account that has paid it.
				const isQuestion = request.method === 'GET';
				if (isChanged && (needsToken || !isQuestion)) return { tokenRefused: CHANGED };
				const sent = needsToken
					? await oneAtATime(`token ${id}`, async () => await sendWithNewToken(request))
					: await dispatch(request);
				if (sent === undefined) continue;
				if (sent.response.status !== 401) return sent.response;
				if (!renewsTokens || ++refusals === TOKEN_TRIES) {
					const tokenRefused = 'The service refused the access token (HTTP 401)';
					return { ...sent.response, tokenRefused };
				}
				refusedTokens.add(sent.sentToken);
				if (sessionToken === sent.sentToken) sessionToken = '';
			}
		},
	};
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
 * The same context with a deadline instead of the cancel signal, at which n8n's helper would cut a
 * payment off (n8n-core, request-helpers/authentication.ts): nobody knows what became of it then.
 */
function withDeadline(context: IExecuteFunctions, deadline: AbortSignal): IExecuteFunctions {
	return Object.create(context, {
		getExecutionCancelSignal: { value: () => deadline },
	}) as IExecuteFunctions;
}
