/** A decimal number, exactly: `digits` divided by ten to the power of `scale`. */
interface Decimal {
	digits: bigint;
	scale: number;
}

const plain = /^(\d+)(?:\.(\d+))?$/;

/**
 * What a value says, digit by digit. Made without any of the package's own code, since it judges it.
 *
 * @param value a text, or a number by the digits that JavaScript shows of it
 * @returns undefined for everything that is not plain decimal digits
 */
export function decimalOf(value: unknown): Decimal | undefined {
	if (typeof value !== 'string' && typeof value !== 'number') return undefined;
	const [, units, decimals = ''] = plain.exec(String(value)) ?? [];
	if (units === undefined) return undefined;
	return { digits: BigInt(units + decimals), scale: decimals.length };
}

export function areEqual(a: Decimal, b: Decimal): boolean {
	return a.digits * 10n ** BigInt(b.scale) === b.digits * 10n ** BigInt(a.scale);
}

/** Whether it can be paid: more than nothing, and no fraction of a cent. */
export function isPayable({ digits, scale }: Decimal): boolean {
	return digits > 0n && (digits * 100n) % 10n ** BigInt(scale) === 0n;
}
