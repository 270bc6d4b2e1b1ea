import { plainText } from '../../wire/shown';
import type { ServiceResponse } from './response';

/** A year such as 1 or 1970 stands for none. */
const FIRST = Date.UTC(2000, 0);

/** In another form, `11/12/2026` is in December in most countries, and in November in some. */
const ISO_8601 = /^\d{4}-\d\d-\d\dT\d\d:\d\d\S*(?:Z|[+-]\d\d:?\d\d)$/;

/** When something was made, in milliseconds since 1970, by an ISO 8601 text with its zone; undefined for all else. */
export function momentOf(createdAt: unknown): number | undefined {
	const text = plainText(createdAt);
	const at = ISO_8601.test(text) ? Date.parse(text) : NaN;
	return at >= FIRST ? at : undefined;
}

/** `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7): Date.parse makes a date of nearly anything. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** With our clock a year off, no certificate would be trusted: so it is the Date header that is wrong, and not used. */
const FURTHEST_MS = 366 * 86_400_000;

/**
 * The time by the service's clock, in milliseconds since 1970; undefined where it tells none.
 *
 * @param now the same by the clock of this machine
 */
export function serviceTime({ headers }: ServiceResponse, now: number): number | undefined {
	const text = String(headers?.date);
	const at = HTTP_DATE.test(text) ? Date.parse(text) : NaN;
	return Math.abs(at - now) < FURTHEST_MS ? at : undefined;
}
