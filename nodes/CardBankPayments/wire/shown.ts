import { values } from '../sentences/values';

const { kinds } = values;

/** Longer than any sensible reference or message; keeps hostile text from flooding a log. */
const MAXIMUM_LENGTH = 200;

/** Text from outside (the service, the input) as it may be shown: plain, and not endless. */
export function shown(text: string, maximumLength = MAXIMUM_LENGTH): string {
	const short = plain(text.slice(0, MAXIMUM_LENGTH * 2));
	return short.length > maximumLength ? `${short.slice(0, maximumLength)}…` : short;
}

/** Text on one line, without markup. */
export function plain(text: string): string {
	return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]+/gu, ' ').trim();
}

/** An account number with all but its last four digits covered. */
export function masked(accountNumber: string): string {
	return `…${accountNumber.slice(-4)}`;
}

/** A text or a number as text, anything else as empty text: `String` throws where `toString` is data. */
export function plainText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** More names do not fit into a message, and are no help. */
const MOST_NAMED = 20;

/** The names of things, e.g. `A, B and 3 more`. */
export function someOf<T>(things: T[], nameOf: (thing: T) => string): string {
	const more = things.length > MOST_NAMED ? ` and ${things.length - MOST_NAMED} more` : '';
	return `${things.slice(0, MOST_NAMED).map(nameOf).join(', ')}${more}`;
}

/** Longer than what anybody compares by eye. */
const LONGEST_VALUE = 40;

/** A value as messages name it: `"10,000"`, `7`, `a list`, `a date`. `String` throws where `toString` is data. */
export function describeValue(value: unknown): string {
	if (Array.isArray(value)) return kinds.list;
	if (Object.prototype.toString.call(value) === '[object Date]') return kinds.date;
	if (typeof value === 'object' && value !== null) return kinds.object;
	const text = String(value);
	const short = text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text;
	return typeof value === 'string' ? `"${short}"` : short;
}
