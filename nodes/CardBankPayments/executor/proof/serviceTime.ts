import type { ServiceResponse } from './response';

/** `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7): Date.parse makes a date of nearly anything. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/;

/** A machine whose clock is further off trusts no certificate, so that it is the service's that is wrong. */
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
