import assert from 'node:assert/strict';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { failureOf } from '../../workbench/executions/executions';
import { outcomesByReference } from '../../workbench/executions/outcomes';
import { pastedToken } from '../../workbench/servers/sandboxClient';
import { inN8n, type Driver, type Scenarios } from './driver';
import { assertSentAndPaid } from './payouts';

const items = payoutItems(3);
const lost = 'INV-1';

/** Three payouts, one at a time, of which the second gets no answer in time, with nobody who looks it up. */
async function staysUnknownInStopMode(driver: Driver): Promise<void> {
	const operation = 'createBankPayout';
	await driver.control.addFault({ kind: 'hangAfter', operation, orderReference: lost });
	// Only what hangs on purpose takes so long, also on a busy machine.
	const parameters = payoutParameters({ concurrency: 1, timeout: 2_000 });
	const credential = { ...pastedToken, payoutPath: '' };
	const stopped = await driver.pay({ items, parameters, credential, retryOnFail: true });
	for (const execution of [stopped, await driver.retry(stopped)]) {
		assert.equal(execution.status, 'error');
		assert.match(failureOf(execution).message, /^INV-1 \(item 2\): .*may or may not/);
		assert.deepEqual(outcomesByReference(execution), {
			'INV-0': 'accepted',
			[lost]: 'unknown',
			'INV-2': 'notSent',
		});
		// Everything that is stored of it says whom to ask, and nothing says to repeat it.
		const text = JSON.stringify(execution.data.resultData);
		assert.doesNotMatch(text, /retry on fail/i);
		assert.match(text, new RegExp(`Ask the company whether ${lost} was paid`));
		await assertSentAndPaid(driver, items.slice(0, 2));
	}
}

/** For a service that pays whatever it is sent. What is looked up: test/unit/executor/deliver and test/faults. */
export const unclearScenarios: Scenarios = {
	'stays unknown in stop mode when nobody looks it up, and is never sent again':
		inN8n(staysUnknownInStopMode),
};
