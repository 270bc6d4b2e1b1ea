import type { StoredCredential, WorkflowDefinition } from '../instance/api';
import { fromItem, linkTo, nodeNames, paymentWorkflow, workflowOf } from './workflows';

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
	const { connections, nodes } = paymentWorkflow('Caller', items, node, credential);
	const named = nodes as Array<{ name: string }>;
	const called = {
		name: 'Called',
		type: 'n8n-nodes-base.executeWorkflowTrigger',
		typeVersion: 1.1,
		parameters: { inputSource: 'passthrough' },
	};
	const links = { Called: linkTo(nodeNames.payments) };
	const inner = { id, ...workflowOf('Called', [called, named.at(-1)!], links) };
	const caller = {
		name: subWorkflow,
		type: 'n8n-nodes-base.executeWorkflow',
		typeVersion: 1.2,
		parameters: { source: 'parameter', workflowJson: JSON.stringify(inner), mode: 'once' },
	};
	const outer = { ...connections, Items: linkTo(subWorkflow) };
	return workflowOf('Caller', [...named.slice(0, -1), caller], outer);
}
