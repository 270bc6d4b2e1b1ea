import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node.js';

/**
 * The node in a context that does something else than n8n's own in most runs.
 *
 * @param alter gives the functions to put in the place of the context's own
 * @param onItems sees what the node gives back, before the engine copies it
 */
export function nodeIn(
	alter: (context: IExecuteFunctions) => Partial<IExecuteFunctions>,
	onItems: (items: INodeExecutionData[]) => void = () => undefined,
): CardBankPayments {
	const node = new CardBankPayments();
	const run = node.execute;
	node.execute = async function (this: IExecuteFunctions) {
		const context = Object.create(this, Object.getOwnPropertyDescriptors(alter(this)));
		const outputs = await run.call(context as IExecuteFunctions);
		onItems(outputs.flat());
		return outputs;
	};
	return node;
}
