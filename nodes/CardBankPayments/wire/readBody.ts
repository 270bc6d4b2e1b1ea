import { jsonParse } from 'n8n-workflow';

/** A list of banks takes some 100 kB; a longer response would fill n8n's memory for nothing. */
export const MAXIMUM_BODY_BYTES = 5_000_000;

/** n8n cannot store a response with thousands of levels; the deepest one of the service has four. */
export const MAXIMUM_LEVELS = 100;

/**
 * n8n's ways to read a response, other than a stream, take everything that a service sends, to the last
 * byte of memory.
 *
 * @param body the stream; anything else, as some n8n helpers give it, comes back as it is
 * @returns parsed JSON, or text where it is not JSON; undefined where it is cut off, too long or too deep
 */
export async function readBody(body: unknown): Promise<unknown> {
	if (typeof body !== 'object' || body === null || !(Symbol.asyncIterator in body)) return body;
	const chunks: Uint8Array[] = [];
	let length = 0;
	try {
		for await (const chunk of body as AsyncIterable<Uint8Array>) {
			chunks.push(chunk);
			length += chunk.length;
			// Leaving the loop closes the connection.
			if (length > MAXIMUM_BODY_BYTES) return undefined;
		}
	} catch {
		return undefined;
	}
	const text = new TextDecoder().decode(Buffer.concat(chunks));
	const value = jsonParse<unknown>(text, { fallbackValue: text });
	return isDeeperThan(MAXIMUM_LEVELS, value) ? undefined : value;
}

function isDeeperThan(levels: number, value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return levels === 0 || Object.values(value).some((nested) => isDeeperThan(levels - 1, nested));
}
