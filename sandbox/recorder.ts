import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { LedgerRequest } from './types';

/** Enough to see what was sent; a bulk test must not fill the memory with bodies. */
const rawBodyLimit = 10_000;

const secretHeaders = new Set(['authorization', 'proxy-authorization', 'api-key', 'cookie']);

/** A request as it came in. */
export interface ReceivedRequest {
	method: string;
	/** The path with the query string, as it stood in the request line. */
	path: string;
	headers: IncomingHttpHeaders;
	rawBody: string;
	/** The parsed body; undefined when there was none or it was not JSON. */
	body: unknown;
}

/** Makes the ledger's entry for a request and appends it. */
export function recordRequest(requests: LedgerRequest[], request: ReceivedRequest): LedgerRequest {
	const { authorization } = request.headers;
	const entry: LedgerRequest = {
		seq: requests.length + 1,
		at: new Date().toISOString(),
		method: request.method,
		path: request.path,
		headers: redact(request.headers),
		...(authorization !== undefined && { authorizationShape: shapeOf(authorization) }),
		body: request.body ?? null,
		rawBody: request.rawBody.slice(0, rawBodyLimit),
		status: null,
	};
	requests.push(entry);
	return entry;
}

function redact(headers: IncomingHttpHeaders): Record<string, string> {
	const redacted: Record<string, string> = {};
	for (const [name, value] of Object.entries(headers)) {
		const text = String(value);
		redacted[name] = secretHeaders.has(name) ? fingerprint(text) : text;
	}
	return redacted;
}

function fingerprint(secret: string): string {
	return `sha256:${createHash('sha256').update(secret).digest('hex').slice(0, 8)}`;
}

/** Shows a doubled prefix or a stray space without showing the token. */
function shapeOf(authorization: string): string {
	return authorization.replace(/\S+/g, (word) => (/^bearer$/i.test(word) ? word : '<token>'));
}
