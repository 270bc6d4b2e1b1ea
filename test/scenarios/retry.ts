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
const refused = 'INV-2';

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

/** Of seven payouts, the service refuses the third, for a node that tries three times. */
async function stopsAndIsRetried(driver: Driver): Promise<void> {
	await refuse(driver, refused);
	const parameters = payoutParameters({ concurrency: 2 });
	const stopped = await driver.pay({ items, parameters, retryOnFail: true });
	assert.equal(stopped.status, 'error');
	assert.equal((await assertTold(driver, stopped))[refused], 'rejected');
	const sent = payoutRequests(await driver.ledger());
	assert.equal(sent.filter(({ orderReference }) => orderReference === refused).length, 3);

	const stoppedAgain = await driver.retry(stopped);
	assert.equal(stoppedAgain.status, 'error');
	await assertTold(driver, stoppedAgain);

	// All is paid then, and the items are the service's first responses.
	await driver.control.clearFaults();
	const paid = await driver.retry(stoppedAgain);
	assert.equal(paid.status, 'success', paid.data.resultData.error?.message);
	assert.deepEqual(await assertTold(driver, paid), allWith('accepted', items));
	assertEachPaidOnce(await driver.ledger(), items, outputOf(paid));
}

/** For a service that pays whatever it is sent: only the node itself can prevent a second payment. */
export const retryScenarios: Scenarios = {
	'stops at the third of seven payouts; Retry execution pays the rest and gives all answers':
		inN8n(stopsAndIsRetried),
};
