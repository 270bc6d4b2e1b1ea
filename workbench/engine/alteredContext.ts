import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node.js';

/** The functions to put in the place of a context's own. */
export type Alter = (context: IExecuteFunctions) => Partial<IExecuteFunctions>;

/**
 * The node in a context that does something else than n8n's own in most runs.
 *
 * @param alter gives the functions to put in the place of the context's own
 * @param onItems sees what the node gives back, before the engine copies it
 */
export function nodeIn(
	alter: Alter,
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

/**
 * Gives a parameter another value than the workflow does.
 *
 * @param instead that value, from the workflow's own
 */
export function parameter(name: string, instead: (own: () => unknown) => unknown): Alter {
	return ({ getNodeParameter }) => ({
		getNodeParameter: ((...call: Parameters<typeof getNodeParameter>) => {
			const own = () => getNodeParameter(...call);
			return call[0] === name ? instead(own) : own();
		}) as typeof getNodeParameter,
	});
}
