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
 * node under test.
 *
 * @param parameters of the node under test
 * @param input the item that the agent starts with
 */
export function agentWorkflow(
	parameters: Record<string, unknown>,
	input: object,
	credentials: AgentCredentials,
): WorkflowDefinition {
	return workflowOf(
		'Agent',
		[trigger, fields('Invoice', JSON.stringify(input)), ...agentNodes(parameters, credentials)],
		{ [nodeNames.trigger]: linkTo('Invoice'), Invoice: linkTo('Agent'), ...agentLinks },
	);
}

/**
 * The same for several invoices, given to the agent one at a time: Loop Over Items, then an Edit
 * Fields node named Invoice, then the agent, as docs/ai-agents.md advises.
 *
 * @param invoices the items that the agent is given
 */
export function agentLoopWorkflow(
	parameters: Record<string, unknown>,
	invoices: object[],
	credentials: AgentCredentials,
): WorkflowDefinition {
	return workflowOf(
		'Agent',
		[
			trigger,
			fields('List', JSON.stringify({ invoices })),
			{
				name: 'Invoices',
				type: 'n8n-nodes-base.splitOut',
				typeVersion: 1,
				parameters: { fieldToSplitOut: 'invoices', options: {} },
			},
			{
				name: 'Loop',
				type: 'n8n-nodes-base.splitInBatches',
				typeVersion: 3,
				parameters: { batchSize: 1, options: {} },
			},
			fields('Invoice', '={{ $json }}'),
			...agentNodes(parameters, credentials),
		],
		{
			[nodeNames.trigger]: linkTo('List'),
			List: linkTo('Invoices'),
			Invoices: linkTo('Loop'),
			// Its first output is for when all is done.
			Loop: { main: [[], [{ node: 'Invoice', type: 'main', index: 0 }]] },
			Invoice: linkTo('Agent'),
			...agentLinks,
			Agent: linkTo('Loop'),
		},
	);
}

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	parameters?: object;
	credentials?: object;
}

const trigger: Node = {
	name: nodeNames.trigger,
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
};

/** An Edit Fields node. */
function fields(name: string, jsonOutput: string): Node {
	return {
		name,
		type: 'n8n-nodes-base.set',
		typeVersion: 3.4,
		parameters: { mode: 'raw', jsonOutput, options: {} },
	};
}

function agentNodes(
	parameters: Record<string, unknown>,
	{ model, payments }: AgentCredentials,
): Node[] {
	return [
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
}

const agentLinks = {
	Model: linkTo('Agent', 'ai_languageModel'),
	[nodeNames.payments]: linkTo('Agent', 'ai_tool'),
};
