/** Something that is worth an amount of a currency. */
export interface Amount {
	currency?: string;
	/** Absent where none is sent. */
	cents?: bigint;
}

/** What amounts come to, in cents by currency. */
export function totalsOf(amounts: Amount[]): Map<string, bigint> {
	const totals = new Map<string, bigint>();
	for (const { currency, cents = 0n } of amounts) {
		const key = String(currency);
		totals.set(key, (totals.get(key) ?? 0n) + cents);
	}
	return totals;
}

/** The service's codes are three capital letters: in another spelling, an amount would be counted by itself. */
export function isCurrency(value: unknown): value is string {
	return typeof value === 'string' && /^[A-Z]{3}$/.test(value);
}
