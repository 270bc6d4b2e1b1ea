import { UserError } from 'n8n-workflow';
import { credential } from '../sentences/credential';
import { plainText } from './shown';

/** Name of the credential type, by which n8n finds it. */
export const CREDENTIAL_TYPE = 'cardBankPaymentsApi';

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]']);

function normalizeBaseUrl(baseUrl: unknown): string {
	return plainText(baseUrl).trim().replace(/\/+$/, '');
}

/** A path of the credential as it goes out, however it was pasted: with blanks around, with or without its slash. */
export function pathBelow(path: unknown): string {
	return `/${plainText(path).trim().replace(/^\/+/, '')}`;
}

export function addressBelow(baseUrl: unknown, path: unknown): string {
	return `${normalizeBaseUrl(baseUrl)}${pathBelow(path)}`;
}

/** Somebody who copies the whole address of an operation has this behind the Base URL. */
const OPERATION =
	/\/(?:generate-token|list\/banks|(?:payments|payouts|exchange-rates)\/(?:all|(?:initiate|preview|create|verify)-[a-z-]+)|account\/(?:balance|statement))$/;

/**
 * Throws a UserError where somebody could read a secret on the way, or where no operation can be reached,
 * with what to type instead. A sandbox on this machine may use `http`.
 */
export function parseSecureBaseUrl(baseUrl: unknown): URL {
	const text = normalizeBaseUrl(baseUrl);
	const { noAddress, userName, notSecure, tooLong } = credential.baseUrl;
	const joined = text.replace(/\s/g, '');
	if (!/^https?:\/\//i.test(joined) || !URL.canParse(joined)) {
		throw userError(noAddress);
	}
	const url = new URL(joined);
	if (url.username !== '' || url.password !== '') {
		throw userError(userName);
	}
	// Of other protocols, only `http` has come so far.
	if (url.protocol !== 'https:' && !LOOPBACK_HOSTS.has(url.hostname)) {
		throw userError(notSecure);
	}
	const address = normalizeBaseUrl(`${url.origin}${url.pathname}`);
	const above = address.replace(OPERATION, '');
	// n8n's client takes neither white space nor a backslash.
	if (above === address && url.search === '' && url.hash === '' && !/[\s\\]/.test(text)) return url;
	throw userError(tooLong({ address: above }));
}

/**
 * Refuses to carry the credential's secrets to another scheme, host or port than those of its base URL,
 * whichever node asks: n8n's HTTP Request node takes any address.
 */
export function assertSameOrigin(target: string, baseUrl: unknown): void {
	const base = parseSecureBaseUrl(baseUrl);
	if (URL.canParse(target) && new URL(target).origin === base.origin) return;
	throw userError(credential.otherAddress(base));
}

const userError = ({ says, description }: { says: string; description?: string }) =>
	new UserError(says, { description });
