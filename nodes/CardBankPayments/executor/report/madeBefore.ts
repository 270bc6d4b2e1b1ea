import type { Effect } from '../../resources/operation';
import { centsOf, fromCents } from '../../wire/amount';
import { masked, shown } from '../../wire/shown';
import { valueAt } from '../../wire/valueAt';
import type { Result } from '../common/payment';
import { outcomeOfPayoutStatus, type Verdict } from '../service/recordTable';

/**
 * What the service's record says of a payout that was sent before; undefined where no record was found
 * that is ours. One that is not ours never gets into a result.
 */
export function foundBefore({ outcome, records }: Result, effect: Effect): Verdict | undefined {
	const [record] = records ?? [];
	if (outcome !== 'alreadySent' || effect !== 'payout' || record === undefined) return undefined;
	const verdict = outcomeOfPayoutStatus(record.status);
	return verdict.outcome === 'accepted' ? { ...verdict, says: alreadyMade(record) } : verdict;
}

/** E.g. `Already made: 150,000.00 TZS to …6789, status SUCCESS`, as far as the record shows it. */
function alreadyMade(record: object & { status?: unknown }): string {
	const at = (...keys: string[]) => valueAt(record, keys);
	const [amount, currency] =
		at('order', 'amount') === undefined
			? [at('amount'), at('currency')]
			: [at('order', 'amount'), at('order', 'currency') ?? at('currency')];
	const cents = centsOf(amount);
	const account = at('beneficiary', 'accountNumber');
	const paid =
		cents === undefined ? '' : `${inThousands(fromCents(cents))} ${shown(String(currency ?? ''))} `;
	const to = typeof account === 'string' ? `to ${shown(masked(account))}` : '';
	const what = `${paid}${to}`.trim();
	return `Already made: ${what === '' ? '' : `${what}, `}status ${String(record.status)}`;
}

function inThousands(amount: string): string {
	return amount.replace(/\B(?=(?:\d{3})+\.)/g, ',');
}
