import type { IDataObject } from 'n8n-workflow';
import { amountInWords } from '../../wire/amount';
import { describeValue } from '../../wire/shown';
import type { Payment, Verdict } from '../common/payment';
import { notSent } from '../proof/verdicts';
import { isCurrency, totalsOf } from './totals';

const TOP_UP =
	'Top up the account by that and the fees, or send fewer payouts. Then run these items again';
const TOP_UP_NEW =
	'Top up the account in this currency, or remove its payouts. Then run these items again';
const LOOK = 'Check the balance at the service, then run these items again';

/**
 * What the account does not have enough money for. Fees are not counted: only the service knows them. Pure.
 *
 * @param balances the items of Account → Get Balance
 * @returns by the currency of the payouts that must not go out
 */
export function shortOfBalance(payments: Payment[], balances: IDataObject[]): Map<string, Verdict> {
	const short = new Map<string, Verdict>();
	for (const [currency, total] of totalsOf(payments)) {
		const count = payments.filter((payment) => payment.currency === currency).length;
		const why = whyShort(currency, total, count, balances);
		if (why) short.set(currency, why);
	}
	return short;
}

/** @param total of so many payouts */
function whyShort(
	currency: string,
	total: bigint,
	count: number,
	balances: IDataObject[],
): Verdict | undefined {
	const shown = balances.filter((one) => nameOf(one) === currency);
	const odd = shown.find((one) => !isCurrency(one.currency));
	if (odd !== undefined) {
		return unreadable(`The service shows a balance in the currency ${describeValue(odd.currency)}`);
	}
	const [first] = shown;
	if (first === undefined) {
		return notSent('account', `The account has no ${currency} balance`, TOP_UP_NEW);
	}
	if (shown.length > 1)
		return unreadable(`The service shows ${shown.length} balances in ${currency}`);
	const balance = wholeCents(first.balance);
	if (balance === undefined) {
		return unreadable(`The ${currency} balance is shown as ${describeValue(first.balance)}`);
	}
	if (total <= balance) return undefined;
	const payouts = count === 1 ? '1 payout' : `${count} payouts`;
	const says = `Short by ${currency} ${amountInWords(total - balance)}: ${payouts} of ${amountInWords(total)} without fees, balance ${amountInWords(balance)}`;
	return notSent('account', says, TOP_UP);
}

/** In another spelling, it may be the same or another one. */
const nameOf = ({ currency }: IDataObject) => String(currency).trim().toUpperCase();

const unreadable = (says: string) => notSent('service', says, LOOK);

/** Below zero, too, and with more decimals than an amount. */
const DECIMAL = /^(?<units>-?\d{1,30})(?:\.(?<decimals>\d+))?$/;

/** Cents of a balance, which may be below zero, without what is less than a cent; undefined where it is none. */
function wholeCents(balance: unknown): bigint | undefined {
	const { units, decimals = '' } = DECIMAL.exec(String(balance))?.groups ?? {};
	return units === undefined ? undefined : BigInt(units + decimals.slice(0, 2).padEnd(2, '0'));
}
