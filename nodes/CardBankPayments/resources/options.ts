import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { resources } from './index';
import { atLeast, oneOf } from './kinds';
import type { Operation } from './operation';

/** An option that only the operations with this property can use is not shown for others. */
const shownFor = (isConcerned: (operation: Operation) => boolean): IDisplayOptions => {
	const concerned = resources.filter(({ operations }) => operations.some(isConcerned));
	const operations = concerned.flatMap((one) => one.operations.filter(isConcerned));
	return {
		show: {
			// Operations of several resources have the same name.
			'/resource': concerned.map(({ option }) => option.value),
			'/operation': operations.map(({ option }) => option.value),
		},
	};
};

const forPayouts = shownFor(({ effect }) => effect === 'payout');
const forUsedReferences = shownFor(({ effect }) => effect !== 'none');
const forLists = shownFor(({ response }) => response.form === 'page');
const forRecords = shownFor(({ simplified }) => simplified !== undefined);

/** Settings of the run itself; none of them goes into the body of a request. */
export const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Agent Payouts',
			name: 'agentPayouts',
			noDataExpression: true,
			displayOptions: forPayouts,
			...oneOf(
				{
					name: 'Refuse',
					value: 'refuse',
					description: 'An AI agent cannot make payouts',
				},
				{
					name: 'Allow to Fixed Beneficiaries',
					value: 'fixedBeneficiary',
					description:
						'Needs Maximum Amount and Maximum per Day. The agent may fill in neither the order reference, the beneficiary nor a currency.',
				},
				{
					name: 'Allow to Any Beneficiary',
					value: 'anyBeneficiary',
					description:
						'Needs Maximum Amount and Maximum per Day. The agent may also fill in the order reference, the beneficiary and the currencies.',
				},
			),
			description: 'Whether the node may make payouts when an AI agent calls it as a tool',
			builderHint: {
				propertyHint:
					'Leave it out unless payouts by an AI agent are asked for. Then also set Maximum Amount and Maximum per Day.',
			},
		},
		{
			displayName: 'Check Account Name',
			name: 'checkAccountName',
			type: 'boolean',
			displayOptions: forPayouts,
			default: false,
			description:
				'Whether to ask the bank for the name on the account before a payout leaves, which is one request more for each. With another name than Account Name, the payout is held. Where the bank tells none, it leaves. It may differ by row, such as an expression on the status.',
		},
		{
			displayName: 'Check Balance First',
			name: 'checkBalance',
			type: 'boolean',
			displayOptions: forPayouts,
			default: false,
			description:
				'Whether to compare your balance with all payouts of a currency before the first one. If they are together more, none of them is sent. Fees are not counted.',
		},
		{
			displayName: 'Concurrency',
			name: 'concurrency',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: 5,
			description: 'How many requests may be under way at the same time',
		},
		{
			displayName: 'Duplicate Guard',
			name: 'duplicateGuard',
			noDataExpression: true,
			displayOptions: forPayouts,
			...oneOf(
				{
					name: 'All Executions',
					value: 'allExecutions',
					description: 'Refuse an order reference that any execution of this node has used before',
				},
				{
					name: 'This Execution',
					value: 'thisExecution',
					description:
						'Only look at what this execution remembers. A cancelled or killed execution remembers nothing: retrying it can pay again.',
				},
			),
			description: 'Where to look for order references that were used before',
			builderHint: {
				propertyHint:
					'Leave it out: with This Execution, another run of the workflow can pay the same payouts again.',
			},
		},
		{
			displayName: 'Equal Payouts',
			name: 'equalPayouts',
			displayOptions: forPayouts,
			...oneOf(
				{
					name: 'Hold',
					value: 'hold',
					description: 'None of them is sent, so that a person can look',
				},
				{
					name: 'Pay',
					value: 'pay',
					description: 'Each is sent, such as two deliveries at the same price',
				},
			),
			description:
				'What to do with payouts of one run to the same account with the same amount, under different order references: often one bill that was typed twice. It may differ by row, such as an expression on its status.',
			builderHint: {
				propertyHint:
					'Leave it out. Only let a row pay that a person has checked, by an expression on its status.',
			},
		},
		{
			displayName: 'Look Up Unclear Payouts',
			name: 'lookUpUnclear',
			type: 'boolean',
			displayOptions: forPayouts,
			default: true,
			description:
				'Whether to look up payouts without a clear response, and order references that were used before',
		},
		{
			displayName: 'Maximum Amount',
			name: 'maximumAmount',
			...atLeast(0),
			displayOptions: forPayouts,
			description:
				'Refuse a payout of more than this amount, in its own currency. Without this option there is no limit.',
		},
		{
			displayName: 'Maximum per Day',
			name: 'maximumPerDay',
			...atLeast(0),
			displayOptions: forPayouts,
			description:
				'Refuse all payouts of a currency if the sum of one day would be more than this amount. It counts what the service has paid out today, and what other runs of this n8n process have still to pay. Fees count too, where the service does not show amounts without them. The day is that of the service. Without this option there is no limit.',
		},
		{
			displayName: 'Maximum Total',
			name: 'maximumTotal',
			...atLeast(0),
			displayOptions: forPayouts,
			description:
				'Refuse all payouts of a currency when together they are more than this amount. Each run of the node counts by itself: each turn of a loop, each call by an agent. Without this option there is no limit.',
		},
		{
			displayName: 'Maximum Wait (Seconds)',
			name: 'maximumWait',
			...atLeast(0, 900),
			description:
				'Longest total wait for one request when the service says "try later". Queueing does not count. 0: do not wait.',
		},
		{
			displayName: 'Order',
			name: 'orderBy',
			displayOptions: forLists,
			...oneOf(
				{
					name: 'Oldest First',
					value: 'ASC',
					description: 'A limit keeps the oldest records',
				},
				{
					name: 'Newest First',
					value: 'DESC',
					description: 'A limit keeps the newest records',
				},
			),
			description: 'Which records of a list come first',
		},
		{
			displayName: 'Proxy',
			name: 'proxy',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://proxy.example.com:3128',
			description:
				'HTTP proxy for payments and look-ups. The token request goes through HTTP_PROXY and HTTPS_PROXY of the environment of n8n instead.',
		},
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			displayOptions: forRecords,
			default: false,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		{
			displayName: 'Timeout (Ms, 1000 = 1 Second)',
			name: 'timeout',
			...atLeast(1, 60000),
			description:
				'Time to wait for a complete response. A payout without a response in time counts as unknown and is not sent again.',
		},
		{
			displayName: 'Validate Only',
			name: 'validateOnly',
			type: 'boolean',
			default: false,
			description:
				'Whether to show the request of each item instead of sending it. Nothing is looked up: neither the balance nor whether an order reference was used before.',
		},
		{
			displayName: 'When Already Sent',
			name: 'whenAlreadySent',
			noDataExpression: true,
			displayOptions: forUsedReferences,
			...oneOf(
				{
					name: 'Fail the Item',
					value: 'error',
					description: 'Nothing is sent. The item fails, and says what was sent before.',
				},
				{
					name: 'Pass the Item Through',
					value: 'passThrough',
					description:
						'Output the item with the outcome alreadySent, and the record of the service where there is one: only that says whether it was paid',
				},
				{
					name: 'Return the Payout',
					value: 'returnPayout',
					displayOptions: forPayouts,
					description:
						'Look up the payout and output its record, with alreadySent: true. The item fails when the payout was reversed, is not found or is another one.',
				},
			),
			description: 'What to do with an order reference that was used before',
		},
	],
};
