import { UserError } from 'n8n-workflow';

/** Name of the credential type, by which n8n finds it. */
export const CREDENTIAL_TYPE = 'cardBankPaymentsApi';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

export function normalizeBaseUrl(baseUrl: unknown): string {
	return String(baseUrl ?? '')
		.trim()
		.replace(/\/+$/, '');
}

export function addressBelow(baseUrl: unknown, path: unknown): string {
	return `${normalizeBaseUrl(baseUrl)}/${String(path ?? '').replace(/^\/+/, '')}`;
}

/**
 * Throws a UserError where somebody could read a secret on the way, with what to type instead. A sandbox on
 * this machine may use `http`.
 */
export function parseSecureBaseUrl(baseUrl: unknown): URL {
	const text = normalizeBaseUrl(baseUrl);
	// Where n8n tests a credential or lists banks, it shows the message only.
	const refusal = (message: string, reason = '') =>
		new UserError(`The Base URL of the credential ${message}`, {
			description: `${reason}Nothing was sent.`,
		});
	if (!URL.canParse(text)) {
		throw refusal(
			'is not a web address; enter it in full, e.g. https://api.example.com/third-parties',
		);
	}
	const url = new URL(text);
	if (url.username !== '' || url.password !== '') {
		throw refusal('must not contain a user name or password', 'Remove what stands before the @. ');
	}
	if (url.protocol === 'https:') return url;
	if (url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)) return url;
	throw refusal(
		'must start with https://; only an address on this machine (localhost) may use http://',
		'Over plain http, anyone on the way could read the access token. ',
	);
}

/**
 * Refuses to carry the credential's secrets to another scheme, host or port than those of its base URL,
 * whichever node asks: n8n's HTTP Request node takes any address.
 */
export function assertSameOrigin(target: string, baseUrl: unknown): void {
	const base = parseSecureBaseUrl(baseUrl);
	if (URL.canParse(target) && new URL(target).origin === base.origin) return;
	throw new UserError(`This credential may only be used with addresses at ${base.origin}`, {
		description: 'The access token is not sent anywhere else. Check the URL of the request.',
	});
}
