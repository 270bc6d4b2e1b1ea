import type { IDataObject } from 'n8n-workflow';
import type { Effect } from '../../resources/operation';
import { outcomes } from '../../sentences/outcomes';
import { masked, plainText, shown } from '../../wire/shown';
import { valueAt } from '../../wire/valueAt';
import type { Result, Verdict } from '../common/payment';
import { outcomeOfPayoutStatus } from '../proof/records';
import { amountOf, dayMade } from './recordInWords';

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
	// Validate Only shows the request, as the builder wished.
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
	const account = plainText(valueAt(record, ['beneficiary', 'accountNumber']));
	const day = dayMade(record);
	const what = [amountOf(record), account && `to ${shown(masked(account))}`];
	const parts = [
		what.filter(Boolean).join(' '),
		day !== undefined && `on ${day}`,
		`status ${String(record.status)}`,
	];
	const { paid, sent } = outcomes.before;
	const details = parts.filter(Boolean).join(', ');
	return record.status === 'SUCCESS' ? paid({ details }) : sent({ details });
}
