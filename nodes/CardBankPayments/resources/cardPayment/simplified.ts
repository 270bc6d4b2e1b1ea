/** What Simplify keeps of a card payment. */
export const simplifiedPayment = [
	'id',
	'orderReference',
	'status',
	'paymentReference',
	'collectedAmount',
	'collectedCurrency',
	'message',
] as const;
