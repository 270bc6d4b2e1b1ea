import { fromCents } from '../../wire/amount';
import type { Payment } from '../common/payment';

/**
 * Says which payments may not go out.
 *
 * @returns the reason by the index of the item, as one sentence without a full stop
 */
export type Rule = (payments: Payment[]) => Map<number, string>;

/**
 * Applies rules one after the other. What one of them refuses leaves the list for the next: a payment
 * that is not sent counts in no total.
 */
export function runRules(
	payments: Payment[],
	rules: Rule[],
): { passed: Payment[]; refused: Map<number, string> } {
	let passed = payments;
	const refused = new Map<number, string>();
	for (const rule of rules) {
		const reasons = rule(passed);
		for (const [index, reason] of reasons) refused.set(index, reason);
		passed = passed.filter(({ index }) => !reasons.has(index));
	}
	return { passed, refused };
}

/** Refuses every payment of an order reference that stands in several items. */
export const repeatedReferences: Rule = (payments) => {
	const reasons = new Map<number, string>();
	const firstUse = new Map<string, number>();
	for (const { index, orderReference } of payments) {
		const first = firstUse.get(orderReference);
		if (first === undefined) {
			firstUse.set(orderReference, index);
			continue;
		}
		reasons.set(index, sameAs(first));
		// The first one names the second, however many follow.
		if (!reasons.has(first)) reasons.set(first, sameAs(index));
	}
	return reasons;
};

function sameAs(index: number): string {
	return `Order Reference is the same as that of item ${index}`;
}

/**
 * Refuses what is above an amount.
 *
 * @param limit cents, for each payment in its own currency
 */
export const amountsAbove =
	(limit: bigint): Rule =>
	(payments) =>
		new Map(
			payments.flatMap(({ index, cents = 0n, currency }) =>
				cents > limit
					? [
							[
								index,
								`Amount is ${fromCents(cents)} ${currency}, above the Maximum Amount of ${fromCents(limit)}`,
							],
						]
					: [],
			),
		);

/**
 * Refuses all payments of a currency that together are above an amount.
 *
 * @param limit cents, for each currency by itself
 */
export const totalsAbove =
	(limit: bigint): Rule =>
	(payments) => {
		const totals = new Map<string | undefined, bigint>();
		for (const { currency, cents = 0n } of payments) {
			totals.set(currency, (totals.get(currency) ?? 0n) + cents);
		}
		return new Map(
			payments.flatMap(({ index, currency }) => {
				const total = totals.get(currency) ?? 0n;
				return total > limit ? [[index, totalReason(total, currency, limit)]] : [];
			}),
		);
	};

function totalReason(total: bigint, currency: string | undefined, limit: bigint): string {
	return `The payouts of this run total ${fromCents(total)} ${currency}, above the Maximum Total of ${fromCents(limit)}`;
}
