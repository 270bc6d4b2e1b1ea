import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { tokenFor, type NoAccess } from '../../credential/sessionToken';
import { CREDENTIAL_TYPE } from '../../wire/baseUrl';
import { responseOf, withinTime } from '../../wire/exchange';
import type { Clock } from '../common/clock';
import { oneAtATime } from '../common/turns';
import { PAUSES_MS } from '../common/waits';
import type { ServiceResponse } from '../proof/response';
import { notSent, rejected } from '../proof/verdicts';
import { waitAsked } from '../proof/waitAsked';
import type { Verdict } from '../common/payment';
import { differingField, type Account } from './account';

/** By this spelling n8n tells a canceled execution from a failed one. No item has stopped it. */
export const CANCELED = notSent('run', 'The execution was canceled', 'Run this item again');

/** Several n8n processes may renew a token at once, and a service may keep only its newest one. */
const TOKEN_TRIES = 4;

/** Longest random wait, in milliseconds, so that one of several processes fetches a token first. */
const PRECEDENCE_MS = 1_000;

/** Milliseconds for which a reading of the credential counts: a long run must not outlive an edit. */
const CREDENTIAL_READ_AGAIN_MS = 5_000;

const CHANGED = notSent(
	'account',
	'The credential was changed during this run',
	'Run the items that were not sent again, with the credential as it is now',
);
const GONE = notSent(
	'account',
	'n8n cannot read the credential any more',
	'Check that the credential is still there, then run the items that were not sent again',
);

/** The code of a request that took too long, also where only the end of its response is missing. */
const OUT_OF_TIME = 'ETIMEDOUT';

/** A response, and the token that went out with the request; empty where nothing left. */
interface Sent {
	response: ServiceResponse;
	sentToken: string;
}

/**
 * Sends the requests of one run with its credential. n8n by itself fetches a token for every request that
 * meets a missing or refused one; here the first to notice does, for all runs in this process.
 */
export class Session {
	private readonly renewsTokens: boolean;

	private readonly cancelSignal?: AbortSignal;

	private readonly refusedTokens = new Set<string>();

	/** By the method: that a GET is let in says nothing of a POST. */
	private readonly refusalsInARow = new Map<string, number>();

	private sessionToken: string;

	/** Why the credential pays nobody any more. */
	private closed?: Verdict;

	private readAt: number;

