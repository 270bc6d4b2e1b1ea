import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { runOperation } from './executor/run/run';
import { searchBanks } from './listSearch/searchBanks';
import { resources } from './resources';
import { options } from './resources/options';
import { propertiesOf } from './resources/operation';
import { requestDefaults } from './wire/requestDefaults';

/**
 * When it loads a workflow, n8n makes an empty collection of one that is a single expression: a limit
 * or a checksum would be missing, and nobody would be told. Declared once more as plain values, both
 * arrive as they were typed, and the executor refuses what gives no fields.
 */
const asTyped = (name: string, displayName: string): INodeProperties => ({
	displayName,
	name,
	type: 'hidden',
	default: {},
});

/** The node: its description is made of the definitions in `resources/`; `executor/` runs them. */
export class CardBankPayments implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Card and Bank Payments',
		name: 'cardBankPayments',
		icon: { light: 'file:cardBankPayments.svg', dark: 'file:cardBankPayments.dark.svg' },
		group: ['output'],
		version: 1,
		// The action as a person calls it, e.g. "Create bank payout" or "Get many payouts": the operation
		// names what it is about or is followed by its resource.
		subtitle:
			'={{ ($parameter["operation"] + (/Bank/.test($parameter["operation"]) ? "" : " " + $parameter["resource"]) + (/Many/.test($parameter["operation"]) ? "s" : "")).replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()).replace(/^./, (letter) => letter.toUpperCase()) }}',
		description: 'Create card payment links and bank payouts, and pay nobody twice on a retry',
		defaults: { name: 'Card and Bank Payments' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'cardBankPaymentsApi', required: true }],
		requestDefaults,
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: resources.map((resource) => resource.option),
				default: 'cardPayment',
			},
			...resources.flatMap(propertiesOf),
			options,
			asTyped('additionalFields', 'Additional Fields'),
			asTyped('options', 'Options'),
		],
	};

	methods = { listSearch: { searchBanks } };

	// n8n could run the definitions by itself, but it keeps none of the answers when one payment is
	// refused, and sends everything again on a retry. See docs/design.md.
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this);
	}
}
