import type { IDataObject } from 'n8n-workflow';
import type { Result } from '../../../nodes/CardBankPayments/executor/common/payment';
import type { EndedResult } from '../../../nodes/CardBankPayments/executor/report/endedResult';
import { reportItems } from '../../../nodes/CardBankPayments/executor/report/outputItems';
import { createBankPayout } from '../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { ended } from './payments';

/** The item that the node puts out for a payout. */
export function itemByNode(
	result: Omit<Result, 'index'> & Pick<EndedResult, 'failed'>,
	kept?: readonly string[],
): IDataObject {
	const { failed, ...rest } = result;
	const [item] = reportItems(
		ended([{ ...rest, index: 0 }], () => failed),
		{ kept },
	);
	return item!.json;
}

/** A record of a payout, as the node puts it out with Simplify on. */
export const simplifiedByNode = (record: IDataObject): IDataObject =>
	itemByNode(
		{ outcome: 'accepted', says: '', failed: false, records: [record] },
		createBankPayout.simplified,
	);
