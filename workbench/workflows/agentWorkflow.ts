import type { StoredCredential, WorkflowDefinition } from '../instance/api';
import { credentialType, nodeType } from '../instance/paths';
import { linkTo, nodeNames, workflowOf } from './workflows';

/**
 * The value of a field that the agent fills in, as the editor writes it when one lets the model
 * define a parameter.
 */
export function fromAgent(name: string, type: 'string' | 'number' = 'string'): string {
	return `={{ $fromAI('${name}', '', '${type}') }}`;
}

interface AgentCredentials {
	model: StoredCredential;
	payments: StoredCredential;
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
	{ model, payments }: AgentCredentials,
): WorkflowDefinition {
	const nodes = [
		node(nodeNames.trigger, 'n8n-nodes-base.manualTrigger', 1),
		node('List', 'n8n-nodes-base.set', 3.4, asJson(JSON.stringify({ invoices }))),
		node('Invoices', 'n8n-nodes-base.splitOut', 1, { fieldToSplitOut: 'invoices', options: {} }),
		node('Loop', 'n8n-nodes-base.splitInBatches', 3, { batchSize: 1, options: {} }),
		node('Invoice', 'n8n-nodes-base.set', 3.4, asJson('={{ $json }}')),
		node('Agent', '@n8n/n8n-nodes-langchain.agent', 3.1, {
			promptType: 'define',
			text: 'Pay the invoice.',
			options: {},
		}),
		{
			...node('Model', '@n8n/n8n-nodes-langchain.lmChatOpenAi', 1.2, {
				model: { __rl: true, mode: 'id', value: 'scripted' },
				options: {},
			}),
			credentials: { openAiApi: { id: model.id, name: model.name } },
		},
		{
			...node(nodeNames.payments, `${nodeType}Tool`, 1, parameters),
			credentials: { [credentialType]: { id: payments.id, name: payments.name } },
		},
	];
	return workflowOf('Agent', nodes, {
		[nodeNames.trigger]: linkTo('List'),
		List: linkTo('Invoices'),
		Invoices: linkTo('Loop'),
		// Its first output is for when all is done.
		Loop: { main: [[], [{ node: 'Invoice', type: 'main', index: 0 }]] },
		Invoice: linkTo('Agent'),
		Agent: linkTo('Loop'),
		Model: linkTo('Agent', 'ai_languageModel'),
		[nodeNames.payments]: linkTo('Agent', 'ai_tool'),
	});
}

const node = (name: string, type: string, typeVersion: number, parameters: object = {}) => ({
	name,
	type,
	typeVersion,
	parameters,
});

const asJson = (jsonOutput: string) => ({ mode: 'raw', jsonOutput, options: {} });
