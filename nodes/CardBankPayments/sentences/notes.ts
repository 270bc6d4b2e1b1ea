const newReference = 'give the row a new order reference, then write pending';
const newBill = `Only where it is a new bill, ${newReference}`;
const isItPaid = `Find out in the dashboard whether this bill is paid. If not, ${newReference}`;
const nextRun = 'It is tried again by the next run';

interface Details {
	details: string;
}
interface Why {
	why: string;
}

/** What a person reads in a cell of a table: what to do, then what happened to the money. Without the last full stop. */
export const notes = {
	/* Payouts */
	paid: ({ details }: Details) => `Paid: ${details}`,
	onItsWay: ({ details }: Details) => `On its way: ${details}`,
	reversed: `Correct the account, ${newReference}. The money came back`,
	reversedAs: ({ details }: Details) =>
		`Correct the account, ${newReference}. The money came back: ${details}`,
	held: ({ why }: Why) =>
		`Is it to be paid all the same? Write checked, or ask who runs this workflow. Nothing was sent: ${why}`,
	aboveMaximum: ({ why }: Why) =>
		`Check the amount. Is it right? Ask who runs this workflow to raise Maximum Amount, then write pending. Nothing was sent: ${why}`,
	rejected: ({ why }: Why) => `Correct it, then write pending. No money moved: ${why}`,
	notSent: ({ why }: Why) => `${nextRun}. Nothing was sent now: ${why}`,
	notSentAndUnknown: ({ why }: Why) =>
		`${nextRun}. Whether it was paid before is still not known. Nothing was sent now: ${why}`,
	unknown: ({ why }: Why) =>
		`Do not pay it by hand: a run in ten minutes or later looks it up. The money moved, or not. ${why}`,
	otherDetails: `${isItPaid}. Nothing was sent now: this run has sent the order reference with other values`,
	anothers: ({ why }: Why) => `${isItPaid}. Nothing was sent now: ${why}`,
	justPaid: ({ details }: Details) => `Nothing to do: another run has paid this row (${details})`,
	justSent: ({ details }: Details) =>
		`Nothing to do: another run has sent the payout of this row (${details})`,
	alreadySent: ({ details }: Details) =>
		`${newBill}. Nothing was sent now: it was sent before (${details})`,
	sentAndNotShown: `Ask the service whether it was paid. ${newBill}. Nothing was sent now: an earlier run has sent it, and the service does not show it`,
	wouldPay: ({ request }: { request: string }) =>
		`Nothing was sent: Validate Only is on. It would send ${request}`,

	/* Look-ups */
	notListed:
		'Was it sent from another account, or was the order reference changed? The service does not list it under this order reference',
	correctLookUp: ({ why }: Why) => `Correct the row. It could not be looked up: ${why}`,
	notLookedUp: ({ why }: Why) =>
		`It is looked up again by the next run. It could not be looked up: ${why}`,
	notAsked: 'Nothing was asked: Validate Only is on',
	anothersFound: `${isItPaid}. The service has another payout under this order reference, or several`,
	stillAlreadySent: ({ details }: Details) =>
		`${newBill}. The order reference is that of an earlier payout (${details})`,
	oddStatus: ({ status }: { status: string }) =>
		`Ask the service what became of it. The service knows it, with ${status}`,

	/* Card payments */
	paidOtherwise: ({ collected, expected }: { collected: string; expected: string }) =>
		`Settle it with the payer. Paid: ${collected}, and not ${expected}`,
	refunded: 'The money went back to the payer',
	onHold: 'Ask the service: the payment is on hold',
	notPaid: ({ status }: { status: string }) => `Not paid yet: ${status}`,
	nobodyPaid: 'Nobody has paid at the link yet',

	/* Links */
	linkMade: 'Send the link to the payer',
	linkRejected: ({ why }: Why) => `Correct it, then write pending. No link was made: ${why}`,
	linkNotMade: ({ why }: Why) => `${nextRun}. No link was made: ${why}`,
	linkLost: ({ why }: Why) =>
		`For a link, ${newReference}. No link came back, and nothing was charged. ${why}`,
	linkBefore: ({ why }: Why) =>
		`Is it another bill, or is the link lost? Then ${newReference}. No link was made: ${why}`,
	wouldMakeLink: ({ request }: { request: string }) =>
		`Nothing was sent: Validate Only is on. It would make a link for ${request}`,

	/* Previews */
	canBePaid: ({ arrival }: { arrival: string }) => `It can be paid. ${arrival}`,
	correctPreview: ({ why }: Why) => `Correct it. It cannot be paid: ${why}`,
	usedPreview: ({ why }: Why) => `${isItPaid}. It cannot be paid: ${why}`,
	refusedPreview: ({ why }: Why) => `Ask who runs this workflow. It cannot be paid: ${why}`,
	failedPreview: ({ why }: Why) => `Try it again later. It could not be tried out: ${why}`,
};
