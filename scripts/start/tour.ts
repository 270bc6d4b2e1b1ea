import { testOwner } from '../../test/n8n/harness/api';
import { testCard } from '../../test/n8n/harness/person';

/** The addresses of what was started. */
export interface Addresses {
	n8n: string;
	sandbox: string;
	mail: string;
}

/** What a new user reads when everything runs: where to go, and what to click first. */
export function tour({ n8n, sandbox, mail }: Addresses): string {
	const { email, password } = testOwner;
	return `
n8n               ${n8n}   log in as ${email} with ${password}
Payments sandbox  ${sandbox}   what was paid; no money moves
Mail catcher      ${mail}   every e-mail that the workflows send

1. Log in to n8n and open "Form to payment link by e-mail".
2. Click "Execute workflow", fill in the form that opens, and send it.
3. Open the e-mail in the mail catcher, click its link, and pay with the card ${testCard}.
   The sandbox shows the payment.
4. Open "Scheduled payouts" and click "Execute workflow": it pays the rows of the data table
   "Payouts" and sends a summary. Click again: nothing is left to pay.

Each workflow explains itself in a note. Credentials are selected already; only the AI agent needs
an OpenAI key of yours. n8n is kept in .n8n-data for the next start. Ctrl-C stops everything.`;
}
