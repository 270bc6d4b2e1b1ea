import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../harness/api';
import type { Execution } from '../harness/executions';
import { startFixture, type Fixture } from '../harness/fixture';
import { allWith, outcomesOf, paidTwice, payoutRequests } from '../harness/outcomes';
import { fromItem, nodeNames, samplePayouts, type OnError } from '../harness/workflows';

const parameters = { ...fromItem.createBankPayout, options: { timeout: 500 } };
const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

const losses = {
	hangAfter: 'no answer arrives in time',
	dropAfter: 'the connection is cut',
	statusAfter: 'the service answers 500',
} as const;

describe('a payout of which the answer is lost after the money moved, in a real n8n', () => {
	let fixture: Fixture;
	let credential: StoredCredential;
	let run = 0;
	let items: Array<Record<string, unknown>>;
	let lost: string;
	before(async () => {
		fixture = await startFixture();
		credential = await fixture.createCredential();
	});
	after(async () => await fixture?.close());
	beforeEach(async () => {
		await fixture.control.reset({ uniqueOrderReferences: false });
		items = samplePayouts(3, `RUN${++run}`);
		lost = items[0]?.orderReference as string;
	});

	async function runWithLoss(kind: keyof typeof losses, onError: OnError): Promise<Execution> {
		await fixture.control.addFault({ kind, operation: 'createBankPayout', orderReference: lost });
		return await fixture.pay(items, { parameters, onError, ...retries }, credential);
	}

	async function assertSentAndPaidOnce(reference: string): Promise<void> {
		const ledger = await fixture.control.ledger();
		const sent = payoutRequests(ledger).filter(
			({ orderReference }) => orderReference === reference,
		);
		assert.deepEqual([sent.length, ledger.paid[reference]], [1, 1], reference);
		assert.deepEqual(paidTwice(ledger), []);
	}

	for (const [kind, what] of Object.entries(losses) as Array<[keyof typeof losses, string]>) {
		it(`stays unknown and is never sent again in stop mode when ${what}`, async () => {
			const stopped = await runWithLoss(kind, 'stopWorkflow');
			const unsettled = { ...allWith('notSent', items), [lost]: 'unknown' };
			assert.equal(stopped.status, 'error');
			assert.deepEqual(outcomesOf(stopped), unsettled);
			assertAdvises(stopped, lost);
			await assertSentAndPaidOnce(lost);

			const retried = await fixture.api.retryExecution(stopped.id);
			assert.equal(retried.status, 'error');
			assert.deepEqual(outcomesOf(retried), unsettled);
			assertAdvises(retried, lost);
			await assertSentAndPaidOnce(lost);

			const next = await fixture.api.execute(stopped.workflowId, nodeNames.trigger);
			assert.deepEqual(outcomesOf(next), { ...allWith('notSent', items), [lost]: 'alreadySent' });
			assertAdvises(next, lost);
			await assertSentAndPaidOnce(lost);
		});

		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			it(`is one unknown item with ${onError} when ${what}`, async () => {
				const execution = await runWithLoss(kind, onError);
				assert.equal(execution.status, 'success');
				assert.deepEqual(outcomesOf(execution), {
					...allWith('accepted', items),
					[lost]: 'unknown',
				});
				assertAdvises(execution, lost);

				const next = await fixture.api.execute(execution.workflowId, nodeNames.trigger);
				assert.deepEqual(outcomesOf(next), allWith('alreadySent', items));
				assertAdvises(next, lost);
				for (const { orderReference } of items) await assertSentAndPaidOnce(String(orderReference));
			});
		}
	}
});

/** Everything that is stored of a run says to look the payment up, and nothing says to repeat it. */
function assertAdvises(execution: Execution, orderReference: string): void {
	const text = JSON.stringify(execution.data.resultData);
	assert.doesNotMatch(text, /retry on fail/i);
	assert.ok(text.includes(`Look up order reference ${orderReference} with the service`), text);
}
