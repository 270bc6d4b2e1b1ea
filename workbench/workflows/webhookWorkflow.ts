import type { N8nApi, StoredCredential, StoredWorkflow, WorkflowDefinition } from '../instance/api';
import type { Item } from '../instance/executions';
import { noReuse, waitUntil } from '../servers/waiting';
import { nodeNames, nodeOf, paymentWorkflow, workflowOf, type PaymentNode } from './workflows';

/**
 * Stores a workflow as it runs in production and publishes it: a Webhook that takes
 * `{ "items": [...] }`, Split Out, and the node under test. The webhook answers when the run is over,
 * with the output of the node.
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
	const workflow = await api.createWorkflow(webhookWorkflow(path, node, credential));
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

function webhookWorkflow(
	path: string,
	node: PaymentNode,
	credential: StoredCredential,
): WorkflowDefinition {
	const payments = paymentWorkflow('', [], node, credential).nodes.at(-1)!;
	const parameters = {
		httpMethod: 'POST',
		path,
		responseMode: 'lastNode',
		responseData: 'allEntries',
		options: {},
	};
	const split = { fieldToSplitOut: 'body.items', options: {} };
	return workflowOf(`Payments by webhook ${path}`, [
		{
			...nodeOf(nodeNames.trigger, 'n8n-nodes-base.webhook', 2.1, parameters),
			...{ id: `webhook-${path}`, webhookId: path },
		},
		nodeOf('Items', 'n8n-nodes-base.splitOut', 1, split),
		payments,
	]);
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
): Promise<Array<Item['json']>> {
	const response = await fetch(`${n8nUrl}/webhook/${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...noReuse },
		body: JSON.stringify(body),
	});
	const text = await response.text();
	if (response.status === 404) throw new Error(`There is no webhook ${path}: ${text}`);
	return response.ok ? (JSON.parse(text) as Array<Item['json']>) : [];
}
