import type { RecordKind } from '../wire/pathField';

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
