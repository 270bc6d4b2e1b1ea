import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
	INodeCredentialsDetails,
} from 'n8n-workflow';
import { sleep } from 'n8n-workflow';
import { CREDENTIAL_TYPE } from '../shared/baseUrl';
import { readAnswer } from '../shared/readAnswer';
import { oneAtATime } from './oneAtATime';
import type { Reply } from './outcome';

/**
 * How often one payment may meet a refused token. Several n8n processes may renew the same token
 * at once, and a service that keeps only its newest one refuses the others in turn.
 */
const TOKEN_TRIES = 6;

/**
 * Milliseconds that one process gives another one to fetch the token that both miss; twice as many
 * once another token was refused after the first. By lot, so that one of them comes first.
 */
const PRECEDENCE_MS = 1_000;

/** The token could not be had, or is refused even when new: no other item would fare better. */
export interface SessionReply extends Reply {
	tokenRefused?: string;
}

/** A reply, and the token that the request went out with. */
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
		// Throws for a node without one.
		const credentials = await context.getCredentials(CREDENTIAL_TYPE);
		const { id, name } = context.getNode().credentials?.[
			CREDENTIAL_TYPE
		] as INodeCredentialsDetails;
		return new Session(context, { id: String(id), name }, { ...credentials });
	}

	/** Sends one request; a refused token is renewed and the request, which had no effect, sent again. */
	async send(request: IHttpRequestOptions, timeoutMs: number): Promise<SessionReply> {
		const renews = this.credentials.authentication !== 'accessToken';
		for (let attempt = 1; ; attempt++) {
			const { sessionToken } = this.credentials;
			const { token, ...reply } =
				renews && !sessionToken
					? await this.sendWithNewToken(request, timeoutMs)
					: await this.dispatch(request, timeoutMs, sessionToken);
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
		const { sent, token } = await oneAtATime(`token ${this.credential.id}`, async () => {
			this.credentials.sessionToken ||= await this.storedToken();
			const refused = this.refusedTokens.size;
			if (!this.credentials.sessionToken && refused > 0) {
				await sleep(Math.random() * PRECEDENCE_MS * Math.min(refused, 2));
				this.credentials.sessionToken ||= await this.storedToken();
			}
			const { sessionToken } = this.credentials;
			if (sessionToken) return { token: sessionToken };
			// n8n fetches and stores a token when it meets an empty one.
			return { sent: await this.dispatch(request, timeoutMs, '') };
		});
		// With the token of this turn: another request may have lost it already, and an empty one would
		// be fetched out of turn.
		return sent ?? (await this.dispatch(request, timeoutMs, token));
	}

	/** The token that another run has stored meanwhile; empty where there is none of use. */
	private async storedToken(): Promise<string> {
		const { sessionToken } = await this.context
			.getCredentials(CREDENTIAL_TYPE)
			.catch((): ICredentialDataDecryptedObject => ({}));
		return this.refusedTokens.has(sessionToken) ? '' : String(sessionToken ?? '');
	}

	private async dispatch(
		request: IHttpRequestOptions,
		timeoutMs: number,
		sessionToken: ICredentialDataDecryptedObject[string] | undefined,
	): Promise<Dispatched> {
		const { context, credential } = this;
		// A copy of its own: n8n puts a new token into it before it sends the request with it, and
		// only so can be told whether this request was sent at all.
		const data: ICredentialDataDecryptedObject = {
			...this.credentials,
			sessionToken: sessionToken ?? '',
		};
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
				{
					...request,
					timeout: timeoutMs,
					returnFullResponse: true,
					ignoreHttpStatusErrors: true,
					encoding: 'stream',
				},
				{
					credentialsDecrypted: { ...credential, type: CREDENTIAL_TYPE, data },
					// A refused token is renewed above, once for all requests that meet it.
					preAuthenticationRetryStatusCode: [],
				},
			)) as IN8nHttpFullResponse;
			const body = await readAnswer(response.body);
			return { status: response.statusCode, body, token: data.sessionToken };
		} catch (error) {
			const neverSent = data.authentication !== 'accessToken' && !data.sessionToken;
			if (neverSent) return { tokenRefused: (error as Error).message };
			return readFailure(error);
		} finally {
			if (!hadToken) this.credentials.sessionToken = data.sessionToken ?? '';
		}
	}
}

/** Reads the code out of what n8n throws around the HTTP client's own error. */
function readFailure(error: unknown): Reply {
	const { cause, message } = error as { cause?: { code?: string }; message?: string };
	if (cause?.code !== undefined) return { code: cause.code };
	// Not the network but n8n itself, e.g. its own rules on which addresses may be reached.
	return { body: { message } };
}
