import assert from 'node:assert/strict';
import type { Fault } from '../../sandbox';
import { allWith, payoutRequests } from '../../workbench/executions/outcomes';
import type { Driver } from './driver';

/** Lets the service refuse one payout, however often it is sent. */
export async function refuse({ control }: Driver, orderReference: string): Promise<void> {
	const refusal: Fault = { kind: 'statusBefore', status: 422, orderReference, times: 1000 };
	await control.addFault({ ...refusal, operation: 'createBankPayout' });
}

/** Each of the items was sent and paid exactly so often, and nothing else was. */
export async function assertSentAndPaid(
	driver: Pick<Driver, 'ledger'>,
	items: object[],
	times = 1,
): Promise<void> {
	const ledger = await driver.ledger();
	const expected = Object.fromEntries(Object.keys(allWith('', items)).map((each) => [each, times]));
	assert.deepEqual(ledger.paid, expected);
	assert.equal(payoutRequests(ledger).length, items.length * times);
}
