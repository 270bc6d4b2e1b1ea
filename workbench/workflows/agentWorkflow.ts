import type { StoredCredential, WorkflowDefinition } from './definition';
import { nodeType } from '../install/paths';
import {
	chain,
	connectionTo,
	nodeNames,
	nodeOf,
	paymentWorkflow,
	rawJson,
	selected,
	workflowOf,
} from './workflows';

/**
 * The value of a field that the agent fills in, as the editor writes it when one lets the model
 * define a parameter.
 */
export function fromAgent(name: string, type: 'string' | 'number' = 'string'): string {
	return `={{ $fromAI('${name}', '', '${type}') }}`;
}

/**
 * A workflow in which an AI agent has the node under test as its only tool, under the name of the
 * node under test. It is given one invoice at a time: Loop Over Items, then an Edit Fields node named
 * Invoice, then the agent, as docs/ai-agents.md advises.
 *
 * @param parameters of the node under test
 * @param invoices the items that the agent is given
 */
export function agentWorkflow(
	parameters: Record<string, unknown>,
	invoices: object[],
	{ model, payments }: Record<'model' | 'payments', StoredCredential>,
): WorkflowDefinition {
	const tool = { type: `${nodeType}Tool`, parameters };
	const nodes = [
		...paymentWorkflow('', invoices, tool, payments).nodes,
		nodeOf('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 1, options: {} }),
		nodeOf('Invoice', 'n8n-nodes-base.set', 3.4, rawJson('={{ $json }}')),
		nodeOf('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, {
			promptType: 'define',
			text: 'Pay the invoice.',
			options: { maxIterations: 500 },
		}),
		{
			...nodeOf('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
				model: { __rl: true, mode: 'id', value: 'scripted' },
				options: {},
			}),
			credentials: selected(model),
		},
	];
	return workflowOf('Agent', nodes, {
		...chain([nodeNames.trigger, 'List', 'Items', 'Loop']),
		// Its first output is for when all is done.
		Loop: { main: [[], [{ node: 'Invoice', type: 'main', index: 0 }]] },
		...chain(['Invoice', 'Agent', 'Loop']),
		Model: connectionTo('Agent', 'ai_languageModel'),
		[nodeNames.payments]: connectionTo('Agent', 'ai_tool'),
	});
}
