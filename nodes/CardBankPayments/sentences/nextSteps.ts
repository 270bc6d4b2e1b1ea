import { access } from './access';
import { values } from './values';

/** What stands in a next step of the item that it is for: its order reference, and where that is looked up by hand. */
interface Item {
	reference: string;
	place: string;
}

const again = 'then run this item again';
const newLink = 'Make a new link under a new order reference';

/** What to do, in one sentence or two without a full stop, that name what to click. */
export const nextSteps = {
	nothing: 'Nothing to do',
	rightAgain: 'Run this item again',
	later: 'Run this item again later',
	readLater: 'Run it again later',
	afterWait: ({ when }: { when: string }) =>
		`Run this item again ${when}, or raise Maximum Wait in Options`,
	lookAgain: 'Look again later',

	/* After a refusal */
	correctWhatIsNamed: `Correct what the service names, ${again}`,
	checkValues: 'Check each value of this item, then run it again',
	topUp: `Top up the balance of the account, ${again}`,
	checkConnection: `Check Base URL in the credential and the connection of n8n, ${again}`,
	checkPaths: `${access.nextSteps.checkBaseUrl}, and its paths, such as Banks Path. If the service names another reason, correct that`,
	newToken:
		'In the credential, paste a new access token, or set Authentication to Generate Token. Where it is set so, make a new API Key',
	plainReference: `In Order Reference ${values.plainReference}`,
	checkProxy: `Check HTTP_PROXY and HTTPS_PROXY of n8n, ${again}`,
	correctChecksum: `${access.nextSteps.checkChecksum}, and leave Checksum out of Additional Fields`,

	/* Where nobody knows what became of it */
	runAgain: ({ minutes }: { minutes: string }) =>
		`Run the workflow again in ${minutes} or later: this item is looked up first, and sent only if the service does not know it`,
	askCompany: ({ reference }: Item) =>
		`Ask the company whether ${reference} was paid. If it was not, use a new order reference`,
	compare: ({ reference, place }: Item) =>
		`Look up ${reference} with ${place}, and compare account number and amount with this item`,
	newLink,

	/* Where the order reference is used */
	lookUpLink: ({ reference, place }: Item) =>
		`Look up ${reference} with ${place}. Neither paid nor PROCESSING? Then make a new link under a new order reference`,
	lookInDashboard:
		'Look at the earlier payment in the dashboard. Only a new payment gets a new order reference',
	// The beneficiary may have been paid all the same: by that payout, before somebody changed the row.
	anothers: ({ reference }: Item) =>
		`Find out in the dashboard whether ${reference} has paid this beneficiary. If not, pay under an order reference of its own`,
	conflict: ({ reference, place }: Item) =>
		`Look up ${reference} with ${place} first: it may have been paid. Only a payment that is really new gets another order reference`,
	cameBack: ({ reference }: Item) =>
		`Find out why it came back, e.g. a wrong account name, then pay under a new order reference, such as ${reference}B`,
	toSkip:
		'Nothing to do for this item. To let such items pass, set When Already Sent to Return the Payout. They then have alreadySent: true',

	/* Where it was not sent */
	correctItem: `Correct what is named here, ${again}`,
	correctAccount: `Correct the credential or the account as named here, ${again}`,
	correctSettings: `Correct the settings as named here, ${again}`,
	waitForService: `Wait some minutes, ${again}`,
	clearItem: `Clear the item that stopped the run, ${again}`,
};
