const sent = 'An earlier attempt of this execution sent it';

/** What this execution, or n8n's list of used order references, knows of a payment. */
export const memory = {
	accepted: sent,
	reversed: `${sent}, and the money came back`,
	alreadySent: 'The service knew this order reference in an earlier attempt of this execution',
	unknown: `${sent} and got no clear response`,
	sameReference: ({ item }: { item: number }) =>
		`Order Reference is the same as that of item ${item}, which an earlier attempt sent`,
	otherDetails: 'This order reference was already sent with other details',
	notComparable: ({ why }: { why: string }) =>
		`An earlier attempt has sent this order reference. The item cannot be compared with it: ${why}`,
	earlierCall: 'An earlier call of this tool made this payout',
	listSilent: 'n8n could not look up which order references were used before',
	notSaved:
		'Save this workflow. Until then, another run of it could pay the same people again: n8n keeps the used order references of saved workflows only.',
	staysUsed: ({ reference }: { reference: string }) =>
		`The payout ${reference} was not made, but n8n keeps its order reference as used. Pay it under a new one.`,
};
