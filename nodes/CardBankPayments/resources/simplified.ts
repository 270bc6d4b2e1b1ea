import type { RecordKind } from '../wire/pathField';
import type { EntryKind } from './operation';

/** What has a simplified form. */
export type Simplified = RecordKind | EntryKind;

/**
 * What Simplify keeps of a record, ten values at most: paths, whose last part becomes the key; of
 * two with the same key, the last that has a value counts.
 */
export const simplified: Record<Simplified, readonly string[]> = {
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
	balance: ['currency', 'balance'],
	bank: ['name', 'bic'],
	exchangeRate: ['source', 'target', 'rate', 'date'],
	transaction: [
		'date',
		'type',
		'entry',
		'amount',
		'currency',
		'account.currency',
		'balance',
		'orderReference',
		'description',
		'account.openingBalance',
		'account.closingBalance',
	],
};
