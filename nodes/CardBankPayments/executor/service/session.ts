import type { IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { tokenFor } from '../../credential/sessionToken';
import { CREDENTIAL_TYPE, normalizeBaseUrl } from '../../wire/baseUrl';
import type { Clock } from '../common/clock';
import { oneAtATime } from '../common/turns';
import { differingField, readAccount } from './account';
import { dispatch } from './dispatch';
import type { ServiceResponse } from './response';

/** Several n8n processes may renew a token at once, and a service may keep only its newest one. */
const TOKEN_TRIES = 4;

/** Longest random wait, in milliseconds, so that one of several processes fetches a token first. */
const PRECEDENCE_MS = 1_000;

/** Milliseconds for which a reading of the credential counts: a long run must not outlive an edit. */
const READ_AGAIN_MS = 5_000;

const CHANGED =
	'The credential was changed during this run. Run the items that were not sent again';

/**
 * Sends the requests of one run with its credential. n8n by itself fetches a token for every request that
 * meets a missing or refused one. Here the first to notice fetches it, for all runs in this process, and
 * the others use what it stored.
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

	/** Lets n8n fetch and store a token for a request, unless there is one meanwhile. */
	async function sendWithNewToken(request: IHttpRequestOptions) {
		if (sessionToken === '') await readAgain();
		if (sessionToken === '' && refusedTokens.size > 0) {
			await clock.sleep(clock.random() * PRECEDENCE_MS, context.getExecutionCancelSignal());
			await readAgain();
		}
		// Where the credential was changed, n8n 1 would store the old values along with the token.
		if (sessionToken !== '' || isChanged) return undefined;
		const sent = await dispatch(context, stored, '', request, timeoutMs);
		({ sessionToken } = sent);
		return sent;
	}

	return {
		credentials,
		/** Names the account at the service within this process: runs with the same one share its pace. */
		account: `${normalizeBaseUrl(credentials.baseUrl)} ${owner}`,
		/**
		 * A request whose token was refused is sent again without a look-up: a service reads the token before
		 * it does anything.
		 */
		async send(request: IHttpRequestOptions): Promise<ServiceResponse> {
			for (let refusals = 0; ;) {
				if (clock.now() - readAt >= READ_AGAIN_MS) await readAgain();
				if (isChanged) return { tokenRefused: CHANGED };
				const sent =
					renewsTokens && sessionToken === ''
						? await oneAtATime(`token ${id}`, async () => await sendWithNewToken(request))
						: await dispatch(context, stored, sessionToken, request, timeoutMs);
				if (sent === undefined) continue;
				if (sent.response.status !== 401) return sent.response;
				if (!renewsTokens || ++refusals === TOKEN_TRIES) {
					const tokenRefused = 'The service refused the access token (HTTP 401)';
					return { ...sent.response, tokenRefused };
				}
				refusedTokens.add(sent.sessionToken);
				if (sessionToken === sent.sessionToken) sessionToken = '';
			}
		},
	};
}
