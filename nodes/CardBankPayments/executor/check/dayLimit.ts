import type { IDataObject } from 'n8n-workflow';
import { checks } from '../../sentences/checks';
import { amountInWords, centsOf } from '../../wire/amount';
import { describeValue, plainText } from '../../wire/shown';
import { serviceDay } from '../../wire/text';
import { valueAt } from '../../wire/valueAt';
import type { Payment, Verdict } from '../common/payment';
import { momentOf } from '../proof/moment';
import { hasComeBack } from '../proof/records';
import { invalid } from '../proof/verdicts';
import { isCurrency, totalsOf } from './totals';

/** By order reference, what has gone out or is about to. */
export type LetOut = Map<
	string,
	{
		/** On which it left. While it waits for its turn, it may still leave on any day, and counts for each. */
		day?: string;
		currency: string;
		cents: bigint;
	}
>;

/**
 * The currencies in which more would be paid out on one day than may be. Each order reference counts once:
 * of what this process let out, by the amount that was asked for; of all others, as the service lists it. Pure.
 *
 * @param letOut by runs of this process; loses what is of another day
 * @returns why not, by the currency of the payouts that must not go out; a text says why nobody knows
 */
export function aboveDayLimit(
	records: IDataObject[],
	letOut: LetOut,
	waiting: Payment[],
	{ day, maximumPerDay }: { day: string; maximumPerDay: bigint },
): Map<string, Verdict> | string {
	const counted: LetOut = new Map();
	/** A payout that somebody made by hand on the service's page has no reference, and counts for the day all the same. */
	const withoutReference: Array<Pick<Payment, 'currency' | 'cents'>> = [];
	const cameBack = new Set<string>();
	for (const record of records) {
		const orderReference = plainText(record.orderReference);
		const made = momentOf(record.createdAt);
		if (hasComeBack(record.status)) cameBack.add(orderReference);
		else if (made === undefined || serviceDay(made) >= day) {
			const { currency, amount } = ordered(record);
			const cents = centsOf(amount);
			// Not counted, it would let more out than the builder allows.
			if (!isCurrency(currency)) return shownAs('currency', currency);
			if (cents === undefined) return shownAs('amount', amount);
			if (orderReference === '') withoutReference.push({ currency, cents });
			else counted.set(orderReference, { day, currency, cents });
		}
	}
	for (const [orderReference, one] of letOut) {
		if ((one.day ?? day) !== day) letOut.delete(orderReference);
		else if (!cameBack.has(orderReference)) counted.set(orderReference, one);
	}
	for (const { orderReference, currency, cents = 0n } of waiting) {
		const made = counted.get(orderReference);
		if (made === undefined || made.currency !== currency) continue;
		// A reference counts once. Paid with 300 and typed with 100 now, it counts as 300: the rest stays.
		if (made.cents > cents) counted.set(orderReference, { ...made, cents: made.cents - cents });
		else counted.delete(orderReference);
	}
	const before = totalsOf([...counted.values(), ...withoutReference]);
	const above = new Map<string, Verdict>();
	for (const [currency, adds] of totalsOf(waiting)) {
		const sum = before.get(currency) ?? 0n;
		if (sum + adds <= maximumPerDay) continue;
		const { says, nextStep } = checks.aboveDay({
			...{ currency, day, paid: amountInWords(sum), adds: amountInWords(adds) },
			maximum: amountInWords(maximumPerDay),
		});
		above.set(currency, invalid('settings', says, nextStep));
	}
	return above;
}

/**
 * What was asked for, where it is shown in the currency of the account. Otherwise all that was debited, its fee
 * with it: the list of the service shows nothing else.
 */
function ordered(record: IDataObject): { currency: unknown; amount: unknown } {
	const { currency: own, amount: debited } = record;
	const amount = valueAt(record, ['order', 'amount']) ?? undefined;
	const currency = valueAt(record, ['order', 'currency']) ?? own;
	return amount === undefined || currency !== own
		? { currency: own, amount: debited }
		: { currency, amount };
}

const shownAs = (field: string, value: unknown): string =>
	(value ?? undefined) === undefined
		? checks.dayUnclear.missing({ field })
		: checks.dayUnclear.odd({ field, value: describeValue(value) });
