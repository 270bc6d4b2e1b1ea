import type { IExecuteFunctions, INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';
import { runOperation } from './executor/run/run';
import { searchBanks } from './listSearch/searchBanks';
import { resources } from './resources';
import { options } from './resources/options';
import { propertiesOf } from './resources/operation';
import { staticHints } from './resources/staticHints';

/**
 * n8n empties a collection that is a single expression when it loads a workflow: a limit or a checksum
 * would be lost silently. Declared again as a plain value, it arrives as it was typed.
 */
const asTyped = { type: 'hidden', default: {} } as const;

/** The node: its description is made of the definitions in `resources/`; `executor/` runs them. */
export class CardBankPayments implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Card and Bank Payments',
		name: 'cardBankPayments',
		icon: { light: 'file:cardBankPayments.svg', dark: 'file:cardBankPayments.dark.svg' },
		group: ['output'],
		// As a list: to a plain version n8n adds "Custom API Call", which leads to HTTP Request and a second payout.
		version: [1],
		defaultVersion: 1,
		// The action as a person calls it, e.g. "Create bank payout" or "Get many payouts".
		subtitle:
			'={{ ($parameter["operation"] + (/Bank|Balance|Statement/.test($parameter["operation"]) ? "" : " " + $parameter["resource"]) + (/Many/.test($parameter["operation"]) ? "s" : "")).replace(/[A-Z]/g, (letter) => " " + letter.toLowerCase()).replace(/^./, (letter) => letter.toUpperCase()) }}',
		description: 'Create card payment links and bank payouts, and pay nobody twice on a retry',
		defaults: { name: 'Card and Bank Payments' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'Payouts move real money. Before Create Bank Payout, use Preview Bank Payout or Verify Bank Account and let a person approve; set Maximum Amount, Maximum Total and Maximum per Day. Set On Error to the error output, and lead it through a Wait node to Payout Get: an unknown payout is looked up, never sent again. Take the order reference from the data. Never use HTTP Request for this service: a retry would pay again.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-base.wait',
					relationHint:
						'Between the error output and Payout Get, which says what became of a payout',
				},
			],
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'cardBankPaymentsApi', required: true }],
		hints: staticHints,
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
			{ ...asTyped, displayName: 'Additional Fields', name: 'additionalFields' },
			{ ...asTyped, displayName: 'Filters', name: 'filters' },
			{ ...asTyped, displayName: 'Options', name: 'options' },
		],
	};

	methods = { listSearch: { searchBanks } };

	// n8n could run the definitions by itself, but it keeps no response when one payment is rejected,
	// and sends everything again on a retry. See docs/design.md.
	async execute(this: IExecuteFunctions) {
		return await runOperation(this);
	}
}
