/** The error of a run that was stopped, beside what its items say. */
export const stoppedRun = {
	nothingSent: 'Nothing was sent.',
	notPassed: ({ invalid, items }: { invalid: number; items: number }) =>
		`Nothing was sent: ${invalid} of ${items} items did not pass the checks.`,
	accepted: ({ count }: { count: number }) => `Accepted before it: ${count}.`,
	// Otherwise every further run would stop at the same item, and the others would never be paid.
	toGoOn: 'To go on with the others, set When Already Sent in Options.',
	moreItems: ({ count }: { count: number }) => `${count} more items have other reasons.`,
	perhapsPaid: ({ label }: { label: string }) => `${label}, perhaps paid`,
};
