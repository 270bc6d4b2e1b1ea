import type { IDataObject } from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { amountInWords, centsOf } from '../../wire/amount';
import { masked, plainText, shown } from '../../wire/shown';
import { serviceDay } from '../../wire/text';
import { valueAt } from '../../wire/valueAt';
import type { Result, Verdict } from '../common/payment';
import { momentOf } from '../proof/moment';
import { outcomeOfPayoutStatus } from '../proof/records';

/** A result, and what the report goes by. */
export interface EndedResult extends Result {
	effect: Effect;
	/** Whether it comes out as an error item, by {@link hasFailed}. */
	failed: boolean;
	/** What the service's record says of a payout that was sent before. */
	found?: Verdict;
}

/** @param whenAlreadySent the option of that name */
export function endedResult(result: Result, effect: Effect, whenAlreadySent?: string): EndedResult {
	const failed = hasFailed(result, effect, whenAlreadySent);
	return { ...result, effect, failed, found: foundBefore(result, effect) };
}

/** Whether a result comes out as an error item. The one place that decides so. */
export function hasFailed(result: Result, effect: Effect, whenAlreadySent?: string): boolean {
	// The builder wanted to see the request, and does.
	if (result.request) return false;
	if (result.outcome !== 'alreadySent') return result.outcome !== 'accepted';
	if (whenAlreadySent !== 'returnPayout') return true;
	// A record of ours must say that the payout was made and not reversed.
	return foundBefore(result, effect)?.outcome !== 'accepted';
}

/** Only a record of ours gets into a result. */
function foundBefore({ outcome, records }: Result, effect: Effect): Verdict | undefined {
	const record = records?.[0];
	if (outcome !== 'alreadySent' || effect !== 'payout' || record === undefined) return undefined;
	const verdict = outcomeOfPayoutStatus(record.status);
	return verdict.outcome === 'accepted' ? { ...verdict, says: madeBefore(record) } : verdict;
}

/** E.g. `Paid before: 150,000.00 TZS to …6789, on 2026-10-28, status SUCCESS`, as the record shows it. */
function madeBefore(record: IDataObject): string {
	const at = (...keys: string[]) => plainText(valueAt(record, keys));
	const ordered = at('order', 'amount');
	const cents = centsOf(ordered || at('amount'));
	const currency = (ordered && at('order', 'currency')) || at('currency');
	const amount = cents !== undefined && amountInWords(cents, shown(currency));
	const account = at('beneficiary', 'accountNumber');
	const made = momentOf(record.createdAt);
	// Late in the evening by UTC, it is the next day in the service's dashboard.
	const day = made?.isZoned ? serviceDay(made.at) : /^\d{4}-\d\d-\d\d/.exec(at('createdAt'))?.[0];
	// A look-up shows what left the account, and not what was asked for.
	const fee = amount && !ordered && 'with the fee';
	const what = [amount, fee, account && `to ${shown(masked(account))}`];
	const parts = [
		what.filter(Boolean).join(' '),
		day !== undefined && `on ${day}`,
		`status ${String(record.status)}`,
	];
	// "Paid" is the service's word for one status alone.
	const before = record.status === 'SUCCESS' ? 'Paid before' : 'Sent before';
	return `${before}: ${parts.filter(Boolean).join(', ')}`;
}
