import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/**
 * Whether n8n can follow an input item back to the node before. Where it cannot (data was pinned or edited
 * in the editor, which leaves the items without their history), and an item that failed names its input
 * item, n8n throws away what the node has put out and passes all inputs on as if they were paid
 * (n8n-io/n8n#37407), or puts the columns of the row that stood there before beside our message.
 */
export function pairingOf(context: IExecuteFunctions): (index: number) => boolean {
	try {
		const items = context.getInputData();
		const source = context.getInputSourceData();
		const { $getPairedItem: follow } = context.getWorkflowDataProxy(0) as {
			$getPairedItem(node: string, from: typeof source, item: { item: number }): INodeExecutionData;
		};
		return (index) => {
			try {
				const { json } = follow(source.previousNode, source, { item: index });
				return JSON.stringify(json) === JSON.stringify(items[index]?.json);
			} catch {
				return false;
			}
		};
	} catch {
		// Without a node before, as for a tool or a node that is run by itself, there is nothing to follow.
		return () => false;
	}
}
