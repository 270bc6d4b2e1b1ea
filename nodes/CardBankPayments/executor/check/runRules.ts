import { fromCents } from '../../wire/amount';
import { itemNumber, type Result, type Payment } from '../common/payment';

/** Why a payment may not go out, and what to do where no item is wrong. */
type Refusal = Pick<Result, 'says' | 'nextStep'>;

/** Says which payments may not go out, by the index of the item. */
export type Rule = (payments: Payment[]) => Map<number, Refusal>;

/**
 * Applies rules one after the other. What one of them refuses leaves the list for the next: a payment
 * that is not sent counts in no total.
 */
export function runRules(
	payments: Payment[],
	rules: Rule[],
): { passed: Payment[]; refused: Map<number, Refusal> } {
	let passed = payments;
	const refused = new Map<number, Refusal>();
	for (const rule of rules) {
		for (const [index, refusal] of rule(passed)) refused.set(index, refusal);
		passed = passed.filter(({ index }) => !refused.has(index));
	}
	return { passed, refused };
}

/** A rule that looks at each payment by itself. */
const refuseEach =
	(why: (payment: Payment) => Refusal | undefined): Rule =>
	(payments) =>
		new Map(
			payments.flatMap((payment) => {
				const refusal = why(payment);
				return refusal === undefined ? [] : [[payment.index, refusal]];
			}),
		);

/** Refuses every payment of an order reference that stands in several items. */
export const repeatedReferences: Rule = (payments) => {
	const uses = new Map<string, number[]>();
	for (const { index, orderReference } of payments) {
		const known = uses.get(orderReference);
		if (known === undefined) uses.set(orderReference, [index]);
		else known.push(index);
	}
	return refuseEach(({ index, orderReference }) => {
		// The first one names the second, however many follow.
		const [first, second] = uses.get(orderReference) ?? [];
		const other = index === first ? second : first;
		if (other === undefined) return undefined;
		return { says: `Order Reference is the same as that of item ${itemNumber(other)}` };
	})(payments);
};

/**
 * Refuses what is above an amount.
 *
 * @param limit cents, for each payment in its own currency
 */
export const amountsAbove = (limit: bigint): Rule =>
	refuseEach(({ cents = 0n, currency }) => {
		if (cents <= limit) return undefined;
		const amount = `${fromCents(cents)} ${currency}`;
		return { says: `Amount is ${amount}, above the Maximum Amount of ${fromCents(limit)}` };
	});

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
		return refuseEach(({ currency }) => {
			const total = totals.get(currency) ?? 0n;
			if (total <= limit) return undefined;
			return {
				says: `The payouts of this run total ${fromCents(total)} ${currency}, above the Maximum Total of ${fromCents(limit)}`,
				nextStep: 'Together the payouts are above Maximum Total: raise it, or send fewer',
			};
		})(payments);
	};
