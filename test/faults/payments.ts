import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import type { ServiceOperation } from '../../sandbox';

/** The node's operations, by the ids that the service gives them. */
export const operations = [
	'createBankPayout',
	'initiateCardPayment',
	'previewCardPayment',
	'previewBankPayout',
	'getPayout',
	'getPayment',
] as const satisfies readonly ServiceOperation[];

export type Operation = (typeof operations)[number];

export const errorModes: OnError[] = [
	'stopWorkflow',
	'continueRegularOutput',
	'continueErrorOutput',
];

/** Everything about the node that stays the same through all executions of one trial. */
export interface NodeSetting {
	operation: Operation;
	onError: OnError;
	retryOnFail: boolean;
	concurrency: number;
	duplicateGuard: 'allExecutions' | 'thisExecution';
	whenAlreadySent: 'error' | 'passThrough';
	lookUpUnclear: boolean;
	/** Whether the order reference is another one with every try, as one made of the time is. */
	changingReference: boolean;
	/** False for a workflow that was never saved, for which n8n keeps no processed items. */
	saved: boolean;
}

/** Whether references are remembered from one execution to the next. */
export function isGuarded(setting: NodeSetting): boolean {
	const { operation, duplicateGuard, saved, changingReference } = setting;
	const keepsReference = saved && !changingReference;
	return operation === 'createBankPayout' && duplicateGuard === 'allExecutions' && keepsReference;
}

/** Whether a payment uses its reference up: it is not made again in a later try. */
export function isRemembered({ operation }: NodeSetting): boolean {
	return operation === 'createBankPayout' || operation === 'initiateCardPayment';
}

/** Stands between an order reference and what changes of it. */
const CHANGE = '~';

/** An order reference without what changes of it from one try to the next. */
export function withoutChange(orderReference: string): string {
	return orderReference.split(CHANGE)[0] as string;
}

/** One item as it goes into the node. */
export interface Item {
	reference: string;
	/** Decimal text in major units; different for each item, so that a mix-up of answers shows. */
	amount: string;
}

/** @param shift makes other amounts of the same references, as a corrected list would have */
export function itemsFor(references: string[], shift = 0): Item[] {
	return references.map((reference, index) => ({
		reference,
		amount: `${100 * (index + 1) + shift}.00`,
	}));
}

/** The items as n8n's trigger hands them out. */
export function inputOf(items: Item[]): IDataObject[] {
	return items.map(({ reference, amount }, index) => ({
		reference,
		amount,
		account: `015012345${index}`,
	}));
}

/** Seconds; room for one wait of a second and another one of two. */
const MAXIMUM_WAIT = 3;

/** What may change from one try to the next. */
export interface Limits {
	timeoutMs: number;
	/** In major units; none when absent. */
	maximumAmount?: number;
}

/** The node's parameters, read from the items with expressions as a builder would do it. */
export function parametersFor(setting: NodeSetting, limits: Limits): INodeParameters {
	const { concurrency, whenAlreadySent, duplicateGuard, operation, lookUpUnclear } = setting;
	const { timeoutMs: timeout, maximumAmount } = limits;
	const change = setting.changingReference ? `${CHANGE}{{ $now.toMillis() }}` : '';
	const common = {
		amount: '={{ $json.amount }}',
		orderReference: `={{ $json.reference }}${change}`,
		options: { concurrency, whenAlreadySent, lookUpUnclear, timeout, maximumWait: MAXIMUM_WAIT },
	};
	const payout = {
		...common,
		resource: 'payout',
		currency: 'TZS',
		accountNumber: '={{ $json.account }}',
		bic: { __rl: true, mode: 'bic', value: 'CORUTZTZ' },
		transferType: 'ACH',
	};
	const card = { ...common, resource: 'cardPayment', currency: 'USD' };
	switch (operation) {
		case 'createBankPayout':
			return {
				...payout,
				operation: 'createBankPayout',
				accountName: 'Asha Mushi',
				options: {
					...common.options,
					duplicateGuard,
					...(maximumAmount !== undefined && { maximumAmount }),
				},
			};
		case 'previewBankPayout':
			return { ...payout, operation: 'previewBankPayout' };
		case 'getPayout':
			return { ...common, resource: 'payout', operation: 'get' };
		case 'getPayment':
			return { ...common, resource: 'cardPayment', operation: 'get' };
		case 'initiateCardPayment':
			return { ...card, operation: 'initiate', customerId: 'CUST-1001' };
		case 'previewCardPayment':
			return { ...card, operation: 'preview' };
	}
}
