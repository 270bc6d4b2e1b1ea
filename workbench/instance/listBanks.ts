import { nodeType } from '../install/paths';
import type { StoredCredential } from '../workflows/definition';
import { selected } from '../workflows/workflows';
import type { N8nApi } from './api';

/**
 * Opens the list of banks as the editor does.
 *
 * @returns n8n's whole answer as text, also where it is a refusal
 */
export async function listBanks(api: N8nApi, credential: StoredCredential): Promise<string> {
	const answer = await api.fetch('/rest/dynamic-node-parameters/resource-locator-results', {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({
			path: 'parameters.bic',
			methodName: 'searchBanks',
			nodeTypeAndVersion: { name: nodeType, version: 1 },
			currentNodeParameters: { resource: 'payout', operation: 'createBankPayout' },
			credentials: selected(credential),
		}),
	});
	return await answer.text();
}
