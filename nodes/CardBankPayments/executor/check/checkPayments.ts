import type { Effect } from '../../resources/operation';
import { fromCents } from '../../wire/amount';
import { itemNumber, resultOf, type Payment, type Result } from '../common/payment';
import type { Item } from '../read/readItems';
import type { Settings } from '../read/settings';

/** Why a payment may not go out, and what to do where the item itself is not wrong. */
type Refusal = Pick<Result, 'says' | 'nextStep'> | undefined;

/**
 * Checks all items that are still to be sent, before the first of them is. Pure.
 *
 * @param items without those that an earlier attempt has sent: in a total, these would hold back the
 * rest of a run that was interrupted
 * @returns the payments that may go out, and an `invalid` result for every other item
 */
export function checkPayments(
	items: Item[],
	effect: Effect,
	{ maximumAmount, maximumTotal }: Partial<Pick<Settings, 'maximumAmount' | 'maximumTotal'>>,
): { payments: Payment[]; invalid: Result[] } {
	const invalid = items
		.filter(({ payment }) => payment === undefined)
		.map((item) => resultOf(item, 'invalid', item.says.join('; ')));
	let payments = items.flatMap(({ payment }) => payment ?? []);
	// What one rule refuses counts in no total of the next.
	const hold = (refusalOf: (payment: Payment) => Refusal) => {
		payments = payments.filter((payment) => {
			const refusal = refusalOf(payment);
			if (refusal) invalid.push({ ...resultOf(payment, 'invalid', ''), ...refusal });
			return refusal === undefined;
		});
	};
	// Only a reference that is sent must not be used twice.
	if (effect !== 'none') hold(repeatedReference(payments));
	if (effect === 'payout' && maximumAmount !== undefined) hold(amountAbove(maximumAmount));
	if (effect === 'payout' && maximumTotal !== undefined) hold(totalAbove(maximumTotal, payments));
	return { payments, invalid };
}

function repeatedReference(payments: Payment[]) {
	const uses = new Map<string, number[]>();
	for (const { index, orderReference } of payments) {
		// Two are enough: the first one names the second, and all others name the first.
		uses.set(orderReference, [...(uses.get(orderReference) ?? []), index].slice(0, 2));
	}
	return ({ index, orderReference }: Payment): Refusal => {
		const other = uses.get(orderReference)?.find((one) => one !== index);
		if (other === undefined) return undefined;
		return { says: `Order Reference is the same as that of item ${itemNumber(other)}` };
	};
}

/** @param limit cents, for each payment in its own currency */
const amountAbove =
	(limit: bigint) =>
	({ cents = 0n, currency }: Payment): Refusal => {
		if (cents <= limit) return undefined;
		const amount = `${fromCents(cents)} ${currency}`;
		return { says: `Amount is ${amount}, above the Maximum Amount of ${fromCents(limit)}` };
	};

/** @param limit cents, for each currency by itself */
function totalAbove(limit: bigint, payments: Payment[]) {
	const totals = new Map<string | undefined, bigint>();
	for (const { currency, cents = 0n } of payments) {
		totals.set(currency, (totals.get(currency) ?? 0n) + cents);
	}
	return ({ currency }: Payment): Refusal => {
		const total = totals.get(currency) ?? 0n;
		if (total <= limit) return undefined;
		return {
			says: `The payouts of this run total ${fromCents(total)} ${currency}, above the Maximum Total of ${fromCents(limit)}`,
			nextStep: 'Together the payouts are above Maximum Total: raise it, or send fewer',
		};
	};
}
