import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/**
 * An error with exactly these texts, whatever they contain. They name the item: given its index, n8n
 * would write `[item 0]` behind what we call item 1.
 */
export function operationError(
	node: INode,
	message: string,
	description: string,
): NodeOperationError {
	const error = new NodeOperationError(node, 'Stopped', { description });
	// n8n replaces a message that holds the name of a network error, as a reference may, and advises
	// Retry On Fail for timeouts.
	error.message = message;
	error.messages = [];
	return error;
}
