import { createHmac } from 'node:crypto';
import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { credential } from '../sentences/credential';

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
	const checksum = createHmac('sha256', secretOf(credentials))
		.update(serialize(payload))
		.digest('hex');
	return { ...body, checksum };
}

/** Pasted, a secret brings white space along, as a key does. */
function secretOf({ checksumSecret }: ICredentialDataDecryptedObject): string {
	const secret = String(checksumSecret ?? '').trim();
	if (secret !== '') return secret;
	throw new UserError(credential.noChecksumSecret);
}

/** Throws UserError where checksums are on and there is nothing to sign with. */
export function assertSigns(credentials: ICredentialDataDecryptedObject): void {
	if (SERIALIZERS.has(credentials.checksum)) secretOf(credentials);
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
