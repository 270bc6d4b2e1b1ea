import type { IDataObject } from 'n8n-workflow';
import { centsOf, amountInWords } from '../../wire/amount';
import { describeValue } from '../../wire/shown';
import { valueAt } from '../../wire/valueAt';
import type { Payment } from '../common/payment';
import { hasComeBack } from '../proof/records';
import { invalid, type Verdict } from '../proof/verdicts';
import { isCurrency, totalsOf, type Amount } from './totals';

const WAIT_OR_RAISE = 'Run it again tomorrow, send fewer payouts, or raise Maximum per Day';

/** A payout that the service shows as made. */
export interface Paid extends Required<Amount> {
	orderReference: string;
}

/** Why nobody knows what was paid. */
export interface Unreadable {
	unreadable: string;
}

/** The payouts in a list that did not come back. Pure. */
export function paidIn(records: IDataObject[]): Paid[] | Unreadable {
	const paid: Paid[] = [];
	for (const record of records) {
		if (hasComeBack(record.status)) continue;
		const { currency, amount } = ordered(record);
		const cents = centsOf(amount);
		if (!isCurrency(currency)) return shownAs('currency', currency);
		if (cents === undefined) return shownAs('amount', amount);
		paid.push({ currency, cents, orderReference: String(record.orderReference) });
	}
	return paid;
}

/**
 * What was asked for, where it is shown in the currency of the account. Otherwise all that was taken, its fee
 * with it: where the beneficiary has borne the fee, that is what was asked for.
 */
function ordered(record: IDataObject): { currency: unknown; amount: unknown } {
	const { currency: own, amount: taken } = record;
	const amount = valueAt(record, ['order', 'amount']) ?? undefined;
	const currency = valueAt(record, ['order', 'currency']) ?? own;
	const isElsewhere = isCurrency(currency) && currency !== own;
	return amount === undefined || isElsewhere
		? { currency: own, amount: taken }
		: { currency, amount };
}

const shownAs = (field: string, value: unknown): Unreadable => ({
	unreadable:
		(value ?? undefined) === undefined
			? `a payout in it shows no ${field}`
			: `a payout in it shows the ${field} as ${describeValue(value)}`,
});

/**
 * What would be more than may be paid out on one day, in each currency by itself. Pure.
 *
 * @param payments those of the run; what the service shows already counts once
 * @returns by the currency of the payouts that must not go out
 */
export function aboveDayLimit(
	payments: Payment[],
	paid: Paid[],
	{ day, maximumPerDay }: { day: string; maximumPerDay: bigint },
): Map<string, Verdict> {
	const placeOf = ({ currency, orderReference }: Pick<Payment, 'currency' | 'orderReference'>) =>
		`${currency} ${orderReference}`;
	const shown = totalsOf(paid.map((one) => ({ currency: placeOf(one), cents: one.cents })));
	const paidToday = totalsOf(paid);
	const added = totalsOf(
		payments.map((payment) => {
			const more = (payment.cents ?? 0n) - (shown.get(placeOf(payment)) ?? 0n);
			return { currency: payment.currency, cents: more > 0n ? more : 0n };
		}),
	);
	const above = new Map<string, Verdict>();
	for (const [currency, adds] of added) {
		const before = paidToday.get(currency) ?? 0n;
		if (before + adds <= maximumPerDay) continue;
		const says = `The service shows ${currency} ${amountInWords(before)} paid out on ${day}, and this run adds ${amountInWords(adds)}: above the Maximum per Day of ${amountInWords(maximumPerDay)}`;
		above.set(currency, { ...invalid(says, 'settings'), nextStep: WAIT_OR_RAISE });
	}
	return above;
}
