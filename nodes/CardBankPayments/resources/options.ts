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
const forLists = shownFor(({ response }) => response.form === 'page');
const forRecords = shownFor(({ simplified }) => simplified !== undefined);
const forRows = shownFor(({ rows }) => rows !== undefined);
/** What says how records and items that failed come out does not matter for rows. */
const notForRows = ({ show }: IDisplayOptions): IDisplayOptions => ({
	show,
	hide: { output: ['row'] },
});
/** A row is compared with what was found for it. */
const forRowsOf = (...kinds: Array<Operation['rows']>): IDisplayOptions => {
	const { show } = shownFor(({ rows }) => kinds.includes(rows));
	return { show: { ...show, output: ['row'] } };
};

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
			description:
				'How many items may be sent at the same time. The look-ups before and after payouts come beside them.',
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
			displayName: 'Expected Account Number',
			name: 'expectedAccountNumber',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.accountNumber }}',
			displayOptions: forRowsOf('payoutLookUp'),
			description:
				'The account number in the row. A payout to another account is not the one of this row.',
		},
		{
			displayName: 'Expected Amount',
			name: 'expectedAmount',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.amount }}',
			displayOptions: forRowsOf('payoutLookUp', 'cardLookUp'),
			description:
				'The amount in the row. A payout of another amount is not the one of this row; a card payment of another amount is paid less or paid more.',
		},
		{
			displayName: 'Expected Currency',
			name: 'expectedCurrency',
			type: 'string',
			default: '',
			placeholder: 'e.g. {{ $json.currency }}',
			displayOptions: forRowsOf('cardLookUp'),
			description: 'The currency in which the payer should have paid',
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
				'Refuse all payouts of a currency if the sum of one day would be more than this amount. It counts what the service lists for today, and what other runs of this n8n process with this option have let out. Fees count too, where the service does not show amounts without them. The day is that of the service. Without this option there is no limit.',
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
			displayName: 'Output',
			name: 'output',
			noDataExpression: true,
			displayOptions: forRows,
			...oneOf(
				{
					name: 'The Record of the Service',
					value: 'record',
					description:
						'What the service says of each item. The settings of the node say where a failed item goes.',
				},
				{
					name: 'The Row With Its Status',
					value: 'row',
					description:
						'Each input item once, in its order, with status, note and needsYou filled in, also where it could not be paid',
				},
			),
			description: 'What comes out: for a table, choose The Row With Its Status',
			builderHint: {
				propertyHint:
					'For the rows of a table or a sheet choose row. Then write status, note, payoutId, fee and paidOn back by the number of the row.',
			},
		},
		{
			displayName: 'Simplify',
			name: 'simplify',
			type: 'boolean',
			displayOptions: notForRows(forRecords),
			default: false,
			description: 'Whether to return a simplified version of the response instead of the raw data',
		},
		{
			displayName: 'Timeout (Ms, 1000 = 1 Second)',
			name: 'timeout',
			...atLeast(1, 60000),
			description:
				'Time to wait for a complete response. A payout without a response in time is looked up, and not sent again in this run.',
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
			displayOptions: notForRows(forPayouts),
			...oneOf(
				{
					name: 'Fail the Item',
					value: 'error',
					description: 'Nothing is sent. The item fails, and says what was sent before.',
				},
				{
					name: 'Return the Payout',
					value: 'returnPayout',
					description:
						'Look up the payout and output its record, with alreadySent: true. The item fails when the payout was reversed, is not found or is another one.',
				},
			),
			description: 'What to do with an order reference that was used before',
		},
	],
};
