import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { RowKind } from '../../../resources/operation';
import { plainText } from '../../../wire/shown';
import type { Expected, RowOptions } from '../../read/rowOptions';
import { isBlank } from '../../read/values';
import type { EndedResult } from '../endedResult';
import { columnsOf } from './columns';
import { inCell } from './notes';
import { rowOf, type Row } from './row';
import { statuses, type Line } from './rowStatuses';

/** Nobody has to look at these. */
const WELL = new Set<unknown>(['paid', 'accepted', 'link made', 'not paid']);

/** Only these write `pending` into an empty status: if a look-up did, the next run would pay the row. */
const SENDS = new Set<RowKind>(['payout', 'link']);

interface Given {
	inputs: INodeExecutionData[];
	expectedOf: (index: number) => Expected;
	today: string;
}

/** Each input item once, in its order: its columns, and what became of it. Pure. */
export function rowsOf(
	results: EndedResult[],
	{ kind, referenceColumn }: RowOptions,
	{ inputs, expectedOf, today }: Given,
): INodeExecutionData[] {
	return results.map((result) => {
		const { index, orderReference, isEmptyRow } = result;
		const { json: own, binary } = inputs[index] as INodeExecutionData;
		const row = rowOf(kind, { own, result, expected: expectedOf(index), today });
		// A reference that is a number in the sheet stays one, or the row is not found there again.
		const isOther = orderReference && plainText(own[referenceColumn]) !== orderReference;
		const set = {
			...(isOther && { orderReference }),
			...toldOf(kind, row),
			...columnsOf[kind](row),
		};
		const json = withoutError(isEmptyRow ? own : { ...own, ...set });
		return { json, ...(binary && { binary }), pairedItem: { item: index } };
	});
}

function toldOf(kind: RowKind, row: Row): IDataObject {
	const fits = ([what]: Line) => what(row);
	const [, status, note, needsNobody] = statuses[kind].find(fits) as Line;
	const isKept = status === 'as it came in';
	// A row that keeps "paid" since the service could not be asked needs somebody, too.
	const needsYou = needsNobody === undefined && (isKept || !WELL.has(status));
	return {
		status: isKept ? keptStatus(kind, row.own) : status,
		note: inCell(note(row)),
		needsYou,
	};
}

function keptStatus(kind: RowKind, { status }: IDataObject): IDataObject[string] {
	if (!isBlank(status)) return status;
	return SENDS.has(kind) ? 'pending' : '';
}

/** n8n takes an item with this key for one that failed. */
function withoutError({ error, ...others }: IDataObject): IDataObject {
	return error === undefined ? others : { ...others, errorColumn: error };
}
