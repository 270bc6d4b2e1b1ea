const nothingChanged = 'Nothing was changed';

/** How an item ended: the title of its error, and what happened to the money, which is said first. */
export const outcomes = {
	title: {
		payout: ({ ended }: { ended: string }) => `Payout ${ended}`,
		request: ({ ended }: { ended: string }) => `Request ${ended}`,
		// "Payout unknown" would say that the service does not know it.
		unknown: 'outcome unknown',
		notFound: 'Not found',
		conflict: 'Order reference used with other details',
		anothers: 'Order reference belongs to another payout',
	},
	money: {
		conflict: 'The new details were not sent',
		// In the order of a summary: after the accepted ones, the most urgent first.
		common: {
			accepted: 'The service did what was asked',
			unknown: 'No link came back and nothing was charged',
			reversed: 'The money came back, and the order reference is used up',
			rejected: 'Nothing was started',
			alreadySent: 'Nothing was sent now',
			invalid: 'This item was not sent',
			notFound: nothingChanged,
			notSent: 'This item was not sent',
		},
		payout: {
			accepted: 'The payout is on its way or made',
			rejected: 'No money moved',
			unknown: 'The payout may or may not have been made',
		},
		// Such a request changes nothing, whatever became of it.
		reading: { rejected: nothingChanged, unknown: nothingChanged, alreadySent: nothingChanged },
	},
	before: {
		// "Paid" is the service's word for one status alone.
		paid: ({ details }: { details: string }) => `Paid before: ${details}`,
		sent: ({ details }: { details: string }) => `Sent before: ${details}`,
	},
	lookedUp: ({ times, answer }: { times: string; answer: string }) =>
		`Looked up ${times}. ${answer}`,
};
