import type { IDataObject } from 'n8n-workflow';
import type { RecordKind } from '../../wire/pathField';
import { centsOf } from '../../wire/amount';
import { describeValue } from '../../wire/shown';
import { valueAt } from '../../wire/valueAt';
import type { Payment } from '../common/payment';
import { ACCEPTED, unknown, type Verdict } from './statusTable';

/** As the service publishes them. Nothing else compares statuses; one that is not listed proves nothing. */
const ON_ITS_WAY_OR_MADE = new Set<unknown>(['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS']);
const CAME_BACK = new Set<unknown>(['REVERSED', 'REFUNDED', 'FAILED']);

export function outcomeOfPayoutStatus(status: unknown): Verdict {
	if (ON_ITS_WAY_OR_MADE.has(status)) return ACCEPTED;
	if (CAME_BACK.has(status)) {
		return { outcome: 'reversed', says: `The payout was reversed (status ${String(status)})` };
	}
	return unknown(
		status === undefined || status === null
			? 'The service knows the payout, but gives no status'
			: `The payout has the status ${describeValue(status)}, which this node does not know`,
	);
}

/**
 * The one place where a look-up decides about a payment, by the first line that fits. It must take
 * neither somebody else's payout for ours, nor ours for somebody else's.
 *
 * @param records with the order reference of the payment, at least one
 * @returns with the record where it may be shown as that of the payment
 */
export function judgeRecords(
	records: IDataObject[],
	payment: Payment,
	kind: RecordKind = 'payout',
): Verdict {
	const [record] = records;
	// One of them may be ours, and nobody can say which.
	if (records.length > 1) {
		return unknown(`The service knows ${records.length} payments with this order reference`);
	}
	// What a payer has paid so far, fees included, is another amount than the one asked for.
	if (kind === 'payment') return { ...ACCEPTED, records };
	const account = accountEvidence(record, payment);
	const amount = amountEvidence(record, payment);
	const another = 'The service knows another payout with this order reference';
	if (account === 'differs') return unknown(`${another}, to another account number`);
	if (amount === 'differs') return unknown(`${another}, of another amount`);
	// The status of a record that is ours is the service's own word on it.
	if (account === 'ours' || amount === 'ours') {
		return { ...outcomeOfPayoutStatus(record?.status), records };
	}
	// An order reference alone may have been used by somebody else.
	return unknown(
		'The service knows a payout with this order reference, but shows neither its amount nor its account number',
	);
}

/** Both must differ: the service was asked for this payout, and may write one in its own way. */
export function isOfAnother(record: IDataObject, payment: Payment): boolean {
	return [accountEvidence, amountEvidence].every((of) => of(record, payment) === 'differs');
}

/** Compares account numbers from the end, by digits that are not masked; undefined without any. */
function accountEvidence(record: IDataObject | undefined, { body }: Payment) {
	const shown = ungrouped(valueAt(record, ['beneficiary', 'accountNumber']));
	const ours = ungrouped(body?.accountNumber);
	if (ours === '') return undefined;
	let compared = 0;
	for (let fromEnd = 1; fromEnd <= shown.length; fromEnd++) {
		const digit = shown.at(-fromEnd) as string;
		if (!/\d/.test(digit)) continue;
		// In front of our shorter number, only zeros may stand.
		if (digit !== (ours.at(-fromEnd) ?? '0')) return 'differs';
		if (fromEnd <= ours.length) compared++;
	}
	return compared > 0 ? 'ours' : undefined;
}

/** A service may group an account number for reading. */
function ungrouped(value: unknown): string {
	const isPlain = typeof value === 'string' || typeof value === 'number';
	return isPlain ? String(value).replace(/[\s-]/g, '') : '';
}

/**
 * Compares amounts to the cent, in the currency that was sent. `order.amount` is what was asked for,
 * the others are before or after the fee; undefined where the service shows none.
 */
function amountEvidence(record: IDataObject | undefined, { cents, currency }: Payment) {
	if (cents === undefined) return undefined;
	const at = (...keys: string[]) => valueAt(record, keys);
	const isOurs = (given: unknown) => (given ?? currency) === currency;
	const centsIn = (given: unknown, amount: unknown) =>
		isOurs(given) ? centsOf(amount) : undefined;

	const own = at('currency');
	const ordered = centsIn(at('order', 'currency') ?? own, at('order', 'amount'));
	if (ordered !== undefined) return ordered === cents ? 'ours' : 'differs';
	const taken = centsIn(own, at('amount'));
	const afterFee = taken && taken - (centsOf(at('fee')) ?? 0n);
	const receivedIn = at('exchange', 'targetCurrency') ?? (at('exchanged') === true ? '' : own);
	const received = centsIn(receivedIn, at('beneficiary', 'amount'));
	if ([taken, afterFee, received].includes(cents)) return 'ours';
	// Taken from an account in another currency than ours, it is not what was sent.
	return taken === undefined && received === undefined && isOurs(own) ? undefined : 'differs';
}
