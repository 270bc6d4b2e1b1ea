import type { Clock } from '../common/clock';
import { wordsIn, type ServiceResponse } from './response';
import { outcomeOfStatus } from './statusTable';

/** The shortest wait; the longest one that a run sets itself, so that it notices a free service. */
const SHORTEST_WAIT_MS = 1_000;
const LONGEST_BACKOFF_MS = 60_000;

/** Longer times may be a beneficiary's; only with "try" are they surely those of the request. */
const LONGEST_WAIT_MS = 900_000;
const OF_THIS_REQUEST = /\b(?:re-?)?try\b/i;

/** "retry after 43 seconds", "try again in 2 minutes", "remaining wait time: 43 s". */
const WAIT =
	/\b(?:(?:re-?try|try\s+again)\b[^.\d]{0,20}?\b(?:after|in)|wait(?:ing)?)\b[^.\d]{0,30}?(\d{1,9}(?:\.\d{1,3})?)\s*(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b/i;
const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * How long a request is refused only for now. Not by a 5xx with Retry-After: nobody knows what it did.
 *
 * @param now milliseconds since 1970, for a date in Retry-After where the response has no Date header
 * @returns milliseconds, at least 1; 0 for a 429 that names no time; undefined without a wait
 */
export function waitAsked(response: ServiceResponse, now: number): number | undefined {
	const { status = 0, headers, body } = response;
	const isRefusal = ['rejected', 'alreadySent'].includes(outcomeOfStatus(response).outcome);
	// Neither a token nor a missing record is refused for a time.
	if (!isRefusal || status < 400 || status === 401 || status === 404) return undefined;
	const isPaced = status === 429;
	const words = wordsIn(body).join('. ');
	const isOfRequest = isPaced || OF_THIS_REQUEST.test(words);
	const named =
		timeInHeader(headers, now) ?? timeIn(words, isOfRequest ? Infinity : LONGEST_WAIT_MS);
	// "Now" is a time, too.
	if (named !== undefined) return Math.max(named, 1);
	return isPaced ? 0 : undefined;
}

/** Seconds, or an HTTP date (RFC 9110, 10.2.3), which is held against the service's own clock. */
function timeInHeader(headers: ServiceResponse['headers'] = {}, now: number): number | undefined {
	const text = String(headers['retry-after'] ?? '').trim();
	if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * UNIT_MS.s;
	// Date.parse makes a date of nearly anything with a number in it.
	const date = /[a-z].*\d\d:\d\d/i.test(text) ? Date.parse(text) : NaN;
	if (Number.isNaN(date)) return undefined;
	return Math.max(0, date - (Date.parse(String(headers.date)) || now));
}

function timeIn(words: string, longestMs: number): number | undefined {
	const [, amount, unit = 's'] = WAIT.exec(words) ?? [];
	const ms = Number(amount) * UNIT_MS[unit.charAt(0).toLowerCase() as keyof typeof UNIT_MS];
	return ms <= longestMs ? ms : undefined;
}

/**
 * How long to wait after a refusal for the pace: as long as the service names, and not less than 1,
 * 2, 4 … seconds, since some name none, or a moment that is too soon.
 *
 * @param namedMs what the service named; 0 where it named no time
 * @param times how often the same request was refused, this time included
 */
export function waitAfter(namedMs: number, times: number, clock: Clock): number {
	// Up to a quarter more, so that several do not come back at once; a time that is named is exact.
	const isExact = namedMs > 0 && times === 1;
	const jitter = isExact ? 1 : 1 + clock.random() / 4;
	const backoffMs = SHORTEST_WAIT_MS * 2 ** (times - 1) * jitter;
	return Math.max(namedMs, Math.min(backoffMs, LONGEST_BACKOFF_MS));
}

/**
 * Sends a request that changes nothing, and again as often as the service asks to wait.
 *
 * @returns the response, the number of attempts, and the milliseconds left, negative if too few
 */
export async function sendPatiently(
	send: () => Promise<ServiceResponse>,
	{ clock, leftMs, cancelSignal }: { clock: Clock; leftMs: number; cancelSignal?: AbortSignal },
): Promise<{ response: ServiceResponse; times: number; leftMs: number }> {
	for (let times = 1; ; times++) {
		const response = await send().catch((error: Error): ServiceResponse => ({ body: error }));
		const namedMs = waitAsked(response, clock.wallTime());
		if (namedMs === undefined) return { response, times, leftMs };
		if (leftMs <= 0 || namedMs > leftMs) return { response, times, leftMs: -1 };
		// The last attempt comes when the time is over.
		const waitMs = Math.min(waitAfter(namedMs, times, clock), leftMs);
		await clock.sleep(waitMs, cancelSignal);
		leftMs -= waitMs;
		if (cancelSignal?.aborted) return { response, times, leftMs };
	}
}
