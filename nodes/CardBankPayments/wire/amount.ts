import { UserError } from 'n8n-workflow';
import { describeValue, plainText } from './shown';

/** Decimal text in major units. No amount of money has more digits; text that has is something else. */
const DECIMAL_TEXT = /^\d{1,30}(\.\d{1,2})?$/;

/** 70 trillion: from here on, neighbouring numbers lie more than a cent apart. */
const CENTS_END = 2 ** 46;

/** Cents of an amount, which may be zero; undefined for what is no amount. */
export function centsOf(value: unknown): bigint | undefined {
	const text = plainText(value);
	if (!DECIMAL_TEXT.test(text)) return undefined;
	const [units, decimals = ''] = text.split('.') as [string, string?];
	return BigInt(units) * 100n + BigInt(decimals.padEnd(2, '0'));
}

/**
 * Cents of an amount to pay, exactly: 150050n for 1500.5 or "1500.50". Throws a UserError for anything
 * but a positive amount with at most two decimals.
 */
export function toCents(value: unknown): bigint {
	const cents = centsOf(value);
	if (cents === undefined) {
		throw new UserError(
			`is ${describeValue(value)}; enter digits with at most two decimals, e.g. 1500 or 1500.50, without spaces, signs or thousands separators`,
		);
	}
	if (cents === 0n) throw new UserError('is 0; enter an amount of more than zero');
	if (Number(value) < CENTS_END) return cents;
	throw new UserError(`is ${describeValue(value)}, too large to be held exactly to the cent`);
}

/** Decimal text with two places, e.g. "1500.50" for 150050n. */
export function fromCents(cents: bigint): string {
	if (cents < 0n) return `-${fromCents(-cents)}`;
	const digits = cents.toString().padStart(3, '0');
	return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** As people write it, e.g. `1,240,000.00 TZS`. */
export function amountInWords(cents: bigint, currency = ''): string {
	return `${fromCents(cents).replace(/\B(?=(?:\d{3})+\.)/g, ',')} ${currency}`.trim();
}

/** An amount as `String`, the builder's own digits, or as JSON `Number`. Throws as {@link toCents}. */
export const amountAs =
	<Sent>(write: (value: unknown) => Sent) =>
	(value: unknown): Sent => {
		toCents(value);
		return write(value);
	};
