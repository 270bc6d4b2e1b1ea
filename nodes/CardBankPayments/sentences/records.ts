/** What notes and messages show of a record, or of a request. */
export const records = {
	withFee: ({ amount }: { amount: string }) => `${amount} with the fee`,
	noAmount: 'the service does not show how much',
	noDetails: 'without details',
	noStatus: 'no status',
	payout: ({
		amount,
		account,
		reference,
	}: {
		amount: string;
		account: string;
		reference: string;
	}) => `${amount} to ${account} as ${reference}`,
	link: ({ amount, reference }: { amount: string; reference: string }) =>
		`${amount} as ${reference}`,
};
