import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'node:test';
import { outputOf } from '../../../workbench/executions/executions';
import {
	allWith,
	outcomesByReference,
	paidTwice,
	payoutRequests,
} from '../../../workbench/executions/outcomes';
import { waitUntil } from '../../../workbench/servers/waiting';
import { fromItem, nodeNames, samplePayouts } from '../../../workbench/workflows/workflows';
import { useFixture } from '../forSuite';

const concurrency = 2;
/** With this delay of the service, twenty payouts take nine seconds. */
const delayMs = 900;

// An n8n that is killed: test/n8n/queue.
describe('a run of payouts that somebody cancels, in a real n8n', () => {
	const fixture = useFixture();

	it('sends nothing more; a new execution finds what was paid, and pays the rest', async () => {
		await fixture.control.reset({ uniqueOrderReferences: false, delayMs });
		const items = samplePayouts(20, 'STOPPING');
		const parameters = { ...fromItem.createBankPayout, options: { concurrency } };
		const workflow = await fixture.store(items, { parameters, onError: 'continueRegularOutput' });
		const paid = async () => Object.keys((await fixture.control.ledger()).paid);
		const sent = async () => payoutRequests(await fixture.control.ledger()).length;

		const cancelled = await fixture.api.startExecution(workflow.id, nodeNames.trigger);
		await waitUntil(async () => (await paid()).length >= 2);
		await fixture.api.stopExecution(cancelled);
		const before = await sent();
		// A run ends when what was already on its way is answered.
		await fixture.api.waitForExecution(cancelled);
		const more = (await sent()) - before;
		assert.ok(more <= concurrency, `${more} more, which cannot all be on their way`);
		await sleep(2 * delayMs);
		assert.equal(await sent(), before + more);

		await fixture.control.settings({ delayMs: 0 });
		const found = await paid();
		const rest = items.filter(({ orderReference }) => !found.includes(String(orderReference)));
		assert.ok(rest.length > 0, 'All was paid before');
		const execution = await fixture.api.execute(workflow.id, nodeNames.trigger);
		assert.deepEqual(outcomesByReference(execution), {
			...allWith('accepted', rest),
			...Object.fromEntries(found.map((reference) => [reference, 'alreadySent'])),
		});
		for (const { json } of outputOf(execution)) {
			const { payout = json } = (json.details ?? {}) as { payout?: { id?: unknown } };
			assert.equal(typeof payout.id, 'string');
		}
		const once = items.map(({ orderReference }) => [orderReference, 1]);
		assert.deepEqual((await fixture.control.ledger()).paid, Object.fromEntries(once));
		assert.equal(await sent(), items.length);

		// "Retry", where n8n allows it: of an execution of which it has kept nothing, it refuses in its own words.
		await fixture.api.retryExecution(cancelled).catch((error: Error) => {
			if (!/"message":"/.test(error.message)) throw error;
		});
		assert.deepEqual(paidTwice(await fixture.control.ledger()), []);
	});
});
