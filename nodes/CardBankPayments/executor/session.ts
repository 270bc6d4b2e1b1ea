import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../shared/baseUrl';
import { oneAtATime } from './oneAtATime';
import type { Reply } from './outcome';

/**
 * How often one payment may meet a refused token. Several n8n processes may renew the same token
 * at once, and a service that keeps only its newest one refuses the others in turn.
 */
const TOKEN_TRIES = 4;

/** The token could not be had, or is refused even when new: no other item would fare better. */
export interface SessionReply extends Reply {
	tokenRefused?: string;
}

/** A reply, and the token that a failed request went out with. */
type Dispatched = SessionReply & { token?: unknown };

/**
 * Sends the requests of one run with the credential, which is read once.
 *
 * n8n by itself fetches a token for every request that meets a missing or refused one. Here the
 * first to notice fetches it, for all runs in this process, and the others use what it stored.
 */
export class Session {
	private readonly refusedTokens = new Set<unknown>();

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly credential: { id: string; name: string },
		readonly credentials: ICredentialDataDecryptedObject,
	) {}

	static async open(context: IExecuteFunctions): Promise<Session> {
		const details = context.getNode().credentials?.[CREDENTIAL_TYPE];
		const credentials = await context.getCredentials(CREDENTIAL_TYPE);
		return new Session(
			context,
			{ id: details?.id ?? '', name: details?.name ?? '' },
			{ ...credentials },
		);
	}

	/** Sends one request; a refused token is renewed and the request, which had no effect, sent again. */
	async send(request: IHttpRequestOptions, timeoutMs: number): Promise<SessionReply> {
		const renews = this.credentials.authentication !== 'accessToken';
		for (let attempt = 1; ; attempt++) {
			const { token, ...reply } =
				renews && !this.credentials.sessionToken
					? await this.sendWithNewToken(request, timeoutMs)
					: await this.dispatch(request, timeoutMs);
			if (reply.status !== 401) return reply;
			if (!renews || attempt === TOKEN_TRIES) {
				return { ...reply, tokenRefused: 'The service refused the access token (HTTP 401)' };
			}
			this.refusedTokens.add(token);
			if (this.credentials.sessionToken === token) this.credentials.sessionToken = '';
		}
	}

	private async sendWithNewToken(
		request: IHttpRequestOptions,
		timeoutMs: number,
	): Promise<Dispatched> {
		const sent = await oneAtATime(`token ${this.credential.id}`, async () => {
			this.credentials.sessionToken ||= await this.storedToken();
			// n8n fetches and stores a token when it meets an empty one.
			return this.credentials.sessionToken ? undefined : await this.dispatch(request, timeoutMs);
		});
		return sent ?? (await this.dispatch(request, timeoutMs));
	}

	/** The token that another run has stored meanwhile; empty where there is none of use. */
	private async storedToken(): Promise<string> {
		const { sessionToken } = await this.context
			.getCredentials(CREDENTIAL_TYPE)
			.catch((): ICredentialDataDecryptedObject => ({}));
		return this.refusedTokens.has(sessionToken) ? '' : String(sessionToken ?? '');
	}

	private async dispatch(request: IHttpRequestOptions, timeoutMs: number): Promise<Dispatched> {
		const { context, credential } = this;
		// A copy of its own: n8n puts a new token into it before it sends the request with it, and
		// only so can be told whether this request was sent at all.
		const data = { ...this.credentials };
		const hadToken = Boolean(data.sessionToken);
		// Two things n8n would do differently: a cancelled execution would cut off requests that are
		// under way, of which then nobody knows the outcome; and its timeout starts anew with every
		// byte, so that an answer dripping in would never end.
		const deadline = AbortSignal.timeout(timeoutMs);
		const caller = Object.create(context, {
			getExecutionCancelSignal: { value: () => deadline },
		}) as IExecuteFunctions;
		try {
			const response = (await context.helpers.httpRequestWithAuthentication.call(
				caller,
				CREDENTIAL_TYPE,
				{ ...request, timeout: timeoutMs, returnFullResponse: true },
				{
					credentialsDecrypted: { ...credential, type: CREDENTIAL_TYPE, data },
					// A refused token is renewed above, once for all requests that meet it.
					preAuthenticationRetryStatusCode: [],
				},
			)) as IN8nHttpFullResponse;
			return { status: response.statusCode, body: response.body };
		} catch (error) {
			const neverSent = data.authentication !== 'accessToken' && !data.sessionToken;
			if (neverSent) return { tokenRefused: (error as Error).message };
			return { ...readFailure(error), token: data.sessionToken };
		} finally {
			if (!hadToken) this.credentials.sessionToken = data.sessionToken ?? '';
		}
	}
}

/** Reads status, body and code out of what n8n throws around the HTTP client's own error. */
function readFailure(error: unknown): Reply {
	const { cause, message } = error as {
		cause?: { code?: string; response?: { status?: number; data?: unknown } };
		message?: string;
	};
	if (cause?.response?.status !== undefined) {
		return { status: cause.response.status, body: cause.response.data };
	}
	if (cause?.code !== undefined) return { code: cause.code };
	// Not the network but n8n itself, e.g. its own rules on which addresses may be reached.
	return { body: { message } };
}
