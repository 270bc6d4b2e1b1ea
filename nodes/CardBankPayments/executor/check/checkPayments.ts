import type { Effect } from '../../resources/operation';
import { checks } from '../../sentences/checks';
import { items as sentences } from '../../sentences/items';
import { amountInWords } from '../../wire/amount';
import { shown } from '../../wire/shown';
import {
	itemNumber,
	resultOf,
	type Item,
	type Payment,
	type Result,
	type Verdict,
} from '../common/payment';
import { invalid } from '../proof/verdicts';
import type { Settings } from '../read/settings';
import { equalInRun } from './equalPayouts';
import { totalsOf } from './totals';

/** What a builder has set against paying too much, or twice. */
type CheckOptions = Pick<Settings, 'paysEqual'> &
	Partial<Pick<Settings, 'maximumAmount' | 'maximumTotal' | 'output'>>;

/**
 * Checks all items before the first of them is sent. Pure.
 *
 * @param items without those that were sent before: else a total holds back the rest of a run
 * @returns the payments that may go out, and an `invalid` result for every other item
 */
export function checkPayments(
	items: Item[],
	effect: Effect,
	options: CheckOptions,
): { payments: Payment[]; invalid: Result[] } {
	const refused = items
		.filter(({ payment }) => payment === undefined)
		.map((item): Result => {
			const { isEmptyRow, says } = item;
			const verdict = invalid(
				'item',
				says.join('; '),
				isEmptyRow ? sentences.emptyRow.nextStep : undefined,
			);
			return resultOf(item, verdict);
		});
	const all = items.flatMap(({ payment }) => payment ?? []);
	let payments = all;
	// A payout above Maximum Amount does not count in Maximum Total.
	const refuse = (verdictOf: (payment: Payment) => Verdict | undefined) => {
		payments = payments.filter((payment) => {
			const verdict = verdictOf(payment);
			if (verdict) refused.push(resultOf(payment, verdict));
			return verdict === undefined;
		});
	};
	// Only a reference that is sent must not be used twice.
	if (effect !== 'none') refuse(repeatedReference(payments, options.output === 'row'));
	refuse(daysReversed);
	if (effect !== 'payout') return { payments, invalid: refused };
	refuse(equalInRun(all, options));
	const { maximumAmount, maximumTotal } = options;
	if (maximumAmount !== undefined) refuse(aboveAmount(maximumAmount));
	if (maximumTotal !== undefined) refuse(aboveTotal(payments, maximumTotal));
	return { payments, invalid: refused };
}

const aboveAmount =
	(maximum: bigint) =>
	({ cents = 0n, currency }: Payment): Verdict | undefined => {
		if (cents <= maximum) return undefined;
		const { says, nextStep } = checks.aboveAmount({
			amount: amountInWords(cents, currency),
			maximum: amountInWords(maximum),
		});
		return { ...invalid('item', says, nextStep), held: 'maximum' };
	};

function aboveTotal(payments: Payment[], maximum: bigint) {
	const totals = totalsOf(payments);
	return ({ currency }: Payment): Verdict | undefined => {
		const total = totals.get(String(currency)) ?? 0n;
		if (total <= maximum) return undefined;
		const { says, nextStep } = checks.aboveTotal({
			total: amountInWords(total, currency),
			maximum: amountInWords(maximum),
		});
		return invalid('settings', says, nextStep);
	};
}

/** From 30 November to 1 November, the list would be empty, and look as if nothing was paid. */
function daysReversed({ query }: Payment): Verdict | undefined {
	const [first, last] = [query?.startDate, query?.endDate].map((day) => day && String(day));
	if (!first || !last || first <= last) return undefined;
	const { says, nextStep } = checks.daysReversed({ first, last });
	return invalid('item', says, nextStep);
}

function repeatedReference(payments: Payment[], areRows: boolean) {
	const uses = new Map<string, number[]>();
	for (const { index, orderReference } of payments) {
		const same = uses.get(orderReference);
		if (same) same.push(index);
		else uses.set(orderReference, [index]);
	}
	return ({ index, orderReference }: Payment): Verdict | undefined => {
		const other = uses.get(orderReference)?.find((one) => one !== index);
		if (other === undefined) return undefined;
		// Whoever reads the table knows no numbers of items.
		const { says, nextStep } = areRows
			? checks.repeatedInRow({ reference: shown(orderReference) })
			: checks.repeatedInItem({ item: itemNumber(other) });
		return invalid('item', says, nextStep);
	};
}
