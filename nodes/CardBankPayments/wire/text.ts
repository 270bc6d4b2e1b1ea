import { UserError } from 'n8n-workflow';
import { RETYPE, whatBroke, type TextKind } from './broken';
import { describeValue, plainText } from './shown';

/**
 * Line breaks, and characters that nobody sees: a text with one looks like another text. No property of
 * Unicode names the empty Braille pattern.
 */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Some names are written with them. */
const JOINERS = /[\u200C\u200D]/g;

export function hasUnseen(text: string): boolean {
	return UNSEEN.test(text);
}

/** Two references that differ in their spaces look alike. */
const OTHER_SPACE = /(?! )\p{Zs}/u;

/** Nothing, dots, which every URL parser takes for other places, and half a character. */
const NOT_IN_ADDRESS = /^\.{0,2}$|\p{Surrogate}/u;

/** Longer text is a wrong column or a whole document, not a reference, a name or an account. */
const MAXIMUM_LENGTH = 1000;

/** A spreadsheet keeps this many digits of a number and makes zeros of the others. */
const SPREADSHEET_DIGITS = 15;

export const INEXACT = `a number that cannot be held exactly: of a number, spreadsheets keep only ${SPREADSHEET_DIGITS} digits; ${RETYPE}`;

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
		if (typeof text !== 'string') throw new UserError(`is ${describeValue(text)}; it must be text`);
		if (text.trim() !== text) {
			throw new UserError('starts or ends with white space; remove it, e.g. with .trim()');
		}
		const isName = kind === 'text' || kind === 'name';
		if (hasUnseen(isName ? text.replace(JOINERS, '') : text)) {
			throw new UserError(
				'contains a line break or another character that cannot be seen; remove it',
			);
		}
		if (text.length > MAXIMUM_LENGTH) {
			throw new UserError(`is ${text.length} characters long; at most ${MAXIMUM_LENGTH} are sent`);
		}
		const broken = whatBroke(text, kind);
		if (broken === undefined) return text;
		throw new UserError(broken);
	};

function digitsOf(value: number): string {
	if (!Number.isInteger(value))
		throw new UserError(`arrived as a number that is not whole; ${RETYPE}`);
	if (isInexact(value)) throw new UserError(`arrived as ${INEXACT}`);
	return String(value);
}

/** A text that somebody may well write in an odd way. */
export const asText = textOf('text');

/** A currency code; the service writes them in capitals. */
export const asCode = (value: unknown): string => asText(value).toUpperCase();

/** The name of somebody who is paid. */
export const asName = textOf('name');

/** What the builder calls one thing, such as a customer. */
export const asIdentifier = textOf('identifier');

/** An account or phone number: text, since it may have leading zeros, letters and spaces. */
export const asNumberText = textOf('number');

const asReferenceText = textOf('reference');

/** An order reference, as {@link asIdentifier}, but never 0. Two that look alike would be two payments. */
export function asReference(value: unknown): string {
	const text = asReferenceText(value);
	if (OTHER_SPACE.test(text)) {
		throw new UserError(
			'contains a space other than the ordinary one, and so looks like another reference; remove it',
		);
	}
	if (NOT_IN_ADDRESS.test(text)) {
		throw new UserError(
			`is ${describeValue(text)}, which no address can hold: no look-up is possible`,
		);
	}
	if (text === text.normalize()) return text;
	const signs = [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment);
	const sign = signs.find((one) => one !== one.normalize());
	throw new UserError(
		`contains "${sign?.normalize()}" in an unusual form, and so looks like another reference; type it again, or add .normalize()`,
	);
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
	const day = DAY.exec(isDateTime ? String(value) : plainText(value))?.[1] ?? '';
	// JavaScript takes the 30th of February for the 2nd of March.
	if (new Date(day).toJSON()?.startsWith(day)) return day;
	throw new UserError(`is ${describeValue(value)}; write the day as YYYY-MM-DD, e.g. 2026-11-23`);
}

/** The service counts its days in East Africa Time, which knows no summer time. */
const SERVICE_AHEAD_MS = 3 * 3_600_000;

const DAY_MS = 24 * 3_600_000;

/** The day that the service has at a moment, in milliseconds since 1970. */
export function serviceDay(at: number): string {
	return new Date(at + SERVICE_AHEAD_MS).toISOString().slice(0, 10);
}

/** @param day e.g. `2026-11-23` */
export function dayBefore(day: string): string {
	return new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
}

/** How many records a list may give, as a number or its digits. */
export function asLimit(value: unknown): number {
	if (typeof value !== 'object' && /^[1-9]\d{0,8}$/.test(String(value))) return Number(value);
	throw new UserError(`is ${describeValue(value)}; use a whole number of 1 or more`);
}
