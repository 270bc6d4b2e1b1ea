import type { StoredCredential, WorkflowDefinition } from '../instance/api';
import { fromItem, linkTo, nodeNames, paymentWorkflow } from './workflows';

/** The name of the node that calls the sub-workflow. */
export const subWorkflow = 'Sub-workflow';

/**
 * Runs payouts in a sub-workflow that is written into the Execute Sub-workflow node.
 *
 * @param id of the sub-workflow; n8n takes that of the calling workflow when there is none
 */
export function withSubWorkflow(
	id: string | undefined,
	items: object[],
	credential: StoredCredential,
): WorkflowDefinition {
	const node = { parameters: fromItem.createBankPayout };
	const definition = paymentWorkflow('Caller', items, node, credential);
	const [start, list, split, payments] = definition.nodes as [object, object, object, object];
	const called = {
		id: 'called',
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		position: [0, 0],
		parameters: { inputSource: 'passthrough' },
	};
	const inner = {
		id,
		name: 'Called',
		nodes: [called, payments],
		connections: { Called: linkTo(nodeNames.payments) },
		settings: { executionOrder: 'v1' },
	};
	const caller = {
		id: 'caller',
		name: subWorkflow,
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		position: [660, 0],
		parameters: { source: 'parameter', workflowJson: JSON.stringify(inner), mode: 'once' },
	};
	const connections = { ...definition.connections, Items: linkTo(subWorkflow) };
	return { ...definition, nodes: [start, list, split, caller], connections };
}
