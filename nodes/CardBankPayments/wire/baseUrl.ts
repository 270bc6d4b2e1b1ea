import { UserError } from 'n8n-workflow';

/** Name of the credential type, by which n8n finds it. */
export const CREDENTIAL_TYPE = 'cardBankPaymentsApi';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Cleans the base URL of the credential: no white space around it, no slash at its end.
 *
 * @param baseUrl as typed by the builder, e.g. `https://api.example.com/third-parties/`
 * @returns e.g. `https://api.example.com/third-parties`
 */
export function normalizeBaseUrl(baseUrl: unknown): string {
	return String(baseUrl ?? '')
		.trim()
		.replace(/\/+$/, '');
}

/**
 * Parses the base URL and refuses one over which a secret could be read on the way.
 *
 * @returns the parsed URL; `https`, or `http` on a loopback host (a local sandbox)
 * @throws UserError that says what to type instead
 */
export function parseSecureBaseUrl(baseUrl: unknown): URL {
	const text = normalizeBaseUrl(baseUrl);
	if (!URL.canParse(text)) {
		throw new UserError(
			'The Base URL of the credential is not a web address; enter it in full, e.g. https://api.example.com/third-parties',
			{ description: 'Nothing was sent.' },
		);
	}
	const url = new URL(text);
	if (url.username !== '' || url.password !== '') {
		throw new UserError('The Base URL of the credential must not contain a user name or password', {
			description: 'Remove what stands before the @. Nothing was sent.',
		});
	}
	if (url.protocol === 'https:') return url;
	if (url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname)) return url;
	// Where n8n tests a credential or lists banks, it shows the message only.
	throw new UserError(
		'The Base URL of the credential must start with https://; only an address on this machine (localhost) may use http://',
		{
			description:
				'Over plain http, anyone on the way could read the access token. Nothing was sent.',
		},
	);
}

/**
 * Refuses a request that would carry the credential's secrets to another place than its base URL,
 * whichever node asks (n8n's HTTP Request node takes any address).
 *
 * @param target absolute address of the request
 * @throws UserError when scheme, host or port differ from the base URL's
 */
export function assertSameOrigin(target: string, baseUrl: unknown): void {
	const base = parseSecureBaseUrl(baseUrl);
	if (URL.canParse(target) && new URL(target).origin === base.origin) return;
	throw new UserError(`This credential may only be used with addresses at ${base.origin}`, {
		description: 'The access token is not sent anywhere else. Check the URL of the request.',
	});
}
