import type { IDataObject } from 'n8n-workflow';
import { amountInWords } from '../../wire/amount';
import { describeValue } from '../../wire/shown';
import type { Payment } from '../common/payment';
import { notSent, type Verdict } from '../proof/verdicts';
import { totalsOf } from './totals';

const TOP_UP = 'Top up the account, or send fewer payouts. Then run these items again';

/**
 * What the account does not have enough money for. Fees are not counted: only the service knows them. Pure.
 *
 * @param balances the items of Account → Get Balance
 * @returns by the currency of the payouts that must not go out
 */
export function shortOfBalance(payments: Payment[], balances: IDataObject[]): Map<string, Verdict> {
	const short = new Map<string, Verdict>();
	for (const [currency, total] of totalsOf(payments)) {
		const shown = balances.find((one) => one.currency === currency)?.balance;
		const balance = wholeCents(shown);
		if (balance !== undefined && total <= balance) continue;
		const count = payments.filter((payment) => payment.currency === currency).length;
		short.set(currency, { ...whyShort(currency, count, total, balance, shown), nextStep: TOP_UP });
	}
	return short;
}

function whyShort(
	currency: string,
	count: number,
	total: bigint,
	balance: bigint | undefined,
	shown: unknown,
): Verdict {
	if (shown === undefined) return notSent('account', `The account has no ${currency} balance`);
	if (balance === undefined) {
		return notSent('service', `The ${currency} balance is shown as ${describeValue(shown)}`);
	}
	const payouts = count === 1 ? '1 payout' : `${count} payouts`;
	return notSent(
		'account',
		`Short by ${currency} ${amountInWords(total - balance)}: ${payouts} of ${amountInWords(total)} without fees, balance ${amountInWords(balance)}`,
	);
}

/** Cents of a balance, without what is less than a cent; undefined where it is none. */
function wholeCents(balance: unknown): bigint | undefined {
	const [, units, decimals = ''] = /^(\d{1,30})(?:\.(\d+))?$/.exec(String(balance)) ?? [];
	return units === undefined ? undefined : BigInt(units + decimals.slice(0, 2).padEnd(2, '0'));
}
