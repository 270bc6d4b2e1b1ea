import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { access } from '../sentences/access';
import { addressBelow, parseSecureBaseUrl } from '../wire/baseUrl';
import { exchange, type HttpResponse, type Send } from '../wire/exchange';
import { refusalOf, type Refusal } from './refusal';

/**
 * `Bearer <token>` with exactly one prefix; empty where there is no token. The service hands tokens out with
 * the prefix; people paste them with and without it, in other cases and with stray white space.
 */
export function bearer(token: unknown): string {
	if (typeof token !== 'string') return '';
	const bare = token.trim().replace(/^(bearer(\s+|$))+/i, '');
	return bare === '' ? '' : `Bearer ${bare}`;
}

/**
 * The token that counts for these credentials, as {@link bearer} gives it. n8n keeps `sessionToken` when
 * somebody edits the credential or fills it by expressions, so a token of another account may stand there.
 */
export function tokenFor(credentials: ICredentialDataDecryptedObject): string {
	if (credentials.authentication === 'accessToken') return bearer(credentials.accessToken);
	const stored = String(credentials.sessionToken);
	const token = stored.slice(0, stored.lastIndexOf('.'));
	return stored === boundToken(token, credentials) ? token : '';
}

/**
 * What n8n stores as `sessionToken`: the token, a dot, and a proof of what it was fetched with. They
 * share one property, since n8n drops those that a credential does not declare. The proof is keyed with
 * the token, so that nobody can try keys on a proof alone; who has both reads them where the key stands.
 */
export function boundToken(token: string, credentials: ICredentialDataDecryptedObject): string {
	const proof = createHmac('sha256', token).update(tokenSource(credentials)).digest('hex');
	return `${token}.${proof}`;
}

/** All that decides whose token is fetched, with the key in it. */
export function tokenSource(credentials: ICredentialDataDecryptedObject): string {
	return JSON.stringify(tokenRequestOf(credentials));
}

function tokenRequestOf({ baseUrl, tokenPath, clientId, apiKey }: ICredentialDataDecryptedObject) {
	const pasted = (value: unknown) => String(value ?? '').trim();
	const headers = { 'client-id': pasted(clientId), 'api-key': pasted(apiKey) };
	return { method: 'POST', url: addressBelow(baseUrl, tokenPath), headers } as const;
}

/** An access token that the service did not give. It carries neither key nor request: n8n stores it. */
export class NoAccess extends UserError {
	// Private, since n8n would store it with the error; and of one that has a `response`, n8n's test of a credential shows
	// "Received HTTP status code: 404" in place of the message.
	readonly #answer: HttpResponse;

	constructor(
		readonly refusal: Refusal,
		response: HttpResponse,
	) {
		// Where n8n tests a credential it shows the message and nothing else.
		super(access.whole(refusal));
		this.#answer = response;
	}

	/** What the service answered; its status is 0 where it did not. */
	get answer(): HttpResponse {
		return this.#answer;
	}
}

/**
 * Fetches an access token, as {@link bearer} gives it. The service's document does not show this endpoint:
 * path and headers are the ones that the service publishes.
 *
 * @throws NoAccess, and UserError for a Base URL that is not safe
 */
export async function fetchToken(send: Send, credentials: ICredentialDataDecryptedObject) {
	parseSecureBaseUrl(credentials.baseUrl);
	const request = tokenRequestOf(credentials);
	const response = await exchange(send, request);
	const token = bearer((response.body as { token?: unknown } | null | undefined)?.token);
	if (response.status < 300 && token !== '') return token;
	const key = request.headers['api-key'];
	const refusal = refusalOf(response, new URL(request.url), access.did.wanted.token, key);
	throw new NoAccess(refusal, response);
}
