import type { StoredCredential, WorkflowDefinition } from './definition';
import { nodeNames, nodeOf, paymentWorkflow, workflowOf, type PaymentNode } from './workflows';

/**
 * A workflow as it runs in production: a Webhook that takes `{ "items": [...] }`, Split Out, and the node
 * under test. The webhook answers when the run is over, with the output of the node.
 *
 * @param path of the webhook, unique in one n8n
 */
export function webhookWorkflow(
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
