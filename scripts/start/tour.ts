import { testOwner } from '../../workbench/instance/api';
import { testCard } from '../../sandbox/pages';
import { tourWorkflows, type ReadyWorkflow } from './contents';

/** The addresses of what was started. */
export interface Addresses {
	n8n: string;
	sandbox: string;
	mail: string;
	/** The sheet that n8n takes for one of Google's. */
	sheet: string;
	/** The folder of n8n, for the next start. */
	dataFolder: string;
}

/**
 * What a new user reads when everything runs: where to go, and what to click first.
 *
 * @param workflows that are there to be opened, each with an address of its own in the text
 */
export function tour(addresses: Addresses, workflows: ReadyWorkflow[]): string {
	const { n8n, sandbox, mail, sheet, dataFolder } = addresses;
	const { email, password } = testOwner;
	const addressOf = (name: string) => {
		const workflow = workflows.find((each) => each.name === name);
		return workflow === undefined
			? `(you have renamed "${name}")`
			: `${n8n}/workflow/${workflow.id}`;
	};
	const inTour: string[] = Object.values(tourWorkflows);
	const others = workflows.filter(({ name }) => !inTour.includes(name));
	const widest = Math.max(...others.map(({ name }) => name.length));
	return `
n8n               ${n8n}   log in as ${email} with ${password}
Payments sandbox  ${sandbox}   what was paid; no money moves
Mail catcher      ${mail}   every e-mail that the workflows send
Practice sheet    ${sheet}
                  n8n takes it for a Google Sheet; the workflow "Google Sheets payouts" pays its rows

Open an address below: n8n asks for the log-in once and leads on to the workflow.

1. Get paid by card:  ${addressOf(tourWorkflows.link)}
   Click "Execute workflow", fill in the form that opens, and send it. Open the e-mail in the mail
   catcher, click its link, and pay with the card ${testCard}. An e-mail tells the team that
   the order was paid: the sandbox calls the workflow "When a payment is received", which is published
   and then looks up what happened, after each payout as well.
2. Make a payout:  ${addressOf(tourWorkflows.payout)}
   Click "Execute workflow": the sandbox shows the payout. Click again: it ends red, since the node
   does not send the same order reference a second time.
3. Lose a response:  ${addressOf(tourWorkflows.lostResponse)}
   Click "Execute workflow": the payout is made, and its response is lost. The node does not send it
   again; it looks the payout up, finds it, and the item ends green.
4. Pay a table:  ${addressOf(tourWorkflows.table)}
   Click "Execute workflow": it pays the rows of the data table "Payouts" and sends a summary. Click
   again: nothing is paid twice, and what was accepted has become paid.

And the others:
${others.map(({ name }) => `   ${name.padEnd(widest)}  ${addressOf(name)}`).join('\n')}

Each workflow explains itself in a note. Credentials are selected already; only the AI agent needs
an OpenAI key of yours. Ctrl-C stops everything. For the next start, n8n is kept in
${dataFolder}
The sandbox takes order references of letters and digits only, as the real service does, but payouts
of any amount. Started with SANDBOX_PACE=60, it also takes only one payout in 60 seconds.`;
}
