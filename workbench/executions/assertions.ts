import assert from 'node:assert/strict';
import type { Ledger } from '../../sandbox';
import type { OutputItem } from './executions';
import { allWith, payoutRequests } from './outcomes';

/** Bodies of payouts, sorted by order reference; after the first one, requests may arrive in any order. */
export function bodiesSent(ledger: Ledger): unknown[] {
	return payoutRequests(ledger)
		.map(({ body }) => body as { orderReference: string })
		.sort((a, b) => a.orderReference.localeCompare(b.orderReference));
}

/** Every input item has one output item, in its place. */
export function assertPaired(output: OutputItem[], count: number): void {
	assert.deepEqual(
		output.map(({ pairedItem }) => pairedItem),
		Array.from({ length: count }, (_, item) => ({ item })),
	);
}

/** Every payout was made once, and its answer stands in the place of its input item. */
export function assertEachPaidOnce(
	ledger: Ledger,
	items: Array<Record<string, unknown>>,
	output: OutputItem[],
): void {
	const references = items.map(({ orderReference }) => orderReference as string);
	assert.deepEqual(ledger.paid, Object.fromEntries(references.map((each) => [each, 1])));
	assertPaired(output, items.length);
	const idFor = new Map(ledger.payouts.map(({ orderReference, id }) => [orderReference, id]));
	assert.deepEqual(
		output.map(({ json }) => [json.orderReference, json.id]),
		references.map((reference) => [reference, idFor.get(reference)]),
	);
}

/** Each of the items was sent and paid exactly so often, and nothing else was. */
export function assertSentAndPaid(ledger: Ledger, items: object[], times = 1): void {
	const expected = Object.fromEntries(Object.keys(allWith('', items)).map((each) => [each, times]));
	assert.deepEqual(ledger.paid, expected);
	assert.equal(payoutRequests(ledger).length, items.length * times);
}