	/** A reading of the credential that is under way; what is to leave meanwhile waits for it. */
	private reading?: Promise<void>;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly account: Account,
		private readonly clock: Clock,
		private readonly timeoutMs: number,
	) {
		this.renewsTokens = account.data.authentication !== 'accessToken';
		this.cancelSignal = context.getExecutionCancelSignal();
		this.sessionToken = this.usable(account.data.sessionToken);
		this.readAt = clock.now();
	}

	/**
	 * Never throws. After a cancel, only look-ups leave; after a change of the credential, only what reads. Both need a
	 * token that holds.
	 *
	 * @param isRepeatable whether it may leave again where its token was refused
	 */
	async send(
		request: IHttpRequestOptions,
		isRepeatable: boolean,
		isLookUp = false,
	): Promise<ServiceResponse> {
		const { method = 'GET' } = request;
		for (;;) {
			const isOld = this.clock.now() - this.readAt >= CREDENTIAL_READ_AGAIN_MS;
			if (this.closed === undefined && (isOld || this.reading)) await this.readAgain();
			const needsToken = this.renewsTokens && this.sessionToken === '';
			// What was sent is still looked up at the account that has paid it.
			const isQuestion = method === 'GET';
			if (this.closed !== undefined && (needsToken || !isQuestion)) return { notLeft: this.closed };
			const sent = needsToken
				? await oneAtATime(
						`token ${this.account.id}`,
						async () => await this.sendWithNewToken(request, isLookUp),
					)
				: await this.dispatch(request, isLookUp);
			if (sent === undefined) continue;
			const { response, sentToken } = sent;
			if (response.status !== 401) {
				if (response.status !== undefined) this.refusalsInARow.set(method, 0);
				return response;
			}
			const canRenew = this.dropToken(sentToken, method);
			if (!isRepeatable || !canRenew) return { ...response, canRenew };
		}
	}

	/** What n8n has stored, where it is a token of this account; empty otherwise. */
	private usable(present: unknown): string {
		const token = String(present);
		const isOurs = tokenFor({ ...this.account.data, sessionToken: token }) !== '';
		return isOurs && !this.refusedTokens.has(token) ? token : '';
	}

	/** Takes the token that another run has stored meanwhile, if there is one of this account. */
	private async readAgain(): Promise<void> {
		this.reading ??= this.readCredential().finally(() => (this.reading = undefined));
		await this.reading;
	}

	private async readCredential(): Promise<void> {
		const { clock, context, cancelSignal } = this;
		this.readAt = clock.now();
		for (const pauseMs of [0, ...PAUSES_MS]) {
			if (pauseMs > 0) await clock.sleep(pauseMs, cancelSignal);
			try {
				const present = await context.getCredentials(CREDENTIAL_TYPE);
				if (differingField(this.account.data, present) !== undefined) this.closed ??= CHANGED;
				this.sessionToken ||= this.usable(present.sessionToken);
				return;
			} catch {
				// After the last attempt it counts as gone.
			}
		}
		this.closed ??= GONE;
	}

	/** Lets n8n fetch and store a token for a request, unless there is one meanwhile. */
	private async sendWithNewToken(
		request: IHttpRequestOptions,
		isLookUp: boolean,
	): Promise<Sent | undefined> {
		if (this.sessionToken === '') await this.readAgain();
		if (this.sessionToken === '' && this.refusedTokens.size > 0) {
			const { clock, cancelSignal } = this;
			await clock.sleep(clock.random() * PRECEDENCE_MS, cancelSignal);
			await this.readAgain();
		}
		// Where the credential was changed, a new token would be stored with its new values.
		if (this.sessionToken !== '' || this.closed !== undefined) return undefined;
		const sent = await this.dispatch(request, isLookUp);
		this.sessionToken = sent.sentToken;
		return sent;
	}

	/** Drops a token that the service has refused, if nobody has done so; whether a new one may be tried. */
	private dropToken(refused: string, method: string): boolean {
		if (!this.renewsTokens) return false;
		this.refusedTokens.add(refused);
		let refusals = this.refusalsInARow.get(method) ?? 0;
		if (this.sessionToken === refused) {
			this.sessionToken = '';
			this.refusalsInARow.set(method, ++refusals);
		}
		return refusals < TOKEN_TRIES;
	}

	/** Sends one request through n8n's own helper, which fetches and stores a token where there is none. */
	private async dispatch(request: IHttpRequestOptions, isLookUp: boolean): Promise<Sent> {
		const { context, timeoutMs } = this;
		const fetchesToken = this.renewsTokens && this.sessionToken === '';
		// What has left is still asked, so that nobody need look it up by hand.
		const mayLeave = !this.cancelSignal?.aborted || (isLookUp && !fetchesToken);
		if (!mayLeave) return { response: { notLeft: CANCELED }, sentToken: '' };
		// Node 20 may collect a signal that is composed of others, which then never comes.
		const time = new AbortController();
		const begin = () =>
			AbortSignal.timeout(timeoutMs).addEventListener('abort', () => time.abort());
		if (!fetchesToken) begin();
		const data = this.watched(begin);
		try {
			const raw: unknown = await context.helpers.httpRequestWithAuthentication.call(
				withDeadline(context, time.signal),
				CREDENTIAL_TYPE,
				{ ...request, ...withinTime(timeoutMs, time.signal) },
				// n8n retries no 401 itself: a refused token is renewed once for all that meet it.
				{ credentialsDecrypted: { ...this.account, data }, preAuthenticationRetryStatusCode: [] },
			);
			const complete = withoutSecret(await responseOf(raw), tokenFor(data));
			const isLate = complete.body === undefined && time.signal.aborted;
			const response = isLate ? { ...complete, code: OUT_OF_TIME } : complete;
			return { response, sentToken: data.sessionToken };
		} catch (error) {
			/** As Node raises it; where none of several addresses could be reached, with those of all of them. */
			type NetworkError = { syscall?: string; errors?: NetworkError[] };
			/** The cause says why there is no token, or has a code of the network or TLS layer, and that error. */
			type Cause = Partial<NoAccess & { code: string; cause: NetworkError }>;
			const { cause = {}, message } = error as { cause?: Cause; message: string };
			const { code, cause: network } = cause;
			const sentToken = data.sessionToken;
			// By its rules on which addresses may be reached, n8n refuses to send.
			const isForbidden = cause instanceof UserError || network instanceof UserError;
			if (isForbidden || (fetchesToken && sentToken === '')) {
				return { response: this.withoutLeaving(message, cause), sentToken };
			}
			const response: ServiceResponse =
				code === undefined
					? { body: { message } }
					: { code, syscall: (network?.errors?.[0] ?? network)?.syscall };
			return { response, sentToken };
		}
	}

	/**
	 * A copy of the credential into which n8n writes a token that it has fetched, right before it sends the
	 * request. That shows whether the request left, and begins the time for its response.
	 */
	private watched(begin: () => void): Account['data'] & { sessionToken: string } {
		const { cancelSignal } = this;
		let sentToken = this.sessionToken;
		return {
			...this.account.data,
			get sessionToken() {
				return sentToken;
			},
			set sessionToken(fetched: string) {
				// n8n sets it twice, both times before it sends.
				sentToken = cancelSignal?.aborted ? '' : fetched;
				if (cancelSignal?.aborted) throw new UserError(CANCELED.says);
				begin();
			},
		};
	}

	/** No token could be fetched, or n8n refuses to send, so that nothing left. */
	private withoutLeaving(
		why: string,
		{ says = why, nextStep, answer, whose = 'service', refusesKeys }: Partial<NoAccess> = {},
	): ServiceResponse {
		if (this.cancelSignal?.aborted) return { notLeft: CANCELED };
		// The service asks for a pause, as it may for everything else.
		if (answer && waitAsked({ ...answer }, this.clock.wallTime()) !== undefined) {
			const response = withoutSecret({ ...answer }, String(this.account.data.apiKey));
			return { ...response, isOfToken: true };
		}
		const isPassing = answer !== undefined && answer.status >= 500;
		return { notLeft: rejected(whose, says, nextStep), refusesKeys, isPassing };
	}
}

/** A shorter one is no secret, and may well stand in an amount. */
const SHORTEST_TOKEN = 8;

/** Something in between may add the request to its response, and what comes out of the node is stored. */
function withoutSecret(response: ServiceResponse, key: string): ServiceResponse {
	const secret = JSON.stringify(key.trim().replace(/^Bearer\s+/i, '')).slice(1, -1);
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
