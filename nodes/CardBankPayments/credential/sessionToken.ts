import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { addressBelow, CHECK_BASE_URL, parseSecureBaseUrl } from '../wire/baseUrl';
import { CHECK_ACCESS, exchange, whyNot, type HttpResponse, type Send } from '../wire/exchange';

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
	const pasted = (value: unknown) => String(value ?? '').trim();
	const headers = { 'client-id': pasted(clientId), 'api-key': pasted(apiKey) };
	return { method: 'POST', url: addressBelow(baseUrl, tokenPath), headers } as const;
}

/** Why the service gives no access, whose matter that is, and what to do: what is wrong differs by the status. */
function refusalOf(
	response: HttpResponse,
	address: URL,
	apiKey: unknown,
): [whose: NoAccess['whose'], says: string, nextStep: string] {
	const { status } = response;
	const why = whyNot(response, 'an access token', { key: apiKey });
	if (status === 0) {
		return [
			'service',
			`The service at ${address.host} ${why}`,
			'Check Base URL in the credential and the connection of n8n',
		];
	}
	// Of an account that is good, and of a service that is: these pass.
	if (status >= 500 || [408, 425, 429].includes(status)) {
		return [
			'service',
			`The service gives no access at present. It ${why}`,
			'Run it again in some minutes',
		];
	}
	if (status === 403) {
		return ['account', `The service does not let this account in. It ${why}`, CHECK_ACCESS];
	}
	if (status <= 399 || [404, 405, 410].includes(status)) {
		return [
			'settings',
			`No access is given at ${address.host}${address.pathname}. The service ${why}`,
			`${CHECK_BASE_URL}, and Token Path`,
		];
	}
	return [
		'account',
		`Client ID or API Key is not accepted. The service ${why}`,
		'In the dashboard, copy the Client ID and make a new API Key, which is shown only once. Write both into the credential',
	];
}

/** An access token that the service did not give. It carries neither key nor request: n8n stores it. */
export class NoAccess extends UserError {
	readonly #answer: HttpResponse;

	/** Whether the service itself has refused the keys: a page of somebody in between says nothing of them. */
	readonly refusesKeys: boolean;

	constructor(
		readonly whose: 'account' | 'settings' | 'service',
		readonly says: string,
		readonly nextStep: string,
		answer: HttpResponse,
	) {
		// Where n8n tests a credential it shows the message and nothing else.
		super(`${says}. ${nextStep}`);
		this.#answer = answer;
		const { status, body } = answer;
		this.refusesKeys = whose === 'account' && (status === 401 || Object(body) === body);
	}

	/**
	 * Not stored, since a service may repeat what was sent to it. Of a `response`, n8n would put its own
	 * words for the status in the place of ours.
	 */
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
	const refusal = refusalOf(response, new URL(request.url), request.headers['api-key']);
	throw new NoAccess(...refusal, response);
}
