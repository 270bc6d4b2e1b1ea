import type { IDataObject } from 'n8n-workflow';
import type { RowKind } from '../../../resources/operation';
import { centsOf } from '../../../wire/amount';
import { plainText } from '../../../wire/shown';
import { valueAt } from '../../../wire/valueAt';
import { dayMade } from '../recordInWords';
import { HAS_PAID, type Row } from './row';

/** n8n's Summarize makes 0 of an amount that is a text. */
const numberOf = (value: unknown): number | undefined =>
	centsOf(value) === undefined ? undefined : Number(value);

const textOf = (value: unknown): string | undefined => plainText(value) || undefined;

/** An id that stands in the row is not written over with nothing. */
const known = (columns: Record<string, IDataObject[string] | undefined>): IDataObject =>
	Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined));

const payoutColumns = ({ record = {} }: Row) =>
	known({
		payoutId: textOf(record.id),
		fee: numberOf(record.fee),
		paidOn: dayMade(record),
	});

/** What this run knows of a payment, besides its status: a column for each. */
export const columnsOf: Record<RowKind, (row: Row) => IDataObject> = {
	payout: payoutColumns,
	payoutLookUp: payoutColumns,
	link: ({ record = {} }) => known({ link: textOf(record.cardPaymentLink) }),
	cardLookUp: ({ record = {} }) =>
		known({
			paymentId: textOf(record.id),
			paidOn: HAS_PAID.has(record.status) ? dayMade(record) : undefined,
			collectedAmount: numberOf(record.collectedAmount),
			collectedCurrency: textOf(record.collectedCurrency),
		}),
	preview: ({ record = {}, result }) => {
		if (result.request) return {};
		return known({
			fee: numberOf(record.fee),
			total: numberOf(record.amount),
			receives: numberOf(valueAt(record, ['receiver', 'amount'])),
			// Whoever approves compares the name, and sees whether the money is there.
			holder: textOf(valueAt(record, ['receiver', 'accountName'])),
			balance: numberOf(record.balance),
			payable: result.outcome === 'accepted',
		});
	},
};
