import type { IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

/**
 * Reads the address of a proxy into the form in which n8n takes it. n8n makes a URL of the parts again, and
 * where that fails it connects directly: so an IPv6 address keeps its brackets, a percent sign is encoded
 * once more, and what n8n would leave out is refused.
 *
 * @param value address with scheme, e.g. `http://user:password@proxy.example.com:3128`
 * @returns undefined for empty text and for none: no proxy
 * @throws UserError whose message completes "The option Proxy …"
 */
export function readProxy(value: unknown): IHttpRequestOptions['proxy'] {
	if (value === '' || value === undefined) return undefined;
	if (typeof value !== 'string' || !URL.canParse(value)) throw notAnAddress();
	const { protocol, hostname, port, username, password } = new URL(value);
	const scheme = protocol.slice(0, -1);
	if (scheme !== 'http' && scheme !== 'https') throw notAnAddress();
	if (port === '0' || (password && !username)) throw notAnAddress();
	return {
		protocol: scheme,
		host: hostname,
		port: Number(port) || (scheme === 'https' ? 443 : 80),
		...(username && { auth: { username: inUrl(username), password: inUrl(password) } }),
	};
}

function notAnAddress(): Error {
	return new UserError('must be an address such as http://proxy.example.com:3128');
}

/** User name or password, so that what n8n decodes is what the builder typed. */
function inUrl(encoded: string): string {
	return decode(encoded).replaceAll('%', '%25');
}

/** Undoes percent encoding; text with a lone percent sign stays as it is. */
function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
