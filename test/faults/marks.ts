/** Short enough that waiting for nothing stays cheap; only used where the service keeps silent. */
export const SHORT_TIMEOUT_MS = 250;

/** Long enough that a busy machine never makes a healthy answer look late. */
export const LONG_TIMEOUT_MS = 20_000;

/** Until a request that its client gave up on has reached the service all the same. */
export const SETTLE_MS = 30;

/** A payout carried out after the client has given up: the report comes before the money moves. */
export const LATE_MS = 3 * SHORT_TIMEOUT_MS;

/** A mark by which an answer that a fault put in place of the true one is recognized. */
export const FAULTY_ANSWER = 'Answer of a fault';

/** More requests than any trial makes for one reference. */
export const EVERY_TIME = 1000;

/** Longer than n8n's node reads an answer. */
export const TOO_LONG_BYTES = 5_000_001;

/** An answer of more levels than n8n can store. */
export function nested(levels: number): unknown {
	return levels === 0 ? [] : [nested(levels - 1)];
}
