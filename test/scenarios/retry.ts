import assert from 'node:assert/strict';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { assertEachPaidOnce } from '../../workbench/executions/assertions';
import { outputOf, type Execution } from '../../workbench/executions/executions';
import {
	allWith,
	outcomesByReference,
	paidTwice,
	payoutRequests,
} from '../../workbench/executions/outcomes';
import { inN8n, type Driver, type Scenarios } from './driver';
import { refuse } from './payouts';

const items = payoutItems(7);
const referenceAt = (index: number) => `INV-${index}`;

/** Seven payouts of which the service refuses one, for a node that tries three times. */
export async function runWithRefused(driver: Driver, index: number): Promise<Execution> {
	await refuse(driver, referenceAt(index));
	const parameters = payoutParameters({ concurrency: 2 });
	return await driver.pay({ items, parameters, retryOnFail: true });
}

/** Nobody is paid twice, and what was reported of each payout is so. */
async function assertTold(driver: Driver, execution: Execution): Promise<Record<string, string>> {
	const ledger = await driver.ledger();
	assert.deepEqual(paidTwice(ledger), []);
	const outcomes = outcomesByReference(execution);
	assert.deepEqual(Object.keys(outcomes).sort(), Object.keys(allWith('', items)));
	for (const [reference, outcome] of Object.entries(outcomes)) {
		const paid = ledger.paid[reference] ?? 0;
		const expected = outcome === 'accepted' || outcome === 'alreadySent' ? 1 : 0;
		assert.equal(paid, expected, `${reference} is ${outcome}, and was paid ${paid} times`);
	}
	return outcomes;
}

/** All is paid, and the items are the service's first responses. */
export async function assertAllPaid(driver: Driver, execution: Execution): Promise<void> {
	assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
	assert.deepEqual(await assertTold(driver, execution), allWith('accepted', items));
	assertEachPaidOnce(await driver.ledger(), items, outputOf(execution));
}

async function stopsAndIsRetried(driver: Driver, index: number): Promise<void> {
	const stopped = await runWithRefused(driver, index);
	assert.equal(stopped.status, 'error');
	assert.equal((await assertTold(driver, stopped))[referenceAt(index)], 'rejected');
	const sent = payoutRequests(await driver.ledger());
	const tries = sent.filter(({ orderReference }) => orderReference === referenceAt(index));
	assert.equal(tries.length, 3);

	const stoppedAgain = await driver.retry(stopped);
	assert.equal(stoppedAgain.status, 'error');
	await assertTold(driver, stoppedAgain);

	await driver.control.clearFaults();
	await assertAllPaid(driver, await driver.retry(stoppedAgain));
}

/** For a service that pays whatever it is sent: only the node itself can prevent a second payment. */
export const retryScenarios: Scenarios = Object.fromEntries(
	Object.entries({ first: 0, third: 2, last: 6 }).map(([which, index]) => {
		const play = async (driver: Driver) => await stopsAndIsRetried(driver, index);
		return [
			`stops at the ${which} of seven payouts; Retry execution pays the rest and gives all answers`,
			which === 'third' ? inN8n(play) : play,
		];
	}),
);
