import type { IDataObject } from 'n8n-workflow';
import { centsOf, amountInWords } from '../../wire/amount';
import { describeValue, plainText } from '../../wire/shown';
import { serviceDay } from '../../wire/text';
import { valueAt } from '../../wire/valueAt';
import type { Payment, Verdict } from '../common/payment';
import { momentOf } from '../proof/moment';
import { hasComeBack } from '../proof/records';
import { invalid } from '../proof/verdicts';
import { isCurrency, totalsOf } from './totals';

const WAIT_OR_RAISE =
	'Run it again tomorrow or after the runs under way, send fewer payouts, or raise Maximum per Day';

/** What counts of a payout. */
type Named = Pick<Payment, 'currency' | 'orderReference' | 'cents'>;

/** A payout that the service shows as made. */
export interface Paid extends Required<Named> {
	/** May be a part of it. */
	fee: bigint;
}

/**
 * Of the payouts in a list, those of one day whose money did not come back: all but those that say that they
 * were made before it. A service may reckon the days of its filters in another time zone. Pure.
 *
 * @returns a text says why nobody knows what was paid
 */
export function listedIn(records: IDataObject[], day: string): Listed | string {
	const paid: Paid[] = [];
	const cameBack = new Set<string>();
	for (const record of records) {
		const orderReference = plainText(record.orderReference);
		if (hasComeBack(record.status)) {
			cameBack.add(orderReference);
			continue;
		}
		const made = momentOf(record.createdAt);
		if (made !== undefined && serviceDay(made.at) < day) continue;
		const { currency, amount } = ordered(record);
		const cents = centsOf(amount);
		if (!isCurrency(currency)) return shownAs('currency', currency);
		if (cents === undefined) return shownAs('amount', amount);
		paid.push({ currency, cents, orderReference, fee: centsOf(record.fee) ?? 0n });
	}
	return { paid, cameBack };
}

/**
 * What was asked for, where it is shown in the currency of the account. Otherwise all that was debited, its fee
 * with it: where the beneficiary has borne the fee, that is what was asked for.
 */
function ordered(record: IDataObject): { currency: unknown; amount: unknown } {
	const { currency: own, amount: debited } = record;
	const amount = valueAt(record, ['order', 'amount']) ?? undefined;
	const currency = valueAt(record, ['order', 'currency']) ?? own;
	const isElsewhere = isCurrency(currency) && currency !== own;
	return amount === undefined || isElsewhere
		? { currency: own, amount: debited }
		: { currency, amount };
}

const shownAs = (field: string, value: unknown): string =>
	(value ?? undefined) === undefined
		? `a payout in it shows no ${field}`
		: `a payout in it shows the ${field} as ${describeValue(value)}`;

/** What the service lists of one day. */
export interface Listed {
	paid: Paid[];
	/** The order references whose money came back. */
	cameBack: Set<string>;
}

/** What counts on one day. */
export interface Counted extends Listed {
	/** What runs of this process have sent on it, or may have: a list may be late. */
	sent: Payment[];
	/** What this run has still to pay. */
	waiting: Payment[];
	/** What runs of this process pay that the service may not show yet, these among them. */
	underWay: Payment[];
}

/**
 * What would be more than may be paid out on one day, in each currency by itself. Each order reference counts
 * once, and by the larger amount where two are known. Pure.
 *
 * @returns by the currency of the payouts that must not go out
 */
export function aboveDayLimit(
	{ paid, cameBack, sent: everSent, waiting, underWay }: Counted,
	{ day, maximumPerDay }: { day: string; maximumPerDay: bigint },
): Map<string, Verdict> {
	const sent = everSent.filter(({ orderReference }) => !cameBack.has(orderReference));
	const counted = new Map<string, Named>();
	const knownOf = (one: Named) => counted.get(nameIn(one))?.cents ?? 0n;
	const count = (one: Named, cents: bigint) => counted.set(nameIn(one), { ...one, cents });
	/** Counts these, too, where no larger amount is known; gives the totals so far. */
	const totalsWith = (payments: Payment[]) => {
		for (const one of payments) {
			const { cents = 0n } = one;
			if (knownOf(one) < cents) count(one, cents);
		}
		return totalsOf([...counted.values()]);
	};
	// Without the fee, which the service's list may show with it as one amount.
	const asked = [...sent, ...underWay].map((one) => [nameIn(one), one.cents ?? 0n] as const);
	const askedFor = new Map(asked);
	for (const one of paid) {
		const own = askedFor.get(nameIn(one)) ?? one.cents;
		const isOwn = one.cents - one.fee <= own && own <= one.cents;
		count(one, knownOf(one) + (isOwn ? own : one.cents));
	}
	const totals = [sent, waiting, underWay].map(totalsWith);
	const above = new Map<string, Verdict>();
	for (const currency of totalsOf(waiting).keys()) {
		const [before = 0n, own = 0n, all = 0n] = totals.map((of) => of.get(currency));
		if (all <= maximumPerDay) continue;
		const others = all > own ? `, ${amountInWords(all - own)} more are under way` : '';
		const says = `${currency} ${amountInWords(before)} went out on ${day}${others}, and this run adds ${amountInWords(own - before)}: above the Maximum per Day of ${amountInWords(maximumPerDay)}`;
		above.set(currency, invalid('settings', says, WAIT_OR_RAISE));
	}
	return above;
}

const nameIn = ({ currency, orderReference }: Named) => `${currency} ${orderReference}`;
