import type { IDataObject } from 'n8n-workflow';
import type { RowKind } from '../../../resources/operation';
import { plainText } from '../../../wire/shown';
import { valueAt } from '../../../wire/valueAt';
import { evidenceOf } from '../../proof/evidence';
import type { Expected } from '../../read/rowOptions';
import type { EndedResult } from '../endedResult';

/** Everything by which a row gets its status, its note and its other columns. */
export interface Row {
	/** Its columns as they came in. */
	own: IDataObject;
	result: EndedResult;
	/** The service's record of the payment; absent where it is, or may be, somebody else's. */
	record?: IDataObject;
	expected: Expected;
	/** By the service, YYYY-MM-DD. */
	today: string;
}

/** The word that stands in the row, as the node itself writes it. */
export const cameInAs = ({ own }: Pick<Row, 'own'>): string =>
	plainText(own.status).trim().toLowerCase();

export function rowOf(kind: RowKind, row: Omit<Row, 'record'>): Row {
	return { ...row, record: RECORD_OF[kind](row) };
}

const RECORD_OF: Record<RowKind, (row: Row) => IDataObject | undefined> = {
	payout: ({ result: { records, anothers, conflict } }) =>
		anothers || conflict ? undefined : records?.[0],
	payoutLookUp: (row) => {
		const [record, ...others] = row.result.records ?? [];
		return record && others.length === 0 && isOfRow(record, row) ? record : undefined;
	},
	preview: ({ result }) => result.records?.[0],
	link: ({ result }) => result.records?.[0],
	/** Of several attempts of a payer, the one that paid says more than those that did not. */
	cardLookUp: ({ result: { records = [] } }) =>
		[HAS_PAID, WENT_BACK]
			.map((statuses) => records.find(({ status }) => statuses.has(status)))
			.find((record) => record !== undefined) ?? records[0],
};

export const HAS_PAID = new Set<unknown>(['SUCCESS', 'SETTLED']);
export const WENT_BACK = new Set<unknown>(['REFUNDED', 'REVERSED']);

/** The service is asked for an order reference alone, which somebody else may have used. */
function isOfRow(record: IDataObject, row: Row): boolean {
	const { accountNumber, cents } = row.expected;
	const currency = plainText(valueAt(record, ['order', 'currency']) ?? record.currency);
	const evidence = evidenceOf(record, { body: { accountNumber }, cents, currency });
	// Another payout has this reference: a look-up by the reference must not make "paid" of the row the next day.
	if (cameInAs(row) === 'reference used') return evidence === 'ours';
	return evidence === 'ours' || evidence === 'unclear';
}
