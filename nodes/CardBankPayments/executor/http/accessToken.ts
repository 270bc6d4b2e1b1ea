import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	INodeCredentialsDetails,
} from 'n8n-workflow';
import { bearer } from '../../credential/bearer';
import { CREDENTIAL_TYPE, normalizeBaseUrl } from '../../wire/baseUrl';
import type { Clock } from '../common/clock';
import { oneAtATime } from '../idempotency/keyedMutex';
import { CANCELED, dispatch, type Dispatch, type Dispatched } from './dispatch';
import type { Reply } from './reply';

/**
 * How often one payment may meet a refused token. Several n8n processes may renew the same token
 * at once, and a service that keeps only its newest one refuses the others in turn.
 */
const TOKEN_TRIES = 6;

/**
 * Milliseconds that one process gives another one to fetch the token that both miss; twice as many
 * once another token was refused after the first. Random, so that one of them gets there first.
 */
const PRECEDENCE_MS = 1_000;

/** A token endpoint that fails later than this, in milliseconds, has kept others waiting in line. */
const SLOW_MS = 5_000;

/** The last request for which no token could be had, and that was slow, by credential. */
const withoutToken = new Map<string, Dispatched>();

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
		private readonly clock: Clock,
		private readonly credential: { id: string; name: string },
		readonly credentials: ICredentialDataDecryptedObject,
	) {}

	static async open(context: IExecuteFunctions, clock: Clock): Promise<Session> {
		// Throws for a node without one.
		const credentials = await context.getCredentials(CREDENTIAL_TYPE);
		const { id, name } = context.getNode().credentials?.[
			CREDENTIAL_TYPE
		] as INodeCredentialsDetails;
		return new Session(context, clock, { id: String(id), name }, { ...credentials });
	}

	/** Names the account at the service within this process: runs with the same one share its pace. */
	get account(): string {
		const { baseUrl, clientId } = this.credentials;
		const owner = this.renewsTokens ? `client ${clientId}` : `credential ${this.credential.id}`;
		return `${normalizeBaseUrl(baseUrl)} ${owner}`;
	}

	/** Sends one request; a refused token is renewed and the request, which had no effect, sent again. */
	async send(one: Dispatch): Promise<Reply> {
		for (let attempt = 1; ; attempt++) {
			const { reply, token } = await this.sendOnce(one);
			const own = {
				...reply,
				token: this.renewsTokens ? token : bearer(this.credentials.accessToken),
			};
			if (reply.status !== 401) return own;
			if (!this.renewsTokens || attempt === TOKEN_TRIES) {
				return { ...own, tokenRefused: 'The service refused the access token (HTTP 401)' };
			}
			this.refusedTokens.add(token);
			if (this.credentials.sessionToken === token) this.credentials.sessionToken = '';
		}
	}

	private get renewsTokens(): boolean {
		return this.credentials.authentication !== 'accessToken';
	}

	private async sendOnce(one: Dispatch): Promise<Dispatched> {
		if (this.renewsTokens && !this.credentials.sessionToken)
			return await this.sendWithNewToken(one);
		return await this.dispatch(one, this.credentials.sessionToken);
	}

	private async sendWithNewToken(one: Dispatch): Promise<Dispatched> {
		const { id } = this.credential;
		const before = withoutToken.get(id);
		const { sent, token } = await oneAtATime(`token ${id}`, async () => {
			const last = withoutToken.get(id);
			// Who stood in line meanwhile would wait as long for the same, one after the other.
			if (last !== undefined && last !== before) return { sent: last };
			this.credentials.sessionToken ||= await this.storedToken();
			const refused = this.refusedTokens.size;
			if (!this.credentials.sessionToken && refused > 0) {
				const waitMs = this.clock.random() * PRECEDENCE_MS * Math.min(refused, 2);
				await this.clock.sleep(waitMs, one.cancelSignal);
				this.credentials.sessionToken ||= await this.storedToken();
			}
			const { sessionToken } = this.credentials;
			if (sessionToken) return { token: sessionToken };
			// n8n fetches and stores a token when it meets an empty one.
			const askedAt = this.clock.now();
			const first = await this.dispatch(one, '');
			this.credentials.sessionToken = first.token;
			const isSlow = this.clock.now() - askedAt > SLOW_MS;
			// Only what never left: an answer belongs to its own payment.
			const isRefused = first.reply.tokenRefused !== undefined && !one.cancelSignal?.aborted;
			if (isRefused && isSlow) withoutToken.set(id, first);
			return { sent: first };
		});
		// With the token of this turn: another request may have lost it already, and an empty one would
		// be fetched out of turn.
		return sent ?? (await this.dispatch(one, token));
	}

	/** The token that another run has stored meanwhile; empty where there is none of use. */
	private async storedToken(): Promise<string> {
		const { sessionToken } = await this.context
			.getCredentials(CREDENTIAL_TYPE)
			.catch((): ICredentialDataDecryptedObject => ({}));
		return this.refusedTokens.has(sessionToken) ? '' : String(sessionToken ?? '');
	}

	private async dispatch(one: Dispatch, sessionToken: unknown): Promise<Dispatched> {
		if (one.cancelSignal?.aborted) return { reply: { tokenRefused: CANCELED }, token: '' };
		const data = { ...this.credentials, sessionToken: String(sessionToken ?? '') };
		return await dispatch(this.context, this.credential, data, one);
	}
}
