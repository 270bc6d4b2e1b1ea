import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { tokenFor } from '../../credential/sessionToken';
import { CREDENTIAL_TYPE, normalizeBaseUrl } from '../../wire/baseUrl';
import type { Clock } from '../common/clock';
import { oneAtATime } from '../common/turns';
import { isSameAccount, readAccount, type Account } from './account';
import { dispatch } from './dispatch';
import type { Reply } from './reply';

/**
 * How often one payment may meet a refused token. Several n8n processes may renew the same token
 * at once, and a service that keeps only its newest one refuses the others in turn.
 */
const TOKEN_TRIES = 4;

/**
 * Longest random wait, in milliseconds, after which one of several processes that miss a token fetches
 * it first.
 */
const PRECEDENCE_MS = 1_000;

/** Milliseconds for which a reading of the credential counts: a long run must not outlive an edit. */
const READ_AGAIN_MS = 5_000;

const CHANGED =
	'The credential was changed during this run. Run the items that were not sent again';

/**
 * Sends the requests of one run with its credential.
 *
 * n8n by itself fetches a token for every request that meets a missing or refused one. Here the
 * first to notice fetches it, for all runs in this process, and the others use what it stored.
 */
export class Session {
	private readonly refusedTokens = new Set<string>();

	/** As n8n stores it; empty where none counts. */
	private sessionToken: string;

	private isChanged = false;

	private readAt: number;

	private constructor(
		private readonly context: IExecuteFunctions,
		private readonly clock: Clock,
		private readonly timeoutMs: number,
		private readonly stored: Account,
	) {
		this.sessionToken = this.counting(this.credentials.sessionToken);
		this.readAt = clock.now();
	}

	/**
	 * @param timeoutMs for each response
	 * @throws NodeOperationError where the credential means several accounts
	 */
	static async open(context: IExecuteFunctions, clock: Clock, timeoutMs: number): Promise<Session> {
		return new Session(context, clock, timeoutMs, await readAccount(context));
	}

	get credentials(): Account['credentials'] {
		return this.stored.credentials;
	}

	/** Names the account at the service within this process: runs with the same one share its pace. */
	get account(): string {
		const { baseUrl, clientId } = this.credentials;
		const owner = this.renewsTokens ? `client ${clientId}` : `credential ${this.stored.id}`;
		return `${normalizeBaseUrl(baseUrl)} ${owner}`;
	}

	/**
	 * Sends one request; a refused token is renewed and the request, which had no effect, sent again.
	 *
	 * @param isQuestion a look-up goes to the account that has sent the payment, whatever is stored now
	 */
	async send(request: IHttpRequestOptions, isQuestion = false): Promise<Reply> {
		if (this.clock.now() - this.readAt >= READ_AGAIN_MS) await this.readAgain();
		if (this.isChanged && !isQuestion) return { tokenRefused: CHANGED };
		for (let attempt = 1; ; attempt++) {
			const isMissing = this.renewsTokens && this.sessionToken === '';
			const { reply, sessionToken } = isMissing
				? await this.sendWithNewToken(request, isQuestion)
				: await this.dispatch(request, isQuestion, this.sessionToken);
			if (reply.status !== 401) return reply;
			if (!this.renewsTokens || attempt === TOKEN_TRIES) {
				return { ...reply, tokenRefused: 'The service refused the access token (HTTP 401)' };
			}
			this.refusedTokens.add(sessionToken);
			if (this.sessionToken === sessionToken) this.sessionToken = '';
		}
	}

	private get renewsTokens(): boolean {
		return this.credentials.authentication !== 'accessToken';
	}

	private async sendWithNewToken(request: IHttpRequestOptions, isQuestion: boolean) {
		const sent = await oneAtATime(`token ${this.stored.id}`, async () => {
			if (this.sessionToken === '') await this.readAgain();
			if (this.sessionToken === '' && this.refusedTokens.size > 0) {
				const cancelSignal = this.context.getExecutionCancelSignal();
				await this.clock.sleep(this.clock.random() * PRECEDENCE_MS, cancelSignal);
				await this.readAgain();
			}
			const { sessionToken } = this;
			// Not even for a look-up: n8n 1 would store the old values along with the token.
			if (this.isChanged && (sessionToken === '' || !isQuestion)) {
				return { reply: { tokenRefused: CHANGED }, sessionToken };
			}
			if (sessionToken !== '') return sessionToken;
			// n8n fetches and stores a token when it meets an empty one.
			const fetching = await this.dispatch(request, isQuestion, '');
			this.sessionToken = fetching.sessionToken;
			return fetching;
		});
		// The token as it was read above: another request may have cleared it meanwhile.
		return typeof sent === 'string' ? await this.dispatch(request, isQuestion, sent) : sent;
	}

	/** Takes the token that another run has stored meanwhile, if there is one of this account. */
	private async readAgain(): Promise<void> {
		this.readAt = this.clock.now();
		try {
			const present = await this.context.getCredentials(CREDENTIAL_TYPE);
			this.isChanged = !isSameAccount(this.credentials, present);
			this.sessionToken ||= this.counting(present.sessionToken);
		} catch {
			// What was read first still holds.
		}
	}

	/** What n8n has stored, where it is of use for this account. */
	private counting(stored: unknown): string {
		const sessionToken = String(stored);
		const counts = tokenFor({ ...this.credentials, sessionToken }) !== '';
		return counts && !this.refusedTokens.has(sessionToken) ? sessionToken : '';
	}

	private async dispatch(request: IHttpRequestOptions, isQuestion: boolean, sessionToken: string) {
		const { context, stored, timeoutMs } = this;
		return await dispatch(context, stored, sessionToken, request, { timeoutMs, isQuestion });
	}
}
