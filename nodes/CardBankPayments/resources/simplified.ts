import type { RecordKind } from '../wire/pathField';
import { plainText } from '../wire/shown';

/** n8n's Summarize makes 0 of an amount that is a text, without a word. */
const AMOUNTS = new Set([
	...['amount', 'balance', 'collectedAmount', 'fee'],
	...['openingBalance', 'closingBalance'],
]);

/** A value as Simplify puts it out: an amount as a number, everything else as it is. */
export function simplifiedValue(key: string, value: unknown): unknown {
	const isAmount = AMOUNTS.has(key) && /^-?\d+(\.\d+)?$/.test(plainText(value));
	return isAmount ? Number(value) : value;
}

/** What Simplify keeps of the records of payments; see {@link Operation.simplified}. */
export const simplifiedRecord: Record<RecordKind, readonly string[]> = {
	payout: [
		'id',
		'orderReference',
		'status',
		'amount',
		'fee',
		'currency',
		'estimatedArrival',
		'beneficiary.accountName',
		'beneficiary.accountNumber',
		'createdAt',
	],
	payment: [
		'id',
		'orderReference',
		'status',
		'paymentReference',
		'collectedAmount',
		'collectedCurrency',
		'message',
	],
};
