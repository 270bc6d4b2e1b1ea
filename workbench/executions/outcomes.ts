import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../../nodes/CardBankPayments/executor/common/payment';
import type { Ledger, LedgerRequest } from '../../sandbox';
import { lastRunOf, outputOf, type Execution, type OutputItem } from './executions';

/** The names of the groups in the description of a stopped run, repeated here on purpose. */
const outcomeGroups: Record<string, Outcome> = {
	Accepted: 'accepted',
	'Unknown, perhaps paid': 'unknown',
	Rejected: 'rejected',
	Reversed: 'reversed',
	'Already sent': 'alreadySent',
	Invalid: 'invalid',
	'Not found': 'notFound',
	'Not sent': 'notSent',
};

/**
 * What the last run of the node under test says about each order reference: in its output, or,
 * where it was stopped, in the text of the failure.
 */
export function outcomesByReference(execution: Execution): Record<string, string> {
	const { error } = lastRunOf(execution);
	if (error !== undefined) return Object.fromEntries(outcomesInText(error.description ?? ''));
	const items = [0, 1].flatMap((output) => outputOf(execution, output));
	return Object.fromEntries(items.map(outcomeOfItem));
}

function outcomeOfItem({ json }: OutputItem): [reference: string, outcome: string] {
	const { orderReference = json.orderReference ?? '', outcome = 'accepted' } = detailsOf({ json });
	return [String(orderReference), String(outcome)];
}

/** Details of an item that did not end as accepted; empty for one that did. */
export function detailsOf({ json }: Pick<OutputItem, 'json'>): IDataObject {
	return (json.details ?? (json.outcome === undefined ? {} : json)) as IDataObject;
}

/** How each item ended. */
export function outcomesOfItems(items: Array<Pick<OutputItem, 'json'>>): string[] {
	return items.map((item) => String(detailsOf(item).outcome ?? 'accepted'));
}

/** What the text of a stopped run says: an outcome for each order reference, in its order. */
export function outcomesInText(description: string): Array<[reference: string, outcome: Outcome]> {
	const labels = Object.keys(outcomeGroups).join('|');
	const groups = description.matchAll(new RegExp(`(${labels}) \\(\\d+\\): ([^<]*)\\.`, 'g'));
	return [...groups].flatMap(([, label = '', references = '']) =>
		references.split(', ').map((each): [string, Outcome] => [each, outcomeGroups[label]!]),
	);
}

/**
 * The requests to pay out, refused and unanswered ones included. Without those whose token was
 * refused: the sandbox forgets its tokens at each reset, and such requests have no effect.
 */
export function payoutRequests({ requests }: Ledger): LedgerRequest[] {
	return requests.filter(
		({ operation, authorizationValid }) =>
			operation === 'createBankPayout' && authorizationValid !== false,
	);
}

/** The order references that were paid more than once; must be empty, whatever happens. */
export function paidTwice({ paid }: Ledger): string[] {
	return Object.keys(paid).filter((reference) => (paid[reference] ?? 0) > 1);
}

/** The order references of items, as in {@link outcomesByReference}, each with the same outcome. */
export function allWith(outcome: string, items: object[]): Record<string, string> {
	return Object.fromEntries(
		items.map((item) => [(item as { orderReference: string }).orderReference, outcome]),
	);
}
