import type { RecordKind } from '../wire/pathField';

/**
 * What the option Simplify keeps of a record, whether it was just made, looked up or listed: at most
 * ten values, as paths of which the last part becomes the key.
 */
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
