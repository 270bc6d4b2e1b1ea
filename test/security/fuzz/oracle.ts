import type { FuzzCase, Target } from './cases';

/** One request, exactly as it arrived. */
export interface Recorded {
	method?: string;
	url?: string;
	/** Names and values in turn, as Node gives them: repeated headers stay apart. */
	rawHeaders: string[];
	body: string;
}

/** The token that all requests of the fuzz carry. */
export const accessToken = 'fuzz-access-token';

/** Every header that a request may have, each once, and what it may say. */
const headers: Record<string, (value: string, request: Recorded, host: string) => boolean> = {
	accept: (value) => value === 'application/json',
	'content-type': (value) => value === 'application/json',
	authorization: (value) => value === `Bearer ${accessToken}`,
	'content-length': (value, { body }) => value === String(Buffer.byteLength(body)),
	host: (value, _, host) => value === host,
	'user-agent': (value) => /^(n8n|axios)[\w/.-]*$/.test(value),
	'accept-encoding': (value) => /^[a-z, ]+$/.test(value),
	connection: (value) => /^(keep-alive|close)$/.test(value),
};

/**
 * Holds a request against what was set for its item. Knows the service's contract and the item, and
 * nothing of the package.
 *
 * @returns what is wrong with it; empty when all is well
 */
export function wrongWith(
	request: Recorded,
	{ given }: FuzzCase,
	{ contract }: Target,
	baseUrl: string,
): string[] {
	const { pathname, host } = new URL(baseUrl);
	const wrong = wrongHeaders(request, host);
	if (request.method !== contract.method) wrong.push(`method ${request.method}`);
	const inPath = contract.properties.find(({ place }) => place === 'path');
	const [begin = '', end = ''] = contract.url.split(`{${inPath?.path}}`);
	if (!isInPlace(String(request.url), `${pathname}${begin}`, end, given.get(inPath?.path ?? ''))) {
		wrong.push(`path ${request.url}`);
	}
	const ofBody = contract.properties.filter(({ place }) => place === 'body');
	if (ofBody.length === 0) return request.body === '' ? wrong : [...wrong, 'a body'];

	let body: unknown;
	try {
		body = JSON.parse(request.body);
	} catch {
		return [...wrong, 'the body is not JSON'];
	}
	// Twice the same key would be two amounts: the service takes the other one.
	if (JSON.stringify(body) !== request.body) wrong.push('the body has a doubled key');
	const sent = new Map(leavesOf(body));
	for (const path of sent.keys()) {
		if (!given.has(path)) wrong.push(`${path} was not set`);
	}
	for (const { path, required, type } of ofBody) {
		const value = sent.get(path);
		const wanted = given.get(path);
		const isSame = path === 'amount' ? isSameAmount(request.body, value, wanted) : undefined;
		if (value === undefined) {
			if (required || (typeof wanted === 'string' && wanted !== '')) wrong.push(`no ${path}`);
		} else if (typeof value !== type) wrong.push(`${path} is a ${typeof value}`);
		else if (!(isSame ?? isSameText(value, wanted, path))) wrong.push(`another ${path}`);
	}
	return wrong;
}

/** What RFC 3986 lets stand in a segment of a path for itself, without a meaning of its own. */
const segment = /^(?:[A-Za-z0-9\-._~!'()*]|%[0-9A-F]{2})+$/;

/** Whether an address is the given one, with the value in its place and in no other. */
function isInPlace(url: string, begin: string, end: string, given: unknown): boolean {
	if (given === undefined) return url === `${begin}${end}`;
	if (!url.startsWith(begin) || !url.endsWith(end)) return false;
	const encoded = url.slice(begin.length, url.length - end.length);
	return segment.test(encoded) && isSameText(decodeURIComponent(encoded), given, '');
}

function wrongHeaders(request: Recorded, host: string): string[] {
	const wrong: string[] = [];
	const seen = new Set<string>();
	for (let index = 0; index < request.rawHeaders.length; index += 2) {
		const name = (request.rawHeaders[index] as string).toLowerCase();
		const value = request.rawHeaders[index + 1] as string;
		if (seen.has(name)) wrong.push(`header ${name} comes twice`);
		seen.add(name);
		if (headers[name]?.(value, request, host) !== true) wrong.push(`header ${name}: ${value}`);
	}
	const missing = ['accept', 'content-type', 'authorization'].filter((name) => !seen.has(name));
	return [...wrong, ...missing.map((name) => `no header ${name}`)];
}

/** The values of a body by their paths, e.g. `customer.id`. */
function leavesOf(value: unknown, path: string[] = []): Array<[string, unknown]> {
	if (typeof value !== 'object' || value === null) return [[path.join('.'), value]];
	return Object.entries(value).flatMap(([key, nested]) => leavesOf(nested, [...path, key]));
}

/** A JSON text holds this pattern once at most: inside of a text, the quotes would be escaped. */
const amountOnTheWire = /[{,]"amount":"?([^",}]*)"?[,}]/;

/** Compared digit by digit in the text of the body, before any parser could round it. */
function isSameAmount(rawBody: string, value: unknown, given: unknown): boolean {
	const sent = digitsOf(amountOnTheWire.exec(rawBody)?.[1]);
	// Where it goes out as text, it is the builder's own text, but for zeros behind the cents.
	const isUnchanged =
		typeof value !== 'string' || String(given).replace(/(\.\d\d)0+$/, '$1') === value;
	// It can be paid: more than nothing, and no fraction of a cent.
	return isUnchanged && sent === digitsOf(given) && /^(?!0$)\d+(\.\d\d?)?$/.test(sent ?? '');
}

/**
 * What a value says, digit by digit, without zeros that say nothing. Made without any of the package's own
 * code, since it judges it.
 *
 * @param value a text, or a number by the digits that JavaScript shows of it
 * @returns undefined for everything that is not plain decimal digits
 */
function digitsOf(value: unknown): string | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const [, units, decimals = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
	return units && [units, decimals.replace(/0+$/, '')].filter(Boolean).join('.');
}

const asCode = (text: string) => text.trim().toUpperCase();
const asName = (text: string) => text.trim();

/** What goes out tidied: codes and names mean the same in other letters and with blanks around. */
const TIDIED: Record<string, (text: string) => string> = {
	...{ bic: asCode, currency: asCode, transferType: asCode, accountCurrency: asCode },
	...{ accountName: asName, 'customer.fullName': asName },
};

function isSameText(sent: unknown, given: unknown, path: string): boolean {
	const value = path === 'bic' ? unwrapped(given) : given;
	if (typeof value === 'number') return Number.isSafeInteger(value) && sent === String(value);
	return typeof value === 'string' && sent === (TIDIED[path]?.(value) ?? value);
}

/** n8n's own wrapping of a value that is chosen from a list. */
function unwrapped(value: unknown): unknown {
	const locator = value as { __rl?: unknown; value?: unknown } | null | undefined;
	return typeof value === 'object' && locator?.__rl === true ? locator.value : value;
}
