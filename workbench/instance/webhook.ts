import type { OutputItem } from '../executions/executions';
import { noReuse, waitUntil } from '../servers/waiting';
import type { StoredCredential } from '../workflows/definition';
import {
	nodeNames,
	nodeOf,
	paymentWorkflow,
	workflowOf,
	type PaymentNode,
} from '../workflows/workflows';
import type { N8nApi, StoredWorkflow } from './api';

/**
 * Stores and publishes a workflow as it runs in production: a Webhook that takes `{ "items": [...] }`, Split
 * Out, and the node under test. The webhook answers when the run is over, with the output of the node.
 *
 * @param path of the webhook, unique in one n8n
 * @param webhookUrl the n8n that answers webhooks; in queue mode that may be a process of its own
 */
export async function publishWebhook(
	api: N8nApi,
	path: string,
	node: PaymentNode,
	credential: StoredCredential,
	webhookUrl = api.url,
): Promise<StoredWorkflow> {
	const answering = { responseMode: 'lastNode', responseData: 'allEntries', options: {} };
	const parameters = { httpMethod: 'POST', path, ...answering };
	const webhook = nodeOf(nodeNames.trigger, 'n8n-nodes-base.webhook', 2.1, parameters);
	const split = { fieldToSplitOut: 'body.items', options: {} };
	const nodes = [
		{ ...webhook, id: `webhook-${path}`, webhookId: path },
		nodeOf('Items', 'n8n-nodes-base.splitOut', 1, split),
		paymentWorkflow('', [], node, credential).nodes.at(-1)!,
	];
	const workflow = await api.createWorkflow(workflowOf(`Payments by webhook ${path}`, nodes));
	await api.activateWorkflow(workflow.id);
	await waitForWebhook(webhookUrl, path);
	return workflow;
}

/** n8n registers a webhook some time after it has said that the workflow is active. */
export async function waitForWebhook(n8nUrl: string, path: string): Promise<void> {
	await waitUntil(async () => {
		const answer = await fetch(`${n8nUrl}/webhook/${path}`, { headers: noReuse });
		return (await answer.text()).includes('not registered for GET requests');
	});
}

/**
 * Calls a webhook and waits for its answer.
 *
 * @returns after {@link publishWebhook}, what the node put out; nothing when the run failed or n8n ended first
 */
export async function callWebhook(
	n8nUrl: string,
	path: string,
	body: object,
): Promise<Array<OutputItem['json']>> {
	const response = await fetch(`${n8nUrl}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...noReuse },
		body: JSON.stringify(body),
	});
	const text = await response.text();
	if (response.status === 404) throw new Error(`There is no webhook ${path}: ${text}`);
	return response.ok ? (JSON.parse(text) as Array<OutputItem['json']>) : [];
}
