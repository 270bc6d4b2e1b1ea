import type { Payment } from '../common/payment';

/** What amounts come to, in cents by currency. */
export function totalsOf(amounts: Array<Pick<Payment, 'currency' | 'cents'>>): Map<string, bigint> {
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
