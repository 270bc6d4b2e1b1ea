import { UserError } from 'n8n-workflow';
import { describeValue } from './shown';

/** A day, and whatever time of it may follow. */
const DAY = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d.*)?$/;

/**
 * A day as the service takes it.
 *
 * @param value text that begins with the day, e.g. `2026-11-23` or `2026-11-23T22:00:00.000+03:00`, or a
 * Luxon DateTime, such as `$today`
 * @returns the day as it is written, e.g. `2026-11-23`: reckoned in another time zone it would be another
 * @throws UserError for anything else, and for a day that no calendar has
 */
export function asDay(value: unknown): string {
	const day = DAY.exec(textOf(value))?.[1];
	if (day !== undefined && isOfCalendar(day)) return day;
	throw new UserError(`is ${describeValue(value)}; write the day as YYYY-MM-DD, e.g. 2026-11-23`);
}

/** A DateTime of Luxon writes its moment with the time zone that it was made in. */
function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	const isDateTime = typeof (value as { toISODate?: unknown } | null)?.toISODate === 'function';
	return isDateTime ? String(value) : '';
}

function isOfCalendar(day: string): boolean {
	const midnight = new Date(`${day}T00:00:00.000Z`);
	return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}
