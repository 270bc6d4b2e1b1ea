import type { INode, INodeExecutionData } from 'n8n-workflow';
import { operationError } from '../common/operationError';

/**
 * Sees to it that every n8n sends error items to the error output. n8n 2 knows them by the keys of
 * their json; n8n 1 does not know `details` and would send an unpaid payout to those that were paid.
 * Both know an item by its `error`, but would then put that error's message in the place of all
 * details, unless the property is gone from the copy that they make: so it is one that no copy has.
 */
export function markErrorItems(items: INodeExecutionData[], node: INode): INodeExecutionData[] {
	for (const item of items) {
		const { error, message } = item.json;
		// No answer of the service has this key here, see outputItems.ts.
		if (error === undefined) continue;
		const value = operationError(node, String(error), String(message));
		Object.defineProperty(item, 'error', { value, enumerable: false });
	}
	return items;
}
