import type { IHttpRequestOptions } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

/**
 * Reads an address such as `http://user:password@proxy.example.com:3128`; empty text is no proxy. n8n
 * makes a URL of the parts again, and where that fails it connects directly: so an IPv6 address keeps
 * its brackets, a percent sign is encoded once more, and what n8n would leave out is refused.
 *
 * @throws UserError whose message completes "The option Proxy …"
 */
export function readProxy(value: unknown): IHttpRequestOptions['proxy'] {
	if (value === '') return undefined;
	try {
		// Not what JavaScript makes a text of, such as a list of one address.
		const address = typeof value === 'string' ? value : '';
		const { protocol, hostname: host, port, username, password } = new URL(address);
		const isHttps = protocol === 'https:';
		if ((isHttps || protocol === 'http:') && port !== '0' && (username || !password)) {
			return {
				protocol: isHttps ? 'https' : 'http',
				host,
				port: Number(port) || (isHttps ? 443 : 80),
				...(username && { auth: { username: inUrl(username), password: inUrl(password) } }),
			};
		}
	} catch {
		// No address, or with a percent sign that encodes nothing.
	}
	throw new UserError('must be an address such as http://proxy.example.com:3128');
}

/** User name or password, so that what n8n decodes is what the builder typed. */
function inUrl(encoded: string): string {
	return decodeURIComponent(encoded).replaceAll('%', '%25');
}
