import type { IDataObject } from 'n8n-workflow';
import type { RecordKind } from '../../resources/operation';
import { centsOf } from '../../wire/amount';
import { describeValue } from '../../wire/shown';
import { valueAt } from '../../wire/valueAt';
import type { Outcome } from '../common/outcome';
import type { Payment } from '../common/payment';

/** What one of the service's own records says about a payment. */
export interface Verdict {
	outcome: Extract<Outcome, 'accepted' | 'reversed' | 'unknown'>;
	/** One sentence for the builder, without a full stop. */
	says: string;
}

/**
 * The statuses of a payout, as the service publishes them. Nothing else in the node compares
 * statuses; one that is not listed here proves nothing.
 */
const ON_ITS_WAY_OR_MADE = new Set<unknown>(['AUTHORIZED', 'PROCESSING', 'PENDING', 'SUCCESS']);
const CAME_BACK = new Set<unknown>(['REVERSED', 'REFUNDED', 'FAILED']);

/** What the status of a payout says. */
export function outcomeOfPayoutStatus(status: unknown): Verdict {
	if (ON_ITS_WAY_OR_MADE.has(status)) {
		return { outcome: 'accepted', says: 'The service accepted the request' };
	}
	if (CAME_BACK.has(status)) {
		return { outcome: 'reversed', says: `The payout was reversed (status ${String(status)})` };
	}
	return {
		outcome: 'unknown',
		says:
			status === undefined || status === null
				? 'The service knows the payout, but gives no status'
				: `The payout has the status ${describeValue(status)}, which this node does not know`,
	};
}

/** Each row of the table says first why it is safe to conclude. */
interface Row {
	when: (records: IDataObject[], payment: Payment) => boolean;
	verdict: (records: IDataObject[]) => Verdict;
	/** Whether the record may be shown as that of our payment. */
	isOurs?: true;
}

const unknown = (says: string) => (): Verdict => ({ outcome: 'unknown', says });

/**
 * The one place where a look-up decides about a payout. The first row that fits decides. It must
 * take neither somebody else's payout for ours, nor ours for somebody else's.
 */
const TABLE: Row[] = [
	{
		// One of them may be ours, and nobody can say which.
		when: (records) => records.length > 1,
		verdict: ({ length }) => ({
			outcome: 'unknown',
			says: `The service knows ${length} payments with this order reference`,
		}),
	},
	{
		// A payout to another account is not the one that was sent.
		when: ([record], payment) => accountEvidence(record, payment) === 'differs',
		verdict: unknown(
			'The service knows another payout with this order reference, to another account number',
		),
	},
	{
		// A payout of another amount is not the one that was sent.
		when: ([record], payment) => amountEvidence(record, payment) === 'differs',
		verdict: unknown(
			'The service knows another payout with this order reference, of another amount',
		),
	},
	{
		// The record is ours, and its status is the service’s own word on it.
		when: ([record], payment) =>
			accountEvidence(record, payment) === 'ours' || amountEvidence(record, payment) === 'ours',
		verdict: ([record]) => outcomeOfPayoutStatus(record?.status),
		isOurs: true,
	},
	{
		// An order reference alone may have been used by somebody else.
		when: () => true,
		verdict: unknown(
			'The service knows a payout with this order reference, but shows neither its amount nor its account number',
		),
	},
];

/**
 * What the service's records say about a payout.
 *
 * @param records with the order reference of the payment, at least one
 */
export function judgeRecords(records: IDataObject[], payment: Payment): Verdict {
	return rowFor(records, payment).verdict(records);
}

/**
 * Whether a record may be shown as that of a payment. Of a card payment only the order reference is
 * compared: what a payer has paid so far, fees included, is another amount than the one asked for.
 *
 * @returns undefined where it is ours, or else why that is not certain
 */
export function contradictionIn(
	records: IDataObject[],
	payment: Payment,
	kind: RecordKind,
): string | undefined {
	if (kind === 'payment' && records.length === 1) return undefined;
	const { isOurs, verdict } = rowFor(records, payment);
	return isOurs ? undefined : verdict(records).says;
}

/**
 * Whether the response to a payout's own request is about another payout. Here both account and amount
 * must differ: a service may write one of them in a way of its own, and it was asked for this payout.
 */
export function isOfAnother(record: IDataObject | undefined, payment: Payment): boolean {
	return (
		accountEvidence(record, payment) === 'differs' && amountEvidence(record, payment) === 'differs'
	);
}

function rowFor(records: IDataObject[], payment: Payment): Row {
	return TABLE.find(({ when }) => when(records, payment)) as Row;
}

/** Whether a field is that of our payment; undefined where it says nothing. */
type Evidence = 'ours' | 'differs' | undefined;

/** A service may group an account number for reading. */
const GROUPING = /[\s-]/g;

/**
 * Compares account numbers of which the service may mask a part: by position where both are equally
 * long, or else from the end. Only digits that can be seen count.
 */
function accountEvidence(record: IDataObject | undefined, { body }: Payment): Evidence {
	const shown = plainText(valueAt(record, ['beneficiary', 'accountNumber'])).replace(GROUPING, '');
	const ours = plainText(body?.accountNumber).replace(GROUPING, '');
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

/**
 * Compares amounts to the cent, in the currency that was sent. `order.amount` is what was asked for;
 * the others are before or after the fee, and the service may show any of them.
 */
function amountEvidence(record: IDataObject | undefined, payment: Payment): Evidence {
	const { cents, currency } = payment;
	if (cents === undefined) return undefined;
	const at = (...keys: string[]) => valueAt(record, keys);
	const inOurs = (given: unknown) => (given ?? currency) === currency;

	const ordered = centsOf(at('order', 'amount'));
	if (ordered !== undefined && inOurs(at('order', 'currency') ?? at('currency'))) {
		return ordered === cents ? 'ours' : 'differs';
	}
	const taken = centsOf(at('amount'));
	const fee = centsOf(at('fee'));
	const received = centsOf(at('beneficiary', 'amount'));
	const receivedIn =
		at('exchange', 'targetCurrency') ?? (at('exchanged') === true ? 'another' : at('currency'));
	const inOurCurrency = [
		...(taken !== undefined && inOurs(at('currency'))
			? [taken, ...(fee === undefined ? [] : [taken - fee])]
			: []),
		...(received !== undefined && inOurs(receivedIn) ? [received] : []),
	];
	if (inOurCurrency.includes(cents)) return 'ours';
	// Taken from an account in another currency than ours, it is not what was sent.
	return inOurCurrency.length > 0 || !inOurs(at('currency')) ? 'differs' : undefined;
}

function plainText(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
