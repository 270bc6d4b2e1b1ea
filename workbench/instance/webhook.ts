import type { OutputItem } from '../executions/executions';
import { noReuse, waitUntil } from '../servers/waiting';
import type { StoredCredential } from '../workflows/definition';
import { webhookWorkflow } from '../workflows/webhookWorkflow';
import type { PaymentNode } from '../workflows/workflows';
import type { N8nApi, StoredWorkflow } from './api';

/**
 * Stores and publishes a {@link webhookWorkflow}.
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
