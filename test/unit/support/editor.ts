import { Workflow, type INode, type INodeParameters, type INodeTypes } from 'n8n-workflow';
import { CardBankPayments } from '../../../nodes/CardBankPayments/CardBankPayments.node';

export const { description } = new CardBankPayments();

/** Our node with these parameters in a workflow, as the editor has it before a run. */
export function inEditor(parameters: INodeParameters): { workflow: Workflow; node: INode } {
	const node: INode = {
		...{ id: 'node-1', name: 'Payments', type: 'payments', typeVersion: 1 },
		position: [0, 0],
		parameters,
	};
	const nodeTypes = { getByNameAndVersion: () => ({ description }) } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	return { workflow, node };
}
