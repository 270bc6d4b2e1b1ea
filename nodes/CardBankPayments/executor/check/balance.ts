import type { IDataObject } from 'n8n-workflow';
import { amountInWords } from '../../wire/amount';
import { describeValue } from '../../wire/shown';
import type { Payment, Verdict } from '../common/payment';
import { notSent } from '../proof/verdicts';
import { totalsOf } from './totals';

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
		const [shown, ...others] = balances.filter((one) => one.currency === currency);
		const balance = wholeCents(shown?.balance);
		if (shown === undefined) {
			short.set(currency, notSent('account', `The account has no ${currency} balance`, TOP_UP_NEW));
		} else if (balance === undefined || others.length > 0) {
			const says = `The ${currency} balance is shown as ${describeValue(shown.balance)}`;
			const twice = `The service shows ${others.length + 1} balances in ${currency}`;
			short.set(currency, notSent('service', others.length > 0 ? twice : says, LOOK));
		} else if (total > balance) {
			const { length } = payments.filter((payment) => payment.currency === currency);
			const payouts = length === 1 ? '1 payout' : `${length} payouts`;
			const says = `Short by ${currency} ${amountInWords(total - balance)}: ${payouts} of ${amountInWords(total)} without fees, balance ${amountInWords(balance)}`;
			short.set(currency, notSent('account', says, TOP_UP));
		}
	}
	return short;
}

/** Below zero, too, and with more decimals than an amount. */
const DECIMAL = /^(?<units>-?\d{1,30})(?:\.(?<decimals>\d+))?$/;

/** Cents of a balance, without what is less than a cent; undefined where it is none. */
function wholeCents(balance: unknown): bigint | undefined {
	const { units, decimals = '' } = DECIMAL.exec(String(balance))?.groups ?? {};
	return units === undefined ? undefined : BigInt(units + decimals.slice(0, 2).padEnd(2, '0'));
}
