import assert from 'node:assert/strict';
import type { OnError } from 'n8n-workflow';
import type { Fault } from '../../sandbox';
import { payoutItems, payoutParameters } from '../../workbench/engine/operations';
import { outputOf, failureOf, type Execution } from '../../workbench/executions/executions';
import { allWith, outcomesByReference } from '../../workbench/executions/outcomes';
import { inN8n, type Driver, type Scenarios } from './driver';
import { assertSentAndPaid } from './payouts';

type Loss = Partial<Fault> & Pick<Fault, 'kind'>;

/** Each loss and each error mode once: test/faults tries them all with each other. */
const losses: Array<[what: string, loss: Loss, onError: OnError]> = [
	['no answer arrives in time', { kind: 'hangAfter' }, 'stopWorkflow'],
	['the connection is cut', { kind: 'dropAfter' }, 'continueRegularOutput'],
	['the service answers 500', { kind: 'statusAfter', status: 500 }, 'continueErrorOutput'],
];

const items = payoutItems(3);
const lost = 'INV-1';

/** Three payouts, one at a time, of which the answer to the second is lost. */
async function runWithLoss(
	driver: Driver,
	loss: Loss,
	onError: OnError,
	lookUpUnclear: boolean,
): Promise<Execution> {
	await driver.control.addFault({ ...loss, operation: 'createBankPayout', orderReference: lost });
	// Only what hangs on purpose takes so long, also on a busy machine.
	const parameters = payoutParameters({ concurrency: 1, timeout: 2_000, lookUpUnclear });
	return await driver.pay({ items, parameters, onError, retryOnFail: true });
}

/** With nobody who looks it up. */
async function staysUnknownInStopMode(driver: Driver): Promise<void> {
	const stopped = await runWithLoss(driver, { kind: 'hangAfter' }, 'stopWorkflow', false);
	for (const execution of [stopped, await driver.retry(stopped)]) {
		assert.equal(execution.status, 'error');
		assert.match(failureOf(execution).message, /^INV-1 \(item 2\): .*may or may not/);
		assert.deepEqual(outcomesByReference(execution), {
			'INV-0': 'accepted',
			[lost]: 'unknown',
			'INV-2': 'notSent',
		});
		// Everything that is stored of it says to look the payment up, and nothing says to repeat it.
		const text = JSON.stringify(execution.data.resultData);
		assert.doesNotMatch(text, /retry on fail/i);
		assert.match(text, new RegExp(`[Ll]ook up ${lost} with Payout → Get`));
		await assertSentAndPaid(driver, items.slice(0, 2));
	}
}

async function isLookedUp(driver: Driver, loss: Loss, onError: OnError): Promise<void> {
	const execution = await runWithLoss(driver, loss, onError, true);
	assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
	assert.deepEqual(outcomesByReference(execution), allWith('accepted', items));
	const { payouts } = await driver.ledger();
	assert.deepEqual(
		outputOf(execution).map(({ json }) => json.id),
		payouts.map(({ id }) => id),
	);
	await assertSentAndPaid(driver, items);
}

/** For a service that pays whatever it is sent, and keeps records of it. */
export const unclearScenarios: Scenarios = {
	...Object.fromEntries(
		losses.map(([what, loss, onError]) => [
			`is looked up and ends accepted, with its record, with ${onError} when ${what}`,
			async (driver: Driver) => await isLookedUp(driver, loss, onError),
		]),
	),
	'stays unknown in stop mode when nobody looks it up, and is never sent again':
		inN8n(staysUnknownInStopMode),
};
