/** What Simplify keeps of a payout, the same whether it was just made or looked up. */
export const simplifiedPayout = [
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
] as const;
