import type { IDataObject } from 'n8n-workflow';
import { lookUps } from '../../sentences/lookUps';
import type { RecordKind } from '../../wire/pathField';
import { describeValue } from '../../wire/shown';
import type { Payment, Verdict } from '../common/payment';
import { evidenceOf } from './evidence';
import { ACCEPTED, alreadySent, reversed, unknown } from './verdicts';

/** The statuses that the service publishes. One that is not listed proves nothing. */
const ON_ITS_WAY_OR_MADE = new Set<unknown>(['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS']);
const CAME_BACK = new Set<unknown>(['REVERSED', 'REFUNDED', 'FAILED']);

export const hasComeBack = (status: unknown): boolean => CAME_BACK.has(status);

export const isOnItsWayOrMade = (status: unknown): boolean => ON_ITS_WAY_OR_MADE.has(status);

export function outcomeOfPayoutStatus(status: unknown): Verdict {
	if (isOnItsWayOrMade(status)) return ACCEPTED;
	if (hasComeBack(status)) return reversed(lookUps.reversed({ status: String(status) }));
	const hasNone = status === undefined || status === null;
	return unknown(hasNone ? lookUps.noStatus : lookUps.oddStatus({ status: describeValue(status) }));
}

/** The same record listed twice counts once; two different records are two payouts. */
export function eachOnce(records: IDataObject[]): IDataObject[] {
	return [...new Map(records.map((record) => [JSON.stringify(record), record])).values()];
}

/**
 * The one place where a look-up decides about a payment, by the first line that fits. It must take
 * neither somebody else's payout for ours, nor ours for somebody else's.
 *
 * @param found with the order reference of the payment, at least one
 * @returns with the record where it may be shown as that of the payment
 */
export function judgeRecords(found: IDataObject[], payment: Payment, kind: RecordKind): Verdict {
	const records = eachOnce(found);
	const record = records[0] as IDataObject;
	// One of them may be ours, and nobody can say which.
	if (records.length > 1) return unknown(lookUps.several({ count: records.length }));
	// A payer may have paid a part so far, and fees with it, so that amounts cannot be compared.
	if (kind === 'payment') return { ...alreadySent(lookUps.payment), records };
	const evidence = evidenceOf(record, payment);
	// An order reference alone may have been used by somebody else.
	if (evidence === 'unclear') return unknown(lookUps.unclearRecord);
	if (evidence !== 'ours') {
		return { ...alreadySent(lookUps.anothers({ what: evidence })), anothers: true };
	}
	// The status of a record that is ours is the service's own word on it.
	return { ...outcomeOfPayoutStatus(record.status), records };
}
