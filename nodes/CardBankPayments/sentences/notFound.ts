/** What the service's own 404 means, where it is no order reference that is not found. */
export const notFound = {
	balance: {
		says: 'No balance account yet: receive a first payment or deposit',
		nextStep: 'Once there is money in the account, run it again',
	},
	accountName: {
		says: 'The bank gave no name; the account may exist',
		nextStep: 'Check Bank and Account Number, or ask the beneficiary for the name on the account',
	},
};
