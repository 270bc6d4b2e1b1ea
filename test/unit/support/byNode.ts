import type { IDataObject } from 'n8n-workflow';
import type { EndedResult } from '../../../nodes/CardBankPayments/executor/report/madeBefore';
import { reportItems } from '../../../nodes/CardBankPayments/executor/report/outputItems';
import { createBankPayout } from '../../../nodes/CardBankPayments/resources/payout/createBankPayout';

/** The item that the node puts out for a payout. */
export function itemByNode(
	result: Omit<EndedResult, 'index'>,
	kept?: readonly string[],
): IDataObject {
	const [item] = reportItems([{ ...result, index: 0 }], 'payout', { kept });
	return item!.json;
}

/** A record of a payout, as the node puts it out with Simplify on. */
export const simplifiedByNode = (record: IDataObject): IDataObject =>
	itemByNode(
		{ outcome: 'accepted', says: '', failed: false, records: [record] },
		createBankPayout.simplified,
	);
