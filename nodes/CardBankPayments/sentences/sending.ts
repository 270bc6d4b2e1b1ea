/** What keeps a payment from leaving. */
export const sending = {
	canceled: {
		// By this spelling n8n tells a canceled execution from a failed one.
		says: 'The execution was canceled',
		nextStep: 'Run this item again',
	},
	validateOnly: {
		says: 'Validate Only is on',
		nextStep:
			'Look at the request. To send it, turn off Validate Only in Options, then run it again',
	},
	anotherInvalid: 'Another item needs a correction',
	stoppedBy: ({ item }: { item: string }) => `${item} stopped the run`,
	unclearInARow: ({ count, what }: { count: number; what: string }) =>
		`The service left ${count} ${what} in a row without a clear response`,
	waitTooLong: ({ wait }: { wait: string }) =>
		`The service asks to wait ${wait}, longer than Maximum Wait allows`,
	waitOver: 'The service asks to wait, and Maximum Wait is over',
	sentMeanwhile: 'Another call in this execution has sent this order reference, or is sending it',
	unread: ({ what, why }: { what: string; why: string }) => ({
		says: `${what} could not be read: ${why}`,
		nextStep: 'Run it again once the service answers',
	}),
	unreadHolder: ({ why }: { why: string }) => ({
		says: `The name on the account could not be read: ${why}`,
		nextStep: 'Check Bank and Account Number, then run this item again',
	}),
	needed: {
		balance: 'The balance',
		today: 'The list of what went out today',
		holder: 'The name on the account',
		limits: 'What decides about it',
	},
	otherHolder: ({ holder, name }: { holder: string; name: string }) => ({
		says: `The bank has this account in the name of "${holder}", and Account Name is "${name}"`,
		nextStep:
			'Ask the beneficiary by a number that you know. If it is right, turn Check Account Name off for this row, then run it again',
	}),
	accountsDiffer: ({ field, item }: { field: string; item: number }) => ({
		says: `The ${field} of the credential differs between items 1 and ${item}`,
		nextStep:
			'All payments of a run are made from one account. Run this node once for each account, with a loop or a sub-workflow.',
	}),
};
