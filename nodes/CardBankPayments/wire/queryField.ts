import type { INodeProperties, INodeRequestSend, PreSendAction } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';
import { placed, type FormattingAction } from './bodyField';
import { describeValue } from './shown';
import { asReference, asText } from './text';

/** Filters by a text, e.g. a status. */
export const filterByText = (property: string) => placed('query', property, asText);

/** Filters by an order reference; refuses characters that nobody sees. */
export const filterByReference = (property: string) => placed('query', property, asReference);

/** Filters by a day, which goes out as it is written, e.g. 2026-11-23. */
export const filterByDay = (property: string) => placed('query', property, asDay);

/** The name under which a field goes into the query; undefined for any other field. */
export function queryNameOf({ routing }: INodeProperties): string | undefined {
	return routing?.send?.type === 'query' ? routing.send.property : undefined;
}

/** How many records a list may give: sent by no field of its own, but page by page. */
export function asLimit(value: unknown): number {
	const limit = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
	if (Number.isSafeInteger(limit) && (limit as number) > 0) return limit as number;
	throw new UserError(`is ${describeValue(value)}; use a whole number of 1 or more`);
}

/** Checks a limit; n8n's own routing engine takes its value from `output.maxResults`. */
export function sendAsLimit(): INodeRequestSend {
	const check: PreSendAction = async function (request) {
		asLimit(this.getNodeParameter('limit'));
		return request;
	};
	const action: FormattingAction = Object.assign(check, { format: asLimit });
	return { preSend: [action] };
}

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
