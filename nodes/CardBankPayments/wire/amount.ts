import { UserError } from 'n8n-workflow';
import { values } from '../sentences/values';
import { describeValue, plainText } from './shown';
import { unseenIn } from './unseen';

/**
 * Decimal text in major units, such as 1000.0000 of a database. No amount of money has more digits; text that has is
 * something else.
 */
const DECIMAL_TEXT = /^(?<units>\d{1,30})(?:\.(?<decimals>\d{1,2})0*)?$/;

/** 150.000 is 150 thousand in one country, and 150 in another. */
const MAY_BE_THOUSANDS = /^\d{1,3}\.\d{3}$/;

/** 70 trillion: from here on, neighbouring numbers lie more than a cent apart. */
const CENTS_END = 2 ** 46;

/** Cents of an amount, also of zero; undefined for what is no amount. */
export function centsOf(value: unknown): bigint | undefined {
	const text = plainText(value);
	const { units, decimals = '' } = DECIMAL_TEXT.exec(text)?.groups ?? {};
	if (units === undefined || MAY_BE_THOUSANDS.test(text)) return undefined;
	return BigInt(units + decimals.padEnd(2, '0'));
}

/**
 * Cents of an amount to pay, exactly: 150050n for 1500.5 or "1500.50". Throws a UserError for anything
 * but a positive amount with at most two decimals.
 */
export function toCents(value: unknown): bigint {
	const cents = centsOf(value);
	const described = { value: describeValue(value) };
	if (cents === undefined) {
		const unseen = unseenIn(plainText(value), { isSpaceSeen: false });
		throw new UserError(unseen ?? values.notAmount(described));
	}
	if (cents === 0n) throw new UserError(values.zero);
	if (Number(value) < CENTS_END) return cents;
	throw new UserError(values.tooLarge(described));
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

/**
 * An amount as `String`, the builder's own digits without zeros behind the cents, or as JSON `Number`. Throws as
 * {@link toCents}.
 */
export const amountAs =
	<Sent>(write: (digits: string) => Sent) =>
	(value: unknown): Sent => {
		toCents(value);
		return write(plainText(value).replace(/(\.\d\d)0+/, '$1'));
	};
