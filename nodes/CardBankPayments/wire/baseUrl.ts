import { UserError } from 'n8n-workflow';

/** Name of the credential type, by which n8n finds it. */
export const CREDENTIAL_TYPE = 'cardBankPaymentsApi';

/** What to check where no operation is found, without a full stop. */
export const CHECK_BASE_URL = 'Check Base URL in the credential, which ends in third-parties';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

function normalizeBaseUrl(baseUrl: unknown): string {
	return String(baseUrl ?? '')
		.trim()
		.replace(/\/+$/, '');
}

/** A path of the credential as it goes out, however it was pasted: with blanks around, with or without its slash. */
export function pathBelow(path: unknown): string {
	return `/${String(path ?? '')
		.trim()
		.replace(/^\/+/, '')}`;
}

export function addressBelow(baseUrl: unknown, path: unknown): string {
	return `${normalizeBaseUrl(baseUrl)}${pathBelow(path)}`;
}

/** What stands behind the Base URL: somebody has copied the whole address of an operation. */
const OPERATION =
	/\/(?:generate-token|list\/banks|(?:payments|payouts|exchange-rates)\/(?:all|(?:initiate|preview|create|verify)-[a-z-]+)|account\/(?:balance|statement))$/;

/**
 * Throws a UserError where somebody could read a secret on the way, or where no operation can be reached,
 * with what to type instead. A sandbox on this machine may use `http`.
 */
export function parseSecureBaseUrl(baseUrl: unknown): URL {
	const text = normalizeBaseUrl(baseUrl);
	// Where n8n tests a credential or lists banks, it shows the message only.
	const refusal = (message: string, description?: string) =>
		new UserError(`The Base URL of the credential ${message}`, { description });
	const joined = text.replace(/\s+/g, '');
	if (!/^https?:\/\//i.test(joined) || !URL.canParse(joined)) {
		throw refusal(
			'is not a web address; enter it in full, e.g. https://api.example.com/third-parties',
		);
	}
	const url = new URL(joined);
	if (url.username !== '' || url.password !== '') {
		throw refusal('must not contain a user name or password', 'Remove what stands before the @.');
	}
	const isLocal = url.protocol === 'http:' && LOOPBACK_HOSTS.has(url.hostname);
	if (url.protocol !== 'https:' && !isLocal) {
		throw refusal(
			'must start with https://; only an address on this machine (localhost) may use http://',
			'Over plain http, anyone on the way could read the access token.',
		);
	}
	const address = normalizeBaseUrl(`${url.origin}${url.pathname}`);
	const above = address.replace(OPERATION, '');
	// n8n's client takes neither white space nor a backslash.
	if (above === address && url.search === '' && url.hash === '' && !/[\s\\]/.test(text)) return url;
	throw refusal(`has more in it than the address that ends in third-parties; enter ${above}`);
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
