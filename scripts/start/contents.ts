import type { N8nApi } from '../../workbench/instance/api';
import type { StoredCredential, WorkflowDefinition } from '../../workbench/workflows/definition';
import {
	readShipped,
	smtpCredentialData,
	withCredentials,
} from '../../workbench/workflows/examples';
import { workingCredential } from '../../workbench/servers/sandboxClient';
import { googleCredentialData } from '../../workbench/instance/google';
import type { ServiceAccount } from '../../workbench/servers/google/googleApi';
import { DataTable } from '../../workbench/instance/dataTable';
import { employees, invoices, orders, payouts } from '../../workbench/instance/exampleTables';
import { credentialType } from '../../workbench/install/paths';
import { changeNodes } from '../../workbench/workflows/changeNodes';

/** What a new user opens first, in this order: it stands on top of n8n's list. */
export const tourWorkflows = {
	link: 'Form to payment link by e-mail',
	payout: 'Starter: Create bank payout',
	lostResponse: 'Starter: Payout whose response is lost',
	table: 'Scheduled payouts',
} as const;

/** It notices what was paid, and only listens once it is published. */
const listening = 'When a payment is received';

/** The address that the starters write down for the sandbox: the one of `npm run sandbox`. */
const usualSandbox = 'http://localhost:8420';

/** Where the workflows find what they work with. */
export interface Surroundings {
	/** Address of the payments sandbox. */
	sandboxUrl: string;
	/** Base URL of the payments sandbox. */
	baseUrl: string;
	/** Port of the mail catcher. */
	smtpPort: number;
	/** May edit the sheet that stands in for one of Google's. */
	googleAccount: ServiceAccount;
	/** The folder that n8n is kept in. */
	dataFolder: string;
}

/** A workflow that is there to be opened. */
export interface ReadyWorkflow {
	id: string;
	name: string;
}

/**
 * Puts everything into n8n that a new user needs: a log-in, credentials, the examples with these
 * credentials selected, one of them published, and their tables. What is there already stays
 * as it is, since the user may have changed it; only the credentials follow when the sandbox or the
 * mail catcher moved.
 *
 * @returns the workflows as shipped that are there, those of the tour first
 * @throws {Error} when the log-in was changed in this n8n
 */
export async function fillN8n(api: N8nApi, surroundings: Surroundings): Promise<ReadyWorkflow[]> {
	await api.enter().catch((error: Error) => {
		throw new Error(
			`${error.message}\nThe log-in was changed in this n8n. Use it as it is, or delete ${surroundings.dataFolder} to begin anew.`,
		);
	});
	const { sandboxUrl, baseUrl, smtpPort, googleAccount } = surroundings;
	const ensure = async (name: string, type: string, data: object) => {
		const known = (await api.listCredentials()).find((each) => each.name === name);
		if (known === undefined) return await api.createCredential(name, type, data);
		await api.updateCredential(known, data);
		return known;
	};
	const payments = await ensure('Payments sandbox', credentialType, workingCredential(baseUrl));
	const smtp = await ensure('Mail catcher', 'smtp', smtpCredentialData(smtpPort));
	const sheet = googleCredentialData(googleAccount);
	const google = await ensure('Practice Google account', 'googleApi', sheet);
	for (const table of [payouts, employees, invoices, orders]) await DataTable.ensure(api, table);
	return await importWorkflows(api, [payments, smtp, google], sandboxUrl);
}

async function importWorkflows(
	api: N8nApi,
	credentials: StoredCredential[],
	sandboxUrl: string,
): Promise<ReadyWorkflow[]> {
	const shipped = inTourOrder(await readShipped());
	const known = new Set((await api.listWorkflows()).map(({ name }) => name));
	// n8n puts the newest on top of its list.
	for (const workflow of [...shipped].reverse()) {
		if (known.has(workflow.name)) continue;
		const here = JSON.parse(
			JSON.stringify(workflow).replaceAll(usualSandbox, sandboxUrl),
		) as WorkflowDefinition;
		const { id } = await api.createWorkflow(withCredentials(withAccount(here), credentials));
		if (workflow.name === listening) await api.activateWorkflow(id);
	}
	const stored = await api.listWorkflows();
	return shipped.flatMap(({ name }) => {
		const workflow = stored.find((each) => each.name === name);
		return workflow === undefined ? [] : [{ id: workflow.id, name }];
	});
}

/** The starter that pays has no account number: with a credential of the real service, it would pay it. */
function withAccount(workflow: WorkflowDefinition): WorkflowDefinition {
	if (workflow.name !== tourWorkflows.payout) return workflow;
	return changeNodes(workflow, {
		'Create bank payout': ({ parameters }) => ({
			parameters: { ...parameters, accountNumber: '0150384512700' },
		}),
	});
}

function inTourOrder(workflows: WorkflowDefinition[]): WorkflowDefinition[] {
	const order: string[] = Object.values(tourWorkflows);
	const first = order.flatMap((name) => workflows.filter((each) => each.name === name));
	return [...first, ...workflows.filter(({ name }) => !order.includes(name))];
}
