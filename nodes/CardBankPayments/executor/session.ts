import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';
import type { Reply } from './outcome';

export const CREDENTIAL_TYPE = 'cardBankPaymentsApi';

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
		const sent = await oneAtATime(this.credential.id, async () => {
			if (this.credentials.sessionToken) return undefined;
			const stored = (await this.context.getCredentials(CREDENTIAL_TYPE)).sessionToken;
			if (stored && !this.refusedTokens.has(stored)) {
				this.credentials.sessionToken = stored as string;
				return undefined;
			}
			// n8n fetches and stores a token when it meets an empty one.
			this.credentials.sessionToken = '';
			return await this.dispatch(request, timeoutMs);
		});
		return sent ?? (await this.dispatch(request, timeoutMs));
	}

	private async dispatch(request: IHttpRequestOptions, timeoutMs: number): Promise<Dispatched> {
		const { context, credential, credentials } = this;
		const tokenBefore = credentials.sessionToken;
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
					credentialsDecrypted: { ...credential, type: CREDENTIAL_TYPE, data: credentials },
					// A refused token is renewed above, once for all requests that meet it.
					preAuthenticationRetryStatusCode: [],
				},
			)) as IN8nHttpFullResponse;
			return { status: response.statusCode, body: response.body };
		} catch (error) {
			// n8n puts a new token into the credentials before it sends the request with it.
			const token = tokenBefore || credentials.sessionToken;
			const neverSent = credentials.authentication !== 'accessToken' && !token;
			return neverSent
				? { tokenRefused: (error as Error).message }
				: { ...readFailure(error), token };
		}
	}
}

/** Reads status, body and code out of what n8n throws around the HTTP client's own error. */
function readFailure(error: unknown): Reply {
	const { cause, httpCode, message } = error as {
		cause?: { code?: string; response?: { status?: number; data?: unknown } };
		httpCode?: string | null;
		message?: string;
	};
	const status = cause?.response?.status ?? (Number(httpCode) || undefined);
	if (status !== undefined) return { status, body: cause?.response?.data };
	if (cause?.code !== undefined) return { code: cause.code };
	// Not the network but n8n itself, e.g. its own rules on which addresses may be reached.
	return { body: { message } };
}

const inLine = new Map<string, Promise<unknown>>();

/** Runs tasks with the same key one after the other, within this process. */
async function oneAtATime<T>(key: string, task: () => Promise<T>): Promise<T> {
	const before = inLine.get(key) ?? Promise.resolve();
	const turn = before.then(task, task);
	const done = turn.catch(() => undefined);
	inLine.set(key, done);
	try {
		return await turn;
	} finally {
		if (inLine.get(key) === done) inLine.delete(key);
	}
}
