import type { N8nApi, StoredCredential } from '../instance/api';
import { credentialType, nodeType } from '../instance/paths';
import { selected, type PaymentNode } from '../workflows/workflows';

/** n8n's own HTTP Request node, asking with our credential, in the place of our node. */
export function requestNode(
	url: string,
	options: object = {},
	parameters: object = {},
): PaymentNode {
	return {
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		parameters: {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credentialType,
			options,
			...parameters,
		},
	};
}

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
