import type { IDataObject } from 'n8n-workflow';
import { checks } from '../../sentences/checks';
import { amountInWords } from '../../wire/amount';
import { describeValue } from '../../wire/shown';
import type { Cause, Payment, Verdict } from '../common/payment';
import { notSent } from '../proof/verdicts';
import { totalsOf } from './totals';

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
		const hold = (cause: Cause, { says, nextStep }: { says: string; nextStep: string }) =>
			short.set(currency, notSent(cause, says, nextStep));
		if (shown === undefined) hold('account', checks.noBalance({ currency }));
		else if (others.length > 0) {
			hold('service', checks.severalBalances({ currency, count: others.length + 1 }));
		} else if (balance === undefined) {
			hold('service', checks.oddBalance({ currency, balance: describeValue(shown.balance) }));
		} else if (total > balance) {
			const { length } = payments.filter((payment) => payment.currency === currency);
			const sums = {
				short: amountInWords(total - balance),
				payouts: length === 1 ? '1 payout' : `${length} payouts`,
				total: amountInWords(total),
				balance: amountInWords(balance),
			};
			hold('account', checks.shortOfBalance({ currency, ...sums }));
		}
	}
	return short;
}

/** A balance may be -12.3456, and an amount may not. */
const DECIMAL = /^(?<units>-?\d{1,30})(?:\.(?<decimals>\d+))?$/;

/** Cents of a balance, without what is less than a cent; undefined where it is none. */
function wholeCents(balance: unknown): bigint | undefined {
	const { units, decimals = '' } = DECIMAL.exec(String(balance))?.groups ?? {};
	return units === undefined ? undefined : BigInt(units + decimals.slice(0, 2).padEnd(2, '0'));
}
