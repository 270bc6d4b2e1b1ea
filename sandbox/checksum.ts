import { createHmac, timingSafeEqual } from 'node:crypto';
import { Refusal } from './refusal';
import type { SandboxSettings } from './types';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * Refuses a payload whose checksum is missing or wrong, where the account has checksums enabled.
 * Written apart from the node's own code, so that a slip in one shows in the other.
 *
 * @throws {Refusal} 400
 */
export function checkChecksum(
	body: unknown,
	{ checksum: method, checksumSecret }: SandboxSettings,
): void {
	if (method === 'none') return;
	const { checksum, ...payload } = body as Record<string, Json>;
	delete payload.checksumMethod;
	if (typeof checksum !== 'string')
		throw new Refusal(400, 'The checksum of the payload is missing');
	const text = method === 'hmacSha256Json' ? canonical(payload) : joined(payload);
	const expected = createHmac('sha256', checksumSecret).update(text, 'utf8').digest();
	const given = Buffer.from(checksum, 'hex');
	if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
		throw new Refusal(400, 'The checksum of the payload is wrong');
	}
}

function canonical(value: Json): string {
	if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
	if (value === null || typeof value !== 'object') return JSON.stringify(value);
	const members = Object.keys(value)
		.sort()
		.map((key) => `${JSON.stringify(key)}:${canonical(value[key] as Json)}`);
	return `{${members.join(',')}}`;
}

function joined(payload: Record<string, Json>): string {
	return Object.keys(payload)
		.sort()
		.map((key) => payload[key] as Json)
		.map((value) => (typeof value === 'object' ? JSON.stringify(value) : String(value)))
		.join('');
}
