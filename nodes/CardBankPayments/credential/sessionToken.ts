import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IHttpRequestHelper } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { normalizeBaseUrl, parseSecureBaseUrl } from '../wire/baseUrl';
import { exchange } from '../wire/exchange';

const CHECK_ADDRESS = 'Check the Base URL, which usually ends in third-parties, and the Token Path';

/**
 * The value of the Authorization header. The service hands out tokens that already start with `Bearer `;
 * people paste them with and without it, in other cases and with stray white space.
 *
 * @returns `Bearer <token>` with exactly one prefix; empty where there is no token
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
	const token = stored.slice(0, Math.max(0, stored.lastIndexOf('.')));
	return stored === boundToken(token, credentials) ? token : '';
}

/**
 * What n8n stores as `sessionToken`: the token, a dot, and a proof of what it was fetched with. They
 * share one property, since n8n drops those that a credential does not declare.
 *
 * The proof is keyed with the token, so that nobody can try keys on a proof alone; who has both reads
 * them where the API key itself stands.
 */
export function boundToken(token: string, credentials: ICredentialDataDecryptedObject): string {
	const source = JSON.stringify(tokenSourceOf(credentials));
	return `${token}.${createHmac('sha256', token).update(source).digest('hex')}`;
}

/** All that decides whose token is fetched, as it goes out. */
function tokenSourceOf({ baseUrl, tokenPath, clientId, apiKey }: ICredentialDataDecryptedObject) {
	return {
		baseUrl: normalizeBaseUrl(baseUrl),
		tokenPath: String(tokenPath ?? '').replace(/^\/+/, ''),
		clientId: String(clientId ?? '').trim(),
		apiKey: String(apiKey ?? '').trim(),
	};
}

/**
 * Fetches an access token, as {@link bearer} gives it. The service's document does not show this endpoint:
 * path and headers are the ones that the service publishes.
 *
 * @throws UserError with a text for the builder; it carries neither key nor request, since n8n
 * stores what is thrown here
 */
export async function fetchToken(
	httpRequest: IHttpRequestHelper['helpers']['httpRequest'],
	credentials: ICredentialDataDecryptedObject,
): Promise<string> {
	parseSecureBaseUrl(credentials.baseUrl);
	const { baseUrl, tokenPath, clientId, apiKey } = tokenSourceOf(credentials);
	const url = new URL(`${baseUrl}/${tokenPath}`);
	const headers = { 'client-id': clientId, 'api-key': apiKey, Accept: 'application/json' };
	const request = { method: 'POST', url: url.href, headers } as const;
	const { status, body, isLate } = await exchange(httpRequest, request);
	const token = bearer((body as { token?: unknown } | null | undefined)?.token);
	if (status < 300 && token !== '') return token;
	const endpoint = `token endpoint at ${url.host}${url.pathname}`;
	// Where n8n tests a credential it shows the message and nothing else, so it names what to look at.
	throw new UserError(whyNoToken(endpoint, status, isLate), {
		description: 'Check Base URL, Client ID, API Key and Token Path of the credential.',
	});
}

function whyNoToken(endpoint: string, status: number, isLate: boolean): string {
	if (isLate) return `The ${endpoint} did not answer in time. Check the Base URL`;
	if (status === 0) return `The ${endpoint} cannot be reached. Check the Base URL`;
	if (status === 401 || status === 403) {
		return `Token refused: the service does not accept the client ID or the API key (HTTP ${status})`;
	}
	if (status === 404) return `There is no ${endpoint} (HTTP 404). ${CHECK_ADDRESS}`;
	if (status < 300) return `The ${endpoint} answered without a token. ${CHECK_ADDRESS}`;
	return `The ${endpoint} answered with HTTP ${status} instead of a token`;
}
