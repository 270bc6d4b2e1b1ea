import type { IDataObject } from 'n8n-workflow';
import { centsOf, amountInWords } from '../../wire/amount';
import type { Payment } from '../common/payment';
import { hasComeBack } from '../proof/records';
import { invalid, type Verdict } from '../proof/verdicts';
import { totalsOf, type Amount } from './totals';

const WAIT_OR_RAISE = 'Run it again tomorrow, send fewer payouts, or raise Maximum per Day';

/** A payout that the service shows as made. */
export interface Paid extends Required<Amount> {
	orderReference: string;
}

/**
 * The payouts in a list that did not come back, without their fees, which `amount` has in it. Pure.
 *
 * @returns undefined where one of them cannot be read, since then nobody knows the sum
 */
export function paidIn(records: IDataObject[]): Paid[] | undefined {
	const paid: Paid[] = [];
	for (const { amount, fee, currency, status, orderReference } of records) {
		if (hasComeBack(status)) continue;
		const taken = centsOf(amount);
		if (taken === undefined || typeof currency !== 'string' || currency === '') return undefined;
		const cents = taken - (centsOf(fee) ?? 0n);
		paid.push({
			currency,
			// A fee that is more than all of it is something else.
			cents: cents > 0n ? cents : taken,
			orderReference: String(orderReference),
		});
	}
	return paid;
}

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
