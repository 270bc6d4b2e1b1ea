import { wordsIn } from './quote';
import type { Reply } from './reply';
import { outcomeOfStatus } from './statusTable';

const SECOND_MS = 1_000;

/**
 * "retry after 43 seconds", "try again in 2 minutes", "please wait 43 seconds", "remaining wait time:
 * 43 s".
 */
const ASKS = [
	/\b(?:re-?try(?:ing)?|try(?:ing)?\s+again)\b[^.\d]{0,30}?\b(?:after|in)\b/gi,
	/\b(?:^wait|(?:please|must|have\s+to|need\s+to)\s+wait|wait(?:ing)?\s+time|remaining\s+time)\b/gi,
];

/** A beneficiary may have to wait as well, but hardly for so short a time. */
const LONGEST_WAIT_MS = 900_000;
const OF_THIS_REQUEST = /\b(?:re-?try|try)/i;

const AMOUNT_OF_TIME = /^[^.\d]{0,12}?(\d{1,9}(?:\.\d{1,3})?)\s*([a-z]+)/i;

/** "retry after: 43" means seconds; "after 14:30", "in 2026-12" and "in amounts of 500" do not. */
const BARE_SECONDS = /^[\s:=("']*(\d{1,9}(?:\.\d{1,3})?)(?![\d:/,-]|\.\d|\s*[a-z%])/i;

const FURTHER_AMOUNT = /^\s*(?:,|and)?\s*(\d{1,9}(?:\.\d{1,3})?)\s*([a-z]+)/i;

const UNITS: Array<[RegExp, number]> = [
	[/^(?:ms|msecs?|milliseconds?)$/i, 1],
	[/^(?:s|secs?|seconds?)$/i, SECOND_MS],
	[/^(?:m|mins?|minutes?)$/i, 60 * SECOND_MS],
	[/^(?:h|hrs?|hours?)$/i, 3600 * SECOND_MS],
];

/** Longer messages are no sentence about a time to wait. */
const READ_LENGTH = 1_000;
const HEADER_LENGTH = 100;

/**
 * Whether a response refuses a request only for now. A 5xx with Retry-After does not count: nobody knows
 * what it did, so a payout is never sent again because of it.
 *
 * @param now milliseconds since 1970, for a Retry-After that is a date in a response without one
 * @returns the milliseconds to wait, at least 1; 0 for a 429 that names no time; undefined where the
 * reply does not ask to wait
 */
export function waitAsked(reply: Reply, now: number): number | undefined {
	const { status = 0 } = reply;
	const isRefusal = ['rejected', 'alreadySent'].includes(outcomeOfStatus(reply).outcome);
	// A token is not refused for a time.
	if (!isRefusal || status < 400 || status === 401) return undefined;
	const isPaced = status === 429;
	const named =
		timeInHeader(reply.headers, now) ??
		firstOf(wordsIn(reply.body), (words) => timeIn(words, isPaced ? Infinity : LONGEST_WAIT_MS));
	// "Now" is a time, too.
	return named === undefined ? (isPaced ? 0 : undefined) : Math.max(named, 1);
}

/** Seconds, or an HTTP date (RFC 9110, 10.2.3), which is held against the service's own clock. */
function timeInHeader(headers: Reply['headers'] = {}, now: number): number | undefined {
	const [value] = [headers['retry-after']].flat();
	const text = String(value ?? '')
		.slice(0, HEADER_LENGTH)
		.trim();
	if (/^\d{1,9}(\.\d+)?$/.test(text)) return Number(text) * SECOND_MS;
	// Date.parse makes a date of nearly anything with a number in it.
	const date = /[a-z].*\d\d:\d\d/i.test(text) ? Date.parse(text) : NaN;
	if (Number.isNaN(date)) return undefined;
	return Math.max(0, date - (Date.parse(String(headers.date)) || now));
}

function timeIn(words: string, longestWaitMs: number): number | undefined {
	const sentence = words.slice(0, READ_LENGTH);
	const longestMs = OF_THIS_REQUEST.test(sentence) ? Infinity : longestWaitMs;
	const asks = ASKS.flatMap((pattern) => [...sentence.matchAll(pattern)]);
	return firstOf(asks, ({ index, 0: words }) => {
		const time = amountOfTime(sentence.slice(index + words.length));
		return time !== undefined && time <= longestMs ? time : undefined;
	});
}

/** The first time that one of them gives. */
function firstOf<T>(all: T[], timeOf: (one: T) => number | undefined): number | undefined {
	return all.map(timeOf).find((time) => time !== undefined);
}

/** The amount of time that a text begins with, e.g. `43` (seconds) or `1 minute and 30 seconds`. */
function amountOfTime(text: string): number | undefined {
	const bare = BARE_SECONDS.exec(text)?.[1];
	if (bare !== undefined) return Number(bare) * SECOND_MS;
	let total: number | undefined;
	let rest = text;
	for (let pattern = AMOUNT_OF_TIME; ; pattern = FURTHER_AMOUNT) {
		const [all = '', number, name = ''] = pattern.exec(rest) ?? [];
		const unit = UNITS.find(([known]) => known.test(name))?.[1];
		if (unit === undefined) return total;
		total = (total ?? 0) + Number(number) * unit;
		rest = rest.slice(all.length);
	}
}
