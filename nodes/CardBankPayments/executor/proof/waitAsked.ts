import { wordsIn, type ServiceResponse } from './response';
import { outcomeOfStatus } from './statuses';
import { serviceTime } from './serviceTime';
import { isUnknown } from './verdicts';

/** "Wait 3 hours" may be about when the beneficiary is paid; above 15 minutes, a time counts only with "try". */
const LONGEST_NAMED_MS = 900_000;
const OF_THIS_REQUEST = /\b(?:re-?)?try\b/i;

/** "retry after 43 seconds", "try again in 2 minutes", "remaining wait time: 43 s". */
const WAIT =
	/\b(?:(?:re-?try|try\s+again)\b[^.\d]{0,20}?\b(?:after|in)|wait(?:ing)?)\b[^.\d]{0,30}?(?<amount>\d{1,9}(?:\.\d{1,3})?)\s*(?<unit>s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?)\b/i;
const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000 };

/**
 * How long a request is refused only for now. Not by a 5xx with Retry-After: nobody knows what it did.
 *
 * @param now milliseconds since 1970, for a date in Retry-After where the response has no Date header
 * @returns milliseconds, at least 1; 0 for a 429 that names no time; undefined without a wait
 */
export function waitAsked(response: ServiceResponse, now: number): number | undefined {
	const { status = 0, headers, body } = response;
	// Neither a token nor a missing record is refused for a time.
	if (status < 400 || status === 401 || status === 404) return undefined;
	if (isUnknown(outcomeOfStatus(response))) return undefined;
	const isPaced = status === 429;
	const words = wordsIn(body).join('. ');
	const isOfRequest = isPaced || OF_THIS_REQUEST.test(words);
	const named =
		timeInHeader(headers, now) ?? timeIn(words, isOfRequest ? Infinity : LONGEST_NAMED_MS);
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
	return Math.max(0, date - (serviceTime({ headers }, now) ?? now));
}

function timeIn(words: string, longestMs: number): number | undefined {
	const { amount, unit } = WAIT.exec(words)?.groups ?? {};
	const ms = Number(amount) * UNIT_MS[String(unit).charAt(0).toLowerCase() as keyof typeof UNIT_MS];
	return ms <= longestMs ? ms : undefined;
}
