import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { NoAccess, tokenFor } from '../../credential/sessionToken';
import { nextSteps } from '../../sentences/nextSteps';
import { sending } from '../../sentences/sending';
import { CREDENTIAL_TYPE } from '../../wire/baseUrl';
import { responseOf, withinTime } from '../../wire/exchange';
import type { ServiceResponse } from '../proof/response';
import { notSent, rejected } from '../proof/verdicts';
import { waitAsked } from '../proof/waitAsked';
import type { Account } from './account';
import { AccountToken, type Token } from './tokens';

/** Somebody has canceled the execution; no item has stopped it. */
export const CANCELED = notSent('run', sending.canceled.says, sending.canceled.nextStep);

/** A service may keep only its newest token, and several n8n processes may fetch one. */
const TOKEN_TRIES = 4;

/** The code of a request that took too long, also where only the end of its response is missing. */
const OUT_OF_TIME = 'ETIMEDOUT';

/** Sends the requests of one run with its credential. */
export class Session {
	private readonly token: AccountToken;

	private readonly cancelSignal?: AbortSignal;

	/** By the method: that a GET is let in says nothing of a POST. */
	private readonly refusedInARow = new Map<string, number>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly account: Account,
		private readonly timeoutMs: number,
	) {
		this.token = new AccountToken(context, account);
		this.cancelSignal = context.getExecutionCancelSignal();
	}

	/**
	 * Never throws. After a cancel, only look-ups leave, so that nobody need ask by hand for what has left.
	 *
	 * @param isRepeatable whether it may leave again where its token was refused
	 */
	async send(
		request: IHttpRequestOptions,
		isRepeatable: boolean,
		isLookUp = false,
	): Promise<ServiceResponse> {
		const { method = 'GET' } = request;
		const isStopped = () => this.cancelSignal?.aborted === true && !isLookUp;
		for (;;) {
			if (isStopped()) return { notLeft: CANCELED };
			let token: Token;
			try {
				token = await this.token.get();
			} catch (error) {
				return isStopped() ? { notLeft: CANCELED } : withoutToken(error as Error);
			}
			if (isStopped()) return { notLeft: CANCELED };
			const response = await this.dispatch(request, token);
			if (response.status !== 401) {
				if (response.status !== undefined) this.refusedInARow.set(method, 0);
				return response;
			}
			const canRenew = this.dropToken(token, method);
			if (!isRepeatable || !canRenew) return { ...response, canRenew };
		}
	}

	/** @returns whether a new one may be tried: a service may refuse every one that it has just given */
	private dropToken(refused: Token, method: string): boolean {
		if (this.token.isPasted) return false;
		const before = this.refusedInARow.get(method) ?? 0;
		const refusals = this.token.drop(refused) ? before + 1 : before;
		this.refusedInARow.set(method, refusals);
		return refusals < TOKEN_TRIES;
	}

	/** Sends one request through n8n's own helper, which has a token and so fetches none. */
	private async dispatch(
		request: IHttpRequestOptions,
		{ sessionToken }: Token,
	): Promise<ServiceResponse> {
		const { context, timeoutMs, account } = this;
		// Node 20 may garbage-collect a combined signal, and a payout would hang for ever: so a controller of our own.
		const time = new AbortController();
		AbortSignal.timeout(timeoutMs).addEventListener('abort', () => time.abort());
		const data = { ...account.data, sessionToken };
		try {
			const raw: unknown = await context.helpers.httpRequestWithAuthentication.call(
				withDeadline(context, time.signal),
				CREDENTIAL_TYPE,
				{ ...request, ...withinTime(timeoutMs, time.signal) },
				// n8n retries no 401 itself: a refused token is renewed once for all that meet it.
				{ credentialsDecrypted: { ...account, data }, preAuthenticationRetryStatusCode: [] },
			);
			const complete = withoutSecret(await responseOf(raw), tokenFor(data));
			const isLate = complete.body === undefined && time.signal.aborted;
			return isLate ? { ...complete, code: OUT_OF_TIME } : complete;
		} catch (error) {
			return withoutResponse(error as Error);
		}
	}
}

/** No token was given, so that nothing left. */
function withoutToken(error: Error): ServiceResponse {
	if (!(error instanceof NoAccess)) return { notLeft: rejected('settings', error.message) };
	const { whose, says, nextStep, isPassing = false } = error.refusal;
	return {
		notLeft: { ...rejected(whose, says, nextStep), waitMs: waitAsked(error.answer) },
		refusesKeys: whose === 'account',
		isPassing,
	};
}

/** As Node raises it; where none of several addresses could be reached, with those of all of them. */
type NetworkError = Error & { syscall?: string; errors?: NetworkError[] };

/** Why no response came: n8n wraps what the network, or itself, has raised. */
function withoutResponse({ cause, message }: Error): ServiceResponse {
	const { code, cause: network } = Object(cause) as { code?: string; cause?: NetworkError };
	// By its rules on which addresses may be reached, n8n refuses to send.
	if (cause instanceof UserError) {
		return { notLeft: rejected('service', message, nextSteps.checkConnection) };
	}
	if (code === undefined) return { body: { message } };
	return { code, syscall: (network?.errors?.[0] ?? network)?.syscall };
}

/** A shorter one is no secret, and may well stand in an amount. */
const SHORTEST_TOKEN = 8;

/** Something in between may add the request to its response, and what comes out of the node is stored. */
function withoutSecret(response: ServiceResponse, key: string): ServiceResponse {
	const secret = JSON.stringify(key.replace('Bearer ', '')).slice(1, -1);
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
