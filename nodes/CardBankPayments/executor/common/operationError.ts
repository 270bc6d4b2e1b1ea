import type { INode } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

/** An error with exactly these texts, whatever they contain. */
export function operationError(
	node: INode,
	message: string,
	description: string,
	itemIndex?: number,
): NodeOperationError {
	const error = new NodeOperationError(node, 'Stopped', { description, itemIndex });
	// n8n replaces messages in which it finds the name of a network error (an order reference may
	// contain one), for timeouts by the advice to use Retry On Fail.
	error.message = message;
	error.messages = [];
	return error;
}
