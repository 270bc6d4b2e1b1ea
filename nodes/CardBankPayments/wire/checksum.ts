import { createHmac } from 'node:crypto';
import type { GenericValue, ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';

type Json = IDataObject | GenericValue | GenericValue[] | IDataObject[];

/** Part of the request, but not of the payload that the checksum is made of. */
const NOT_PART_OF_PAYLOAD = new Set(['checksum', 'checksumMethod']);

/** How each setting of the credential turns a payload into the text that is signed. */
const SERIALIZERS = new Map<unknown, (payload: IDataObject) => string>([
	['hmacSha256Json', (payload) => JSON.stringify(sortKeys(payload))],
	[
		'hmacSha256Values',
		(payload) =>
			Object.keys(payload)
				.sort()
				.map((key) => asValueText(payload[key]))
				.join(''),
	],
]);

/**
 * Adds the checksum of a body, as the credential's settings say. The service's document does not
 * show how it is computed; both ways are the ones that the service publishes.
 *
 * @param body JSON body as it goes out
 * @param credentials `checksum` is the method, `checksumSecret` the key
 * @returns the body, with `checksum` (64 lower-case hex digits) where checksums are on; a checksum
 * that is there already stays
 */
export function withChecksum(
	body: IDataObject,
	credentials: ICredentialDataDecryptedObject,
): IDataObject {
	const serialize = SERIALIZERS.get(credentials.checksum);
	if (serialize === undefined || body.checksum !== undefined) return body;
	const payload = Object.fromEntries(
		Object.entries(body).filter(([key]) => !NOT_PART_OF_PAYLOAD.has(key)),
	);
	const checksum = createHmac('sha256', String(credentials.checksumSecret ?? ''))
		.update(serialize(payload))
		.digest('hex');
	return { ...body, checksum };
}

/** Sorted by code units, the same on every machine; a locale's order is not. */
function sortKeys(value: Json): Json {
	if (Array.isArray(value)) return value.map(sortKeys) as Json;
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(
		Object.entries(value)
			.sort(([a], [b]) => (a < b ? -1 : 1))
			.map(([key, nested]) => [key, sortKeys(nested as Json)]),
	) as IDataObject;
}

function asValueText(value: unknown): string {
	return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
