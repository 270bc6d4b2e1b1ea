import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { addressBelow, parseSecureBaseUrl } from '../wire/baseUrl';
import { exchange, whyNot, type HttpResponse, type Send } from '../wire/exchange';

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
	const token = stored.slice(0, Math.max(0, stored.lastIndexOf('.')));
	return stored === boundToken(token, credentials) ? token : '';
}

/**
 * What n8n stores as `sessionToken`: the token, a dot, and a proof of what it was fetched with. They
 * share one property, since n8n drops those that a credential does not declare. The proof is keyed with
 * the token, so that nobody can try keys on a proof alone; who has both reads them where the key stands.
 */
export function boundToken(token: string, credentials: ICredentialDataDecryptedObject): string {
	const source = JSON.stringify(tokenRequestOf(credentials));
	return `${token}.${createHmac('sha256', token).update(source).digest('hex')}`;
}

/** As it goes out: all that decides whose token is fetched. */
function tokenRequestOf({ baseUrl, tokenPath, clientId, apiKey }: ICredentialDataDecryptedObject) {
	const headers = {
		'client-id': String(clientId ?? '').trim(),
		'api-key': String(apiKey ?? '').trim(),
	};
	return { method: 'POST', url: addressBelow(baseUrl, tokenPath), headers } as const;
}

/** How the service refused a token, on the error that says so: 0 where there was no response. */
export type TokenRefusal = Partial<Pick<HttpResponse, 'status' | 'headers'>>;

/**
 * Fetches an access token, as {@link bearer} gives it. The service's document does not show this endpoint:
 * path and headers are the ones that the service publishes.
 *
 * @throws UserError that carries neither key nor request, since n8n stores what is thrown here
 */
export async function fetchToken(send: Send, credentials: ICredentialDataDecryptedObject) {
	parseSecureBaseUrl(credentials.baseUrl);
	const request = tokenRequestOf(credentials);
	const response = await exchange(send, request);
	const token = bearer((response.body as { token?: unknown } | null | undefined)?.token);
	if (response.status < 300 && token !== '') return token;
	const { host, pathname } = new URL(request.url);
	const why = whyNot(response, 'the client ID or the API key', 'a token');
	// Where n8n tests a credential it shows the message and nothing else, so it names what to look at.
	const refused = new UserError(
		`The token endpoint at ${host}${pathname} ${why}. Check the Base URL, which usually ends in third-parties, the Token Path, the Client ID and the API Key`,
	);
	const { status, headers } = response;
	const tokenRefusal: TokenRefusal = { status, headers };
	throw Object.assign(refused, { tokenRefusal });
}
