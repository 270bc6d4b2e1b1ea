/** What somebody fills in who wants to pay. */
export const asha = {
	'Full name': 'Asha Mushi',
	'Email address': 'asha@example.com',
	'Phone number': '+255 712 345 678',
	'Amount (USD)': '25.50',
};

/** What the sandbox pays, once it has an order reference. */
export const payoutToAsha = {
	amount: 1000,
	currency: 'TZS',
	accountNumber: '0150384512700',
	accountName: 'Asha Mushi',
	bic: 'CORUTZTZ',
	transferType: 'ACH',
};
