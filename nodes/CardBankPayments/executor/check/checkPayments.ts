import type { Effect } from '../../resources/operation';
import { amountInWords } from '../../wire/amount';
import { shown } from '../../wire/shown';
import {
	itemNumber,
	resultOf,
	type Cause,
	type Item,
	type Payment,
	type Result,
} from '../common/payment';
import { invalid } from '../proof/verdicts';
import type { Settings } from '../read/settings';
import { totalsOf } from './totals';

const EMPTY_ROW = 'Delete the row, or fill it in';

/**
 * Checks all items before the first of them is sent. Pure.
 *
 * @param items without those that were sent before: else a total holds back the rest of a run
 * @returns the payments that may go out, and an `invalid` result for every other item
 */
export function checkPayments(
	items: Item[],
	effect: Effect,
	limits: Partial<Pick<Settings, 'maximumAmount' | 'maximumTotal' | 'output'>>,
): { payments: Payment[]; invalid: Result[] } {
	const refused = items
		.filter(({ payment }) => payment === undefined)
		.map((item): Result => {
			const { isEmptyRow, says } = item;
			const verdict = invalid('item', says.join('; '), isEmptyRow ? EMPTY_ROW : undefined);
			return resultOf(item, verdict);
		});
	let payments = items.flatMap(({ payment }) => payment ?? []);
	// What one rule refuses counts in no total of the next.
	const refuse = (
		refusalOf: (payment: Payment) => string | undefined,
		nextStep: string,
		cause: Cause = 'item',
	) => {
		payments = payments.filter((payment) => {
			const says = refusalOf(payment);
			if (says !== undefined) refused.push(resultOf(payment, invalid(cause, says, nextStep)));
			return says === undefined;
		});
	};
	// Only a reference that is sent must not be used twice.
	if (effect !== 'none') {
		refuse(
			repeatedReference(payments, limits.output === 'row'),
			'Remove one of the two if they are the same payment. If not, give each an order reference of its own',
		);
	}
	refuse(daysReversed, 'Give Start Date a day that is not after End Date');
	const { maximumAmount, maximumTotal } = effect === 'payout' ? limits : {};
	if (maximumAmount !== undefined) {
		refuse(({ cents = 0n, currency }) => {
			if (cents <= maximumAmount) return undefined;
			const amount = amountInWords(cents, currency);
			return `${amount} is above Maximum Amount ${amountInWords(maximumAmount)}`;
		}, 'Check the amount, or raise Maximum Amount in Options');
	}
	if (maximumTotal !== undefined) {
		const totals = totalsOf(payments);
		refuse(
			({ currency }) => {
				const total = totals.get(String(currency)) ?? 0n;
				if (total <= maximumTotal) return undefined;
				return `The payouts of this run are ${amountInWords(total, currency)} together, above Maximum Total ${amountInWords(maximumTotal)}`;
			},
			'Check the amounts, then raise Maximum Total in Options or send fewer items',
			'settings',
		);
	}
	return { payments, invalid: refused };
}

/** No list has a day between them: it would be empty without a word. */
function daysReversed({ query }: Payment): string | undefined {
	const [first, last] = [query?.startDate, query?.endDate].map((day) => day && String(day));
	if (!first || !last || first <= last) return undefined;
	return `Start Date ${first} is after End Date ${last}`;
}

function repeatedReference(payments: Payment[], areRows: boolean) {
	const uses = new Map<string, number[]>();
	for (const { index, orderReference } of payments) {
		// Two are enough: the first one names the second, and all others name the first.
		uses.set(orderReference, [...(uses.get(orderReference) ?? []), index].slice(0, 2));
	}
	return ({ index, orderReference }: Payment) => {
		const other = uses.get(orderReference)?.find((one) => one !== index);
		if (other === undefined) return undefined;
		// Whoever reads the table knows no numbers of items.
		if (areRows) return `Another row has the order reference ${shown(orderReference)}, too`;
		return `Order Reference is the same as that of item ${itemNumber(other)}`;
	};
}
