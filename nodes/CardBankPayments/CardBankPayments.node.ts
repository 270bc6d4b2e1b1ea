import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { runOperation } from './executor/runOperation';
import { searchBanks } from './listSearch/searchBanks';
import { resources } from './resources';
import { options } from './resources/options';
import { propertiesOf } from './resources/operation';
import { requestDefaults } from './wire/requestDefaults';

/** The node: its description is made of the definitions in `resources/`; `executor/` runs them. */
export class CardBankPayments implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Card and Bank Payments',
		name: 'cardBankPayments',
		icon: { light: 'file:cardBankPayments.svg', dark: 'file:cardBankPayments.dark.svg' },
		group: ['output'],
		version: 1,
		// The action as a person calls it, e.g. "Create bank payout": the operation names its resource
		// or is followed by it.
		subtitle:
			'={{ [$parameter["operation"], $parameter["resource"]].slice(0, /[A-Z]/.test($parameter["operation"]) ? 1 : 2).join(" ").replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()).replace(/^./, (letter) => letter.toUpperCase()) }}',
		description: 'Create card payment links and bank payouts, and pay nobody twice',
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
		],
	};

	methods = { listSearch: { searchBanks } };

	// n8n could run the definitions by itself, but it keeps none of the answers when one payment is
	// refused, and sends everything again on a retry. See docs/design.md.
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this);
	}
}
