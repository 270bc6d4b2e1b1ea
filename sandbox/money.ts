/**
 * Amounts are whole cents in a bigint, so that nothing is ever rounded by accident. Text and JSON
 * numbers exist only at the edges.
 */
export type Cents = bigint;

const moneyText = /^(\d+)(?:\.(\d{1,2}))?$/;
const rateText = /^(\d+)(?:\.(\d{1,6}))?$/;

/** An exchange rate in millionths, the finest step that settings allow. */
const rateScale = 1_000_000n;

/**
 * Reads an amount of money.
 *
 * @param amount decimal text in major units with at most two decimals, e.g. `1500.5`, or a number
 * that JavaScript prints that way
 * @throws {RangeError} for anything else: more decimals, a sign, an exponent
 */
export function parseCents(amount: string | number): Cents {
	const match = moneyText.exec(String(amount));
	if (!match) throw new RangeError(`Not an amount with at most two decimals: ${amount}`);
	return BigInt(match[1]! + (match[2] ?? '').padEnd(2, '0'));
}

/** Whether a number can be read as an amount of money by {@link parseCents}. */
export function isMoney(amount: number): boolean {
	return moneyText.test(String(amount));
}

/** Writes cents as decimal text with exactly two decimals, e.g. `1500.50`. */
export function formatCents(cents: Cents): string {
	const digits = cents.toString().padStart(3, '0');
	return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Groups the digits of an amount or a count by thousands, e.g. `1,500.50`. */
export function grouped(amount: string | number): string {
	const [whole = '', ...decimals] = String(amount).split('.');
	return [whole.replace(/\B(?=(\d{3})+$)/g, ','), ...decimals].join('.');
}

/**
 * Converts an amount, rounding half a cent up.
 *
 * @param rate units of the target currency for one unit of the source, as decimal text
 * @throws {RangeError} when the rate is no decimal text with at most six decimals
 */
export function exchangeCents(cents: Cents, rate: string): Cents {
	const match = rateText.exec(rate);
	if (!match) throw new RangeError(`Not an exchange rate with at most six decimals: ${rate}`);
	const millionths = BigInt(match[1]! + (match[2] ?? '').padEnd(6, '0'));
	return (cents * millionths + rateScale / 2n) / rateScale;
}

/** A share of an amount, in hundredths of a percent, rounding half a cent up. */
export function shareOf(cents: Cents, basisPoints: bigint): Cents {
	return (cents * basisPoints + 5_000n) / 10_000n;
}
