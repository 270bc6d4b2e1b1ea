import { UserError } from 'n8n-workflow';
import { values } from '../sentences/values';
import { whatBroke, type TextKind } from './broken';
import { describeValue, plainText } from './shown';
import { unseenIn } from './unseen';

/** Persian and Hindi names are written with these joiners. */
const JOINERS = /[\u200C\u200D]/g;

/** Longer text is a wrong column or a whole document, not a reference, a name or an account. */
const MAXIMUM_LENGTH = 1000;

/** A spreadsheet keeps this many digits of a number and makes zeros of the others. */
const SPREADSHEET_DIGITS = 15;

/** Whether a number has so many digits that the last ones may be others than those that were typed. */
export const isInexact = (value: unknown): boolean =>
	typeof value === 'number' && Math.abs(value) >= 10 ** SPREADSHEET_DIGITS;

/**
 * Text as the service takes it, unchanged. The same reference with a space behind it would be another
 * reference, and a second payment.
 *
 * @param value text, or a whole number of at most 15 digits (spreadsheets deliver those)
 * @throws UserError for anything else
 */
const textOf =
	(kind: TextKind) =>
	(value: unknown): string => {
		const text = typeof value === 'number' ? digitsOf(value) : value;
		if (typeof text !== 'string') {
			throw new UserError(values.notText({ value: describeValue(text) }));
		}
		if (text.trim() !== text) throw new UserError(values.whiteSpace);
		const isSpaceSeen = kind !== 'reference';
		// With a space in place of each joiner, the message still counts the signs right.
		const isName = kind === 'text' || kind === 'name';
		const unseen = unseenIn(isName ? text.replace(JOINERS, ' ') : text, { isSpaceSeen });
		if (unseen !== undefined) throw new UserError(unseen);
		if (text.length > MAXIMUM_LENGTH) {
			throw new UserError(values.tooLong({ length: text.length, most: MAXIMUM_LENGTH }));
		}
		const broken = whatBroke(text, kind);
		if (broken === undefined) return text;
		throw new UserError(broken);
	};

function digitsOf(value: number): string {
	if (!Number.isInteger(value)) throw new UserError(values.notWhole);
	if (isInexact(value)) throw new UserError(values.inexact);
	return String(value);
}

/** A note or an email address, which may look odd and be right. */
export const asText = textOf('text');

/** Codes and names mean the same with a blank behind them; an order reference does not, nor does an account number. */
const tidied = (value: unknown): unknown => (typeof value === 'string' ? value.trim() : value);

/** A code, such as that of a currency; the service writes them in capitals. */
export const asCode = (value: unknown): string => asText(tidied(value)).toUpperCase();

const asNameText = textOf('name');

/** The name of somebody who pays or is paid. */
export const asName = (value: unknown): string => asNameText(tidied(value));

/** What the builder calls one thing, such as a customer. */
export const asIdentifier = textOf('identifier');

/** The code of a bank. */
export const asBic = (value: unknown): string => asIdentifier(tidied(value)).toUpperCase();

/** An account or phone number: text, since it may have leading zeros, letters and spaces. */
export const asNumberText = textOf('number');

const asReferenceText = textOf('reference');

/** The service takes letters and digits. Other signs may look alike, and two references that do would be two payments. */
const PLAIN = /^[\x20-\x7e]*$/;

/** An order reference, as {@link asIdentifier}, but never 0. It goes out as it is. */
export function asReference(value: unknown): string {
	const text = asReferenceText(value);
	// Every URL parser takes one or two dots for other places.
	if (PLAIN.test(text) && !/^\.{0,2}$/.test(text)) return text;
	throw new UserError(values.notLookedUp({ value: describeValue(text) }));
}

const DAY = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d.*)?$/;

/**
 * A day as it is written: reckoned in another time zone it would be another.
 *
 * @param value text that begins with the day, e.g. `2026-11-23` or `2026-11-23T22:00:00.000+03:00`, or a
 * Luxon DateTime, such as `$today`, which writes its moment with the time zone that it was made in
 * @throws UserError for anything else, and for a day that no calendar has
 */
export function asDay(value: unknown): string {
	const isDateTime = typeof (value as { toISODate?: unknown } | null)?.toISODate === 'function';
	const day = DAY.exec(isDateTime ? String(value) : plainText(value))?.[1];
	// JavaScript takes the 30th of February for the 2nd of March.
	if (day !== undefined && new Date(day).toJSON()?.startsWith(day)) return day;
	throw new UserError(values.notDay({ value: describeValue(value) }));
}

/** The service counts its days in East Africa Time, which knows no summer time. */
const SERVICE_AHEAD_MS = 3 * 3_600_000;

const DAY_MS = 24 * 3_600_000;

/** The day that the service has at a moment, in milliseconds since 1970. */
export function serviceDay(at: number): string {
	return new Date(at + SERVICE_AHEAD_MS).toISOString().slice(0, 10);
}

/** @param day e.g. `2026-11-23` */
export function dayBefore(day: string, days = 1): string {
	return new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10);
}

/** How many records a list may give, as a number or its digits. */
export function asLimit(value: unknown): number {
	if (typeof value !== 'object' && /^[1-9]\d{0,8}$/.test(String(value))) return Number(value);
	throw new UserError(values.notLimit({ value: describeValue(value) }));
}
