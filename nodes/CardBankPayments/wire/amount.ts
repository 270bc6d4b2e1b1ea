import { UserError } from 'n8n-workflow';
import { describeValue } from './shown';

/**
 * Decimal text in major units: digits, and at most two decimals. No sign, exponent or separator. No
 * amount of money has more digits than this; text that has is something else.
 */
const DECIMAL_TEXT = /^\d{1,30}(\.\d{1,2})?$/;

/** From here on, neighbouring numbers lie more than a cent apart: 70 trillion. */
const CENTS_END = 2 ** 46;

/**
 * Reads an amount that the service shows; unlike an amount to pay it may be zero.
 *
 * @returns cents, or undefined for anything but a number or decimal text with at most two decimals
 */
export function centsOf(value: unknown): bigint | undefined {
	const text = typeof value === 'number' || typeof value === 'string' ? String(value) : '';
	if (!DECIMAL_TEXT.test(text)) return undefined;
	const [units = '0', decimals = ''] = text.split('.');
	return BigInt(units) * 100n + BigInt(decimals.padEnd(2, '0'));
}

/**
 * Reads an amount to pay into whole cents, exactly.
 *
 * @param value number or decimal text in major units, e.g. 1500.5 or "1500.50"
 * @returns cents, e.g. 150050n
 * @throws UserError for anything but a positive amount with at most two decimals
 */
export function toCents(value: unknown): bigint {
	const cents = centsOf(value);
	if (cents === undefined) {
		throw new UserError(
			`is ${describeValue(value)}; enter digits with at most two decimals, e.g. 1500 or 1500.50, without spaces, signs or thousands separators`,
		);
	}
	if (typeof value === 'number' && value >= CENTS_END) {
		throw new UserError(
			`is ${describeValue(value)}, a number too large to hold its cents exactly; give it as text`,
		);
	}
	if (cents === 0n) throw new UserError('is 0; enter an amount of more than zero');
	return cents;
}

/**
 * @param cents whole cents, e.g. 150050n
 * @returns decimal text with two places, e.g. "1500.50"
 */
export function fromCents(cents: bigint): string {
	const digits = cents.toString().padStart(3, '0');
	return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/**
 * Card payments take the amount as text: the builder's own digits go out unchanged.
 *
 * @throws UserError for anything but a positive amount with at most two decimals
 */
export function amountAsText(value: unknown): string {
	toCents(value);
	return String(value);
}

/**
 * Payouts take the amount as a JSON number.
 *
 * @throws UserError for anything but a positive amount with at most two decimals, and for one that
 * a JSON number cannot carry to the cent
 */
export function amountAsNumber(value: unknown): number {
	toCents(value);
	const number = Number(value);
	// From there on a JSON number changes the cents; paying a neighbouring amount is no option.
	if (number < CENTS_END) return number;
	throw new UserError(`is ${describeValue(value)}, too large to be sent exactly to the cent`);
}
