/** What the response to a request shows, in front of the service's own words. */
export const responses = {
	accepted: 'The service accepted the request',
	refused: 'The service refused the request',
	refusedForNow: 'The service asks to send this request later',
	usedReference: 'The service knows this order reference already',
	elsewhere: 'The service pointed to another address, which is never followed',
	unreachable: 'The service could not be reached',
	notTrusted: 'The certificate of the service is not trusted',

	/* Where nobody knows what the service has done */
	failed: 'The service failed while it handled the request',
	oddStatus: 'The service answered with a status that does not say whether it did what was asked',
	part: 'The service gave only a part of its response',
	cutOff: ({ megabytes }: { megabytes: number }) =>
		`The response was cut off, or is longer than ${megabytes} MB`,
	tooLate: 'No complete response arrived in time',
	lost: 'The connection was lost before a response arrived',
	mayHaveLeft: ({ why }: { why: string }) => `The request may have left: ${why}`,
	unreadable: 'The service answered with something that cannot be read',
	without: ({ what }: { what: string }) => `The service answered without ${what}`,
	anothers: ({ what }: { what: string }) => `The service answered about another ${what}`,
	notProven: 'The service answered with something that does not prove this payout',
	isNot: ({ what }: { what: string }) => `The service answered with something that is not ${what}`,
	noRecord: {
		says: 'The service answered without a record of this order reference',
		nextStep: 'Check how the order reference is written, or look into the dashboard',
	},
	noEnd: { nextStep: 'Run it again later. Of a statement, ask for fewer days' },
	tooManyEntries: ({ what, entries, most }: { what: string; entries: number; most: number }) => ({
		says: `The service gave ${what} with ${entries} entries, and an AI agent may read at most ${most}`,
		nextStep: 'Make the agent ask for less, e.g. for fewer days, or put this node in front of it',
	}),

	/* Of a list that is read page by page */
	list: {
		changed: {
			says: 'The list changed each time that it was read, or the service counts it wrongly',
			nextStep: 'Run it again. A record that is missing here may exist at the service',
		},
		endless: ({ most }: { most: number }) => ({
			says: `The list did not end within ${most} requests`,
			nextStep:
				'Narrow the list with Filters, such as Start Date and End Date, or ask for fewer records with Limit',
		}),
		filterNotKept: ({ filter, value }: { filter: string; value: string }) => ({
			says: `The service did not keep to the filter ${filter}, and gave a record with ${value}`,
			nextStep: `Clear the filter ${filter}, and let a Filter node behind this one choose the records`,
		}),
	},
};
