import type { IExecuteFunctions, INodeType } from 'n8n-workflow';
import { CardBankPayments } from '../../nodes/CardBankPayments/CardBankPayments.node.js';
import { systemClock, type Clock } from '../../nodes/CardBankPayments/executor/common/clock';
import { runOperation } from '../../nodes/CardBankPayments/executor/run/run';

/** The functions to put in the place of a context's own. */
type Alter = (context: IExecuteFunctions) => Partial<IExecuteFunctions>;

/** How many times faster the node's own waiting goes. */
const HURRY = 100;

/**
 * The real time with shorter waits: a look-up after ten seconds comes after a tenth of that. The
 * service still counts in real time.
 */
const hurriedClock: Clock = {
	...systemClock,
	sleep: async (ms, signal) => await systemClock.sleep(ms / HURRY, signal),
};

/** The node as it is, with another clock, in a context that does something else than n8n's own. */
export function nodeWith(clock: Clock, alter: Alter = () => ({})): INodeType {
	return Object.assign(new CardBankPayments(), {
		async execute(this: IExecuteFunctions) {
			const altered = Object.getOwnPropertyDescriptors(alter(this));
			return await runOperation(Object.create(this, altered) as IExecuteFunctions, clock);
		},
	});
}

/** The node as it is, with a clock by which its waits are short. */
export const hurriedNode = (alter?: Alter): INodeType => nodeWith(hurriedClock, alter);

/** Gives the value of a parameter for an item, from the workflow's own; raw is its expression as it was typed. */
export type ReadParameter = (
	name: string,
	own: () => unknown,
	index: number,
	isRaw: boolean,
) => unknown;

export function parameters(read: ReadParameter): Alter {
	return ({ getNodeParameter }) => ({
		getNodeParameter: ((...call: Parameters<typeof getNodeParameter>) => {
			const isRaw = call[3]?.rawExpressions === true;
			return read(call[0], () => getNodeParameter(...call), call[1], isRaw);
		}) as typeof getNodeParameter,
	});
}
