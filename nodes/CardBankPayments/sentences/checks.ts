const oneOfTwo =
	'Remove one of the two if they are the same payment. If not, give each an order reference of its own';
const oneBill =
	'Remove one of the two if they are the same bill. If not, set Equal Payouts to Pay for these rows, then run them again';
const look = 'Check the balance at the service, then run these items again';

/** Why an item does not leave, although each of its values can be sent. */
export const checks = {
	aboveAmount: ({ amount, maximum }: { amount: string; maximum: string }) => ({
		says: `${amount} is above Maximum Amount ${maximum}`,
		nextStep: 'Check the amount, or raise Maximum Amount in Options',
	}),
	aboveTotal: ({ total, maximum }: { total: string; maximum: string }) => ({
		says: `The payouts of this run are ${total} together, above Maximum Total ${maximum}`,
		nextStep: 'Check the amounts, then raise Maximum Total in Options or send fewer items',
	}),
	aboveDay: (values: {
		currency: string;
		paid: string;
		day: string;
		adds: string;
		maximum: string;
	}) => ({
		says: `${values.currency} ${values.paid} went out on ${values.day} or are under way, and this run adds ${values.adds}: above the Maximum per Day of ${values.maximum}`,
		nextStep:
			'Run it again tomorrow or after the runs under way, send fewer payouts, or raise Maximum per Day',
	}),
	/** Why nobody knows what went out on a day. */
	dayUnclear: {
		missing: ({ field }: { field: string }) => `a payout in it shows no ${field}`,
		odd: ({ field, value }: { field: string; value: string }) =>
			`a payout in it shows the ${field} as ${value}`,
	},
	daysReversed: ({ first, last }: { first: string; last: string }) => ({
		says: `Start Date ${first} is after End Date ${last}`,
		nextStep: 'Give Start Date a day that is not after End Date',
	}),
	repeatedInRow: ({ reference }: { reference: string }) => ({
		says: `Another row has the order reference ${reference}, too`,
		nextStep: oneOfTwo,
	}),
	repeatedInItem: ({ item }: { item: number }) => ({
		says: `Order Reference is the same as that of item ${item}`,
		nextStep: oneOfTwo,
	}),
	equal: ({ reference }: { reference: string }) => ({
		says: `It has the same account and the same amount as ${reference}`,
		nextStep: oneBill,
	}),
	equalToSent: ({ reference }: { reference: string }) => ({
		says: `It has the same account and the same amount as ${reference}, which this execution has sent`,
		nextStep: oneBill,
	}),
	noBalance: ({ currency }: { currency: string }) => ({
		says: `The account has no ${currency} balance`,
		nextStep:
			'Top up the account in this currency, or remove its payouts. Then run these items again',
	}),
	oddBalance: ({ currency, balance }: { currency: string; balance: string }) => ({
		says: `The ${currency} balance is shown as ${balance}`,
		nextStep: look,
	}),
	severalBalances: ({ currency, count }: { currency: string; count: number }) => ({
		says: `The service shows ${count} balances in ${currency}`,
		nextStep: look,
	}),
	shortOfBalance: (values: {
		currency: string;
		short: string;
		payouts: string;
		total: string;
		balance: string;
	}) => ({
		says: `Short by ${values.currency} ${values.short}: ${values.payouts} of ${values.total} without fees, balance ${values.balance}`,
		nextStep:
			'Top up the account by that and the fees, or send fewer payouts. Then run these items again',
	}),
};
