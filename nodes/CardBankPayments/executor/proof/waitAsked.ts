import { wordsIn } from '../../wire/words';
import type { ServiceResponse } from './response';
import { outcomeOfStatus } from './httpStatuses';
import { isUnknown } from './verdicts';

/** As the service documents it: "please retry after 43 seconds", "remaining wait time: 43 s". */
const WAIT =
	/\b(?:retry (?:after|in)|try again (?:after|in)|wait(?: time| for)?)\b[^.\d]{0,30}?(?<amount>\d{1,6}(?:\.\d{1,3})?)\s*(?<unit>s|m)(?:ec(?:ond)?s?|in(?:ute)?s?)?\b/i;
const UNIT_MS = { s: 1_000, m: 60_000 };

/**
 * How long a request is refused only for now. A 5xx with Retry-After is no refusal: the payout may have been made.
 *
 * @returns milliseconds, at least 1; 0 for a 429 that names no time; undefined without a wait
 */
export function waitAsked(response: ServiceResponse): number | undefined {
	const { status = 0, headers, body } = response;
	// Neither a token nor a missing record is refused for a time.
	if (status < 400 || status === 401 || status === 404) return undefined;
	if (isUnknown(outcomeOfStatus(response))) return undefined;
	const named = timeInHeader(headers) ?? timeIn(wordsIn(body).join('. '));
	// `Retry-After: 0` names a time: at once.
	if (named !== undefined) return Math.max(named, 1);
	return status === 429 ? 0 : undefined;
}

function timeInHeader(headers: ServiceResponse['headers'] = {}): number | undefined {
	const text = String(headers['retry-after']);
	return /^\d{1,6}$/.test(text) ? Number(text) * UNIT_MS.s : undefined;
}

function timeIn(words: string): number | undefined {
	// Both are part of whatever matches.
	const named = WAIT.exec(words)?.groups as { amount: string; unit: string } | undefined;
	if (named === undefined) return undefined;
	return Number(named.amount) * UNIT_MS[named.unit.toLowerCase() as keyof typeof UNIT_MS];
}
