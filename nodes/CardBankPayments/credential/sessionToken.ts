import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { normalizeBaseUrl } from '../wire/baseUrl';

/**
 * Makes the value of the Authorization header. The service hands out tokens that already start with
 * `Bearer `; people paste them with and without it, in other cases and with stray white space.
 *
 * @param token access token in any of these forms; anything but text is no token
 * @returns `Bearer <token>` with exactly one prefix; an empty string when there is no token
 */
export function bearer(token: unknown): string {
	if (typeof token !== 'string') return '';
	const bare = token.trim().replace(/^(bearer\s+)+/i, '');
	return bare === '' || /^bearer$/i.test(bare) ? '' : `Bearer ${bare}`;
}

/**
 * The token that counts for these credentials, or none. n8n keeps `sessionToken` when somebody edits
 * the credential or fills it by expressions, so a token of another account may stand there.
 *
 * @returns with exactly one `Bearer ` prefix; empty where there is none, or none of this account
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
 *
 * @param token as `fetchToken` gives it
 */
export function boundToken(token: string, credentials: ICredentialDataDecryptedObject): string {
	const source = JSON.stringify(tokenSourceOf(credentials));
	return `${token}.${createHmac('sha256', token).update(source).digest('hex')}`;
}

/** All that decides whose token is fetched, as it goes out. */
export function tokenSourceOf(credentials: ICredentialDataDecryptedObject) {
	const { baseUrl, tokenPath, clientId, apiKey } = credentials;
	return {
		baseUrl: normalizeBaseUrl(baseUrl),
		tokenPath: String(tokenPath ?? '').replace(/^\/+/, ''),
		clientId: String(clientId ?? '').trim(),
		apiKey: String(apiKey ?? '').trim(),
	};
}
