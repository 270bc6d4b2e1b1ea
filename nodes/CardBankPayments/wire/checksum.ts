import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

/** How each setting of the credential turns a payload into the text that is signed. */
const SERIALIZERS = new Map<unknown, (payload: object) => string>([
	['hmacSha256Json', (payload) => JSON.stringify(payload, (_, value) => sorted(value))],
	['hmacSha256Values', (payload) => sortedEntries(payload).map(asValueText).join('')],
]);

/**
 * The body, with its checksum where the credential has checksums on; one that is there already stays.
 * The service's document does not show how it is computed: both ways are those that the service publishes.
 */
export function withChecksum(body: IDataObject, credentials: ICredentialDataDecryptedObject) {
	const serialize = SERIALIZERS.get(credentials.checksum);
	if (serialize === undefined || body.checksum !== undefined) return body;
	const payload = { ...body };
	// It is part of the request, but not of what is signed.
	delete payload.checksumMethod;
	const checksum = createHmac('sha256', String(credentials.checksumSecret ?? ''))
		.update(serialize(payload))
		.digest('hex');
	return { ...body, checksum };
}

/** Sorted by code units, the same on every machine; a locale's order is not. */
function sortedEntries(value: object): Array<[string, unknown]> {
	return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
}

function sorted(value: unknown): unknown {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
	return Object.fromEntries(sortedEntries(value));
}

function asValueText([, value]: [string, unknown]): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
