import type { RecordKind } from '../wire/pathField';

/** What Simplify keeps of a record, ten values at most: paths, whose last part becomes the key. */
export const simplified: Record<RecordKind, readonly string[]> = {
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
