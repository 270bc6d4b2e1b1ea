import type { StoredCredential, WorkflowDefinition } from './api';
import { credentialType, nodeType } from './paths';
import { nodeNames } from './workflows';

/**
 * The value of a field that the agent fills in, as the editor writes it when one lets the model
 * define a parameter.
 */
export function fromAgent(name: string, type: 'string' | 'number' = 'string'): string {
	return `={{ $fromAI('${name}', '', '${type}') }}`;
}

/**
 * A workflow in which an AI agent has the node under test as its only tool, under the name of the
 * node under test.
 *
 * @param parameters of the node under test
 * @param input the item that the agent starts with
 */
export function agentWorkflow(
	parameters: Record<string, unknown>,
	input: object,
	credentials: { model: StoredCredential; payments: StoredCredential },
): WorkflowDefinition {
	const { model, payments } = credentials;
	const nodes = [
		{ name: nodeNames.trigger, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 },
		{
			name: 'Invoice',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: JSON.stringify(input), options: {} },
		},
		{
			name: 'Agent',
			type: '@n8n/n8n-nodes-langchain.agent',
			typeVersion: 3.1,
			parameters: { promptType: 'define', text: 'Pay the invoice.', options: {} },
		},
		{
			name: 'Model',
			type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
			typeVersion: 1.2,
			parameters: { model: { __rl: true, mode: 'id', value: 'scripted' }, options: {} },
			credentials: { openAiApi: { id: model.id, name: model.name } },
		},
		{
			name: nodeNames.payments,
			type: `${nodeType}Tool`,
			typeVersion: 1,
			parameters,
			credentials: { [credentialType]: { id: payments.id, name: payments.name } },
		},
	];
	const link = (type: string, node: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	return {
		name: 'Agent',
		nodes: nodes.map((node, index) => ({
			id: `node-${index}`,
			position: [index * 220, 0],
			parameters: {},
			...node,
		})),
		connections: {
			[nodeNames.trigger]: link('main', 'Invoice'),
			Invoice: link('main', 'Agent'),
			Model: link('ai_languageModel', 'Agent'),
			[nodeNames.payments]: link('ai_tool', 'Agent'),
		},
		settings: { executionOrder: 'v1' },
	};
}
