import type { Effect } from '../../resources/operation';
import { centsOf, fromCents } from '../../wire/amount';
import { masked, shown } from '../../wire/shown';
import { valueAt } from '../../wire/valueAt';
import type { Result } from '../common/payment';
import { outcomeOfPayoutStatus } from '../proof/records';
import type { Verdict } from '../proof/verdicts';

/** Whether a result comes out as an error item. The one place that decides so. */
export function hasFailed(result: Result, effect: Effect, whenAlreadySent?: string): boolean {
	// The builder wanted to see the request, and does.
	if (result.request) return false;
	if (result.outcome !== 'alreadySent') return result.outcome !== 'accepted';
	if (whenAlreadySent !== 'returnPayout') return whenAlreadySent !== 'passThrough';
	// A record of ours must say that the payout was made and not reversed.
	return foundBefore(result, effect)?.outcome !== 'accepted';
}

/** What the service's record says of a payout that was sent before. Only ours gets into a result. */
export function foundBefore({ outcome, records }: Result, effect: Effect): Verdict | undefined {
	const [record] = records ?? [];
	if (outcome !== 'alreadySent' || effect !== 'payout' || record === undefined) return undefined;
	const verdict = outcomeOfPayoutStatus(record.status);
	return verdict.outcome === 'accepted' ? { ...verdict, says: alreadyMade(record) } : verdict;
}

/** E.g. `Already made: 150,000.00 TZS to …6789, status SUCCESS`, as far as the record shows it. */
function alreadyMade(record: object & { status?: unknown }): string {
	const at = (...keys: string[]) => valueAt(record, keys);
	const ordered = at('order', 'amount');
	const currency = (ordered !== undefined && at('order', 'currency')) || at('currency') || '';
	const cents = centsOf(ordered ?? at('amount'));
	const account = at('beneficiary', 'accountNumber');
	const amount =
		cents === undefined ? '' : `${inThousands(fromCents(cents))} ${shown(String(currency))}`;
	const to = typeof account === 'string' ? `to ${shown(masked(account))}` : '';
	const what = `${amount.trim()} ${to}`.trim();
	return `Already made: ${what && `${what}, `}status ${String(record.status)}`;
}

function inThousands(amount: string): string {
	return amount.replace(/\B(?=(?:\d{3})+\.)/g, ',');
}
