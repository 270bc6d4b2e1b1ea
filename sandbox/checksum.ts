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
export function checkChecksum(body: unknown, settings: SandboxSettings): void {
	const { checksum, ...payload } = body as Record<string, Json>;
	delete payload.checksumMethod;
	const expected = checksumOf(payload, settings);
	if (expected === undefined) return;
	if (typeof checksum !== 'string')
		throw new Refusal(400, 'The checksum of the payload is missing');
	const [given, right] = [Buffer.from(checksum, 'hex'), Buffer.from(expected, 'hex')];
	if (given.length !== right.length || !timingSafeEqual(given, right)) {
		throw new Refusal(400, 'The checksum of the payload is wrong');
	}
}

/**
 * The checksum of a payload, in hex.
 *
 * @returns undefined where the account has no checksums
 */
export function checksumOf(
	payload: object,
	{ checksum: method, checksumSecret }: SandboxSettings,
): string | undefined {
	if (method === 'none') return undefined;
	const values = payload as Record<string, Json>;
	const text = method === 'hmacSha256Json' ? canonical(values) : joined(values);
	return createHmac('sha256', checksumSecret).update(text, 'utf8').digest('hex');
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
