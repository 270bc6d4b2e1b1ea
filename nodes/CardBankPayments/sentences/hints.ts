import { numbers } from './numbers';

const accounts = ({ where }: { where: string }) =>
	`Account Number arrived as a number in ${where}: ${numbers.zerosMissing}`;
const nothing = 'Validate Only is on: nothing was sent.';

/** What is said of a whole run, above its items. */
export const hints = {
	attention: ({ items, need, counts }: { items: string; need: string; counts: string }) =>
		`${items} items ${need} your attention: ${counts}. Each says in message what happened, and in details what to do next.`,
	rows: ({ rows, need, counts }: { rows: string; need: string; counts: string }) =>
		`${rows} rows ${need} you: ${counts}. The note of each says what to do.`,
	withoutStatus: 'without a status',
	usedBefore: ({ items }: { items: string }) =>
		`Nothing was sent now for ${items} items: the order reference was used before.`,
	validated: {
		nothing,
		requests: `${nothing} Its items show the requests.`,
		payouts: ({ payouts, sums }: { payouts: string; sums: string }) =>
			`${nothing} It would send ${payouts} of ${sums}. The balance was not checked.`,
	},
	executeOnce: ({ items }: { items: number }) =>
		`Execute Once is on in Settings: only the first item was looked at, of ${items}. Turn it off to send all.`,
	numbers: {
		accounts,
		accountsAndReferences: (of: { where: string }) => `${accounts(of)} ${numbers.otherReference}`,
	},
	waited: ({ seconds }: { seconds: number }) =>
		`This run waited ${seconds} s in all, because the service asked for it.`,
	askedOnce:
		'All items ask for the same list, so it is read once. To keep the node from running for each item, turn on Execute Once in its settings.',
	noLookUp: ({ answer }: { answer: string }) =>
		`The service has no look-up at the Payout Path of the credential: ${answer}. So n8n compares with its own list of used order references. If the service has look-ups, correct the path. If not, leave it empty.`,
};
