/** What a look-up shows of a payment, and what becomes of it then. */
export const lookUps = {
	found: 'It was found',
	notFound: 'It was not found',
	unclear: 'There was no clear response',
	noPayout: {
		says: 'The service knows no payout with this order reference',
		nextStep:
			'Look whether the order reference is right. Was the payout unknown? Run its row again, in 10 minutes or later: it is looked up first',
	},
	noPayment: ({ reference }: { reference: string }) => ({
		says: 'The service knows no payment with this order reference',
		nextStep: `Look again later: nobody may have paid at its link yet. Was the link lost? Make a new one under ${reference}B`,
	}),

	/* What its record shows */
	payment: 'The service knows a payment with this order reference',
	several: ({ count }: { count: number }) =>
		`The service knows ${count} payments with this order reference`,
	unclearRecord:
		'The service knows a payout with this order reference, but its record does not show whether it is this one',
	anothers: ({ what }: { what: string }) =>
		`The service knows another payout with this order reference: its ${what} is another`,
	reversed: ({ status }: { status: string }) => `The payout was reversed (status ${status})`,
	noStatus: 'The service knows the payout, but gives no status',
	oddStatus: ({ status }: { status: string }) =>
		`The payout has the status ${status}, which this node does not know`,

	/* Why it does not leave */
	usedBefore: 'This order reference was used before',
	leftBefore: 'It was sent some minutes ago without a clear response, so it was not sent now',
	notTold: ({ answer }: { answer: string }) =>
		`The service did not say whether it knows this payout already. ${answer}`,
	silent:
		'The service gave no clear answer about the payments before, so it was not asked for this one',
	notToldAfterRefusal: ({ refusal }: { refusal: string }) =>
		`${refusal}. Then the service did not say whether it knows the payment`,
	nextSteps: {
		mayNotAsk:
			'Check Client ID and API Key. In the dashboard, allow the IP address of n8n and tick the features. No look-ups there? Clear Payout Path',
	},
};
