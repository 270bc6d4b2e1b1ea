import type { N8nApi, StoredCredential } from '../../test/n8n/harness/api';
import {
	listExamples,
	readExample,
	smtpCredentialData,
	withCredentials,
} from '../../test/n8n/harness/examples';
import { workingCredential } from '../../test/n8n/harness/fixture';
import { credentialType } from '../../test/n8n/harness/paths';
import { ensurePayoutsTable } from '../../test/n8n/harness/payoutsTable';
import { readStarters } from '../../test/n8n/harness/starters';

/** The examples that a new user opens first: they stand on top of the list. */
const tourExamples = ['form-payment-link', 'scheduled-payouts'];

/** Where the workflows find what they work with. */
export interface Surroundings {
	/** Base URL of the payments sandbox. */
	baseUrl: string;
	/** Port of the mail catcher. */
	smtpPort: number;
}

/**
 * Puts everything into n8n that a new user needs: a log-in, credentials, the examples with these
 * credentials selected, and the table of payouts. What is there already stays as it is, since the
 * user may have changed it; only the credentials follow when the sandbox or the mail catcher moved.
 *
 * @throws {Error} when the log-in was changed in this n8n
 */
export async function fillN8n(api: N8nApi, surroundings: Surroundings): Promise<void> {
	await logIn(api);
	const payments = await ensureCredential(
		api,
		'Payments sandbox',
		credentialType,
		workingCredential(surroundings.baseUrl),
	);
	const smtp = await ensureCredential(
		api,
		'Mail catcher',
		'smtp',
		smtpCredentialData(surroundings.smtpPort),
	);
	await ensurePayoutsTable(api);
	await importWorkflows(api, { payments, smtp });
}

async function logIn(api: N8nApi): Promise<void> {
	if (await api.isFresh()) {
		await api.setUpOwner();
		return;
	}
	await api.logIn().catch((error: Error) => {
		throw new Error(
			`${error.message}\nThe log-in was changed in this n8n. Use it as it is, or delete .n8n-data to begin anew.`,
		);
	});
}

async function ensureCredential(
	api: N8nApi,
	name: string,
	type: string,
	data: object,
): Promise<StoredCredential> {
	const known = (await api.listCredentials()).find((each) => each.name === name);
	if (known === undefined) return await api.createCredential(name, type, data);
	await api.updateCredential(known, data);
	return known;
}

async function importWorkflows(
	api: N8nApi,
	credentials: { payments: StoredCredential; smtp: StoredCredential },
): Promise<void> {
	const known = new Set((await api.listWorkflows()).map(({ name }) => name));
	// n8n puts the newest on top of its list.
	const others = (await listExamples()).filter((name) => !tourExamples.includes(name));
	const names = [...others, ...[...tourExamples].reverse()];
	const examples = await Promise.all(names.map(async (name) => await readExample(name)));
	for (const workflow of [...(await readStarters()), ...examples]) {
		if (known.has(workflow.name)) continue;
		await api.createWorkflow(withCredentials(workflow, credentials));
	}
}
