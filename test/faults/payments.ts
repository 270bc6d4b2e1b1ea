import type { IDataObject, INodeParameters, OnError } from 'n8n-workflow';
import type { ServiceOperation } from '../../sandbox';

/** The node's three operations, by the ids that the service gives them. */
export const operations = [
	'createBankPayout',
	'initiateCardPayment',
	'previewCardPayment',
] as const satisfies readonly ServiceOperation[];

export type Operation = (typeof operations)[number];

/** Everything about the node that stays the same through all executions of one trial. */
export interface NodeSetting {
	operation: Operation;
	onError: OnError;
	retryOnFail: boolean;
	concurrency: number;
	duplicateGuard: 'allExecutions' | 'thisExecution';
	whenAlreadySent: 'error' | 'passThrough';
	/** False for a workflow that was never saved, for which n8n keeps no processed items. */
	saved: boolean;
}

/** Whether references are remembered from one execution to the next. */
export function isGuarded({ operation, duplicateGuard, saved }: NodeSetting): boolean {
	return operation === 'createBankPayout' && duplicateGuard === 'allExecutions' && saved;
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

/** The node's parameters, read from the items with expressions as a builder would do it. */
export function parametersFor(setting: NodeSetting, timeoutMs: number): INodeParameters {
	const { concurrency, whenAlreadySent, duplicateGuard, operation } = setting;
	const common = {
		amount: '={{ $json.amount }}',
		orderReference: '={{ $json.reference }}',
		options: { concurrency, whenAlreadySent, timeout: timeoutMs },
	};
	switch (operation) {
		case 'createBankPayout':
			return {
				...common,
				resource: 'payout',
				operation: 'createBankPayout',
				currency: 'TZS',
				accountNumber: '={{ $json.account }}',
				accountName: 'Asha Mushi',
				bic: { __rl: true, mode: 'bic', value: 'CORUTZTZ' },
				transferType: 'ACH',
				options: { ...common.options, duplicateGuard },
			};
		case 'initiateCardPayment':
			return {
				...common,
				resource: 'cardPayment',
				operation: 'initiate',
				currency: 'USD',
				customerId: 'CUST-1001',
			};
		case 'previewCardPayment':
			return { ...common, resource: 'cardPayment', operation: 'preview', currency: 'USD' };
	}
}
