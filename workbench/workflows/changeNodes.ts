import type { WorkflowDefinition, WorkflowNode } from './definition';

/**
 * Changes some nodes of a workflow.
 *
 * @param changes by the names of the nodes: what to lay over each
 * @throws {Error} when there is no node of such a name: one that was renamed would stay as it is
 */
export function changeNodes(
	workflow: WorkflowDefinition,
	changes: Record<string, (node: WorkflowNode) => object>,
): WorkflowDefinition {
	const { nodes } = workflow;
	for (const name of Object.keys(changes)) {
		if (!nodes.some((node) => node.name === name)) throw new Error(`There is no node "${name}"`);
	}
	return { ...workflow, nodes: nodes.map((node) => ({ ...node, ...changes[node.name]?.(node) })) };
}
