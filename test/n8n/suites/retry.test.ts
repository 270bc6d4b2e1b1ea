import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { launchBrowser, openEditor } from '../../../workbench/editor/browser';
import type { StoredCredential } from '../../../workbench/instance/api';
import { outputOf, type Execution } from '../../../workbench/instance/executions';
import { startFixture, type Fixture } from '../../../workbench/instance/fixture';
import {
	allWith,
	outcomesOf,
	paidTwice,
	payoutRequests,
} from '../../../workbench/workflows/outcomes';
import { waitUntil } from '../../../workbench/servers/waiting';
import {
	fromItem,
	nodeNames,
	samplePayouts,
	type OnError,
} from '../../../workbench/workflows/workflows';

const parameters = { ...fromItem.createBankPayout, options: { concurrency: 2 } };
const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

describe('five payouts of which the service refuses one, in a real n8n', () => {
	let fixture: Fixture;
	let credential: StoredCredential;
	let run = 0;
	let items: Array<Record<string, unknown>>;
	before(async () => {
		fixture = await startFixture();
		credential = await fixture.createCredential();
	});
	after(async () => await fixture?.close());
	beforeEach(async () => {
		await fixture.control.reset({ uniqueOrderReferences: false });
		items = samplePayouts(5, `RUN${++run}`);
	});

	/** Runs the five payouts while the service refuses one of them, however often it is sent. */
	async function runWithRefused(index: number, onError: OnError): Promise<Execution> {
		await fixture.control.addFault({
			kind: 'statusBefore',
			status: 422,
			operation: 'createBankPayout',
			orderReference: referenceOf(index),
			times: 1000,
		});
		return await fixture.pay(items, { parameters, onError, ...retries }, credential);
	}

	const referenceOf = (index: number) => items[index]?.orderReference as string;

	/** Nobody is paid twice, and what was reported as accepted or refused is so. */
	async function assertTold(execution: Execution): Promise<Record<string, string>> {
		const ledger = await fixture.control.ledger();
		assert.deepEqual(paidTwice(ledger), []);
		const outcomes = outcomesOf(execution);
		assert.deepEqual(
			Object.keys(outcomes).sort(),
			items.map((_, index) => referenceOf(index)),
		);
		for (const [reference, outcome] of Object.entries(outcomes)) {
			const paid = ledger.paid[reference] ?? 0;
			const expected = outcome === 'accepted' || outcome === 'alreadySent' ? 1 : 0;
			assert.equal(paid, expected, `${reference} is ${outcome}, and was paid ${paid} times`);
		}
		return outcomes;
	}

	async function assertEachSentOnce(except: number): Promise<void> {
		const sent = payoutRequests(await fixture.control.ledger())
			.map(({ orderReference }) => orderReference)
			.filter((reference) => reference !== referenceOf(except));
		assert.equal(sent.length, new Set(sent).size, `sent more than once: ${sent.join(', ')}`);
	}

	for (const [which, index] of Object.entries({ first: 0, third: 2, last: 4 })) {
		it(`stops at the ${which}; Retry execution pays the rest and gives all five answers`, async () => {
			const stopped = await runWithRefused(index, 'stopWorkflow');
			assert.equal(stopped.status, 'error');
			const outcomes = await assertTold(stopped);
			assert.equal(outcomes[referenceOf(index)], 'rejected');
			const tries = payoutRequests(await fixture.control.ledger()).filter(
				({ orderReference }) => orderReference === referenceOf(index),
			);
			assert.equal(tries.length, 3);

			const stoppedAgain = await fixture.api.retryExecution(stopped.id);
			assert.equal(stoppedAgain.status, 'error');
			await assertTold(stoppedAgain);

			await fixture.control.clearFaults();
			const retried = await fixture.api.retryExecution(stoppedAgain.id);
			assert.equal(retried.status, 'success', retried.data.resultData.error?.message);
			assert.deepEqual(await assertTold(retried), allWith('accepted', items));
			await assertEachSentOnce(index);
			await assertAnswersAreTheFirstOnes(retried);
		});

		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			it(`goes on past the ${which} with ${onError}; a further run pays only that one`, async () => {
				const execution = await runWithRefused(index, onError);
				assert.equal(execution.status, 'success');
				const outcomes = await assertTold(execution);
				const expected = { ...allWith('accepted', items), [referenceOf(index)]: 'rejected' };
				assert.deepEqual(outcomes, expected);

				// A run that went on has succeeded for n8n, which then offers no retry.
				await assert.rejects(fixture.api.retryExecution(execution.id), /cannot be retried/);

				await fixture.control.clearFaults();
				const further = await fixture.api.execute(execution.workflowId, nodeNames.trigger);
				const settled = { ...allWith('alreadySent', items), [referenceOf(index)]: 'accepted' };
				assert.deepEqual(await assertTold(further), settled);
				await assertEachSentOnce(index);
			});
		}
	}

	async function assertAnswersAreTheFirstOnes(execution: Execution): Promise<void> {
		const { payouts } = await fixture.control.ledger();
		const ids = new Map(payouts.map(({ orderReference, id }) => [orderReference, id]));
		assert.deepEqual(
			outputOf(execution, nodeNames.payments).map(({ json }) => json.id),
			items.map((_, index) => ids.get(referenceOf(index))),
		);
	}

	it('pays the rest after a click on Retry in the list of executions', async () => {
		const stopped = await runWithRefused(2, 'stopWorkflow');
		await fixture.control.clearFaults();
		const { workflowId } = stopped;

		const browser = await launchBrowser();
		try {
			const page = await openEditor(browser, fixture.n8n.url);
			await page.goto(`/workflow/${workflowId}/executions/${stopped.id}`);
			await page.locator('[data-test-id="execution-preview-retry-button"]').click();
			await page.locator('li:visible').filter({ hasText: 'Retry with original workflow' }).click();
			await waitUntil(async () => (await fixture.api.listExecutions(workflowId)).length === 2);
		} finally {
			await browser.close();
		}

		const [newest] = await fixture.api.listExecutions(workflowId);
		const retried = await fixture.api.waitForExecution(newest!);
		assert.deepEqual([retried.mode, retried.status], ['retry', 'success']);
		assert.deepEqual(await assertTold(retried), allWith('accepted', items));
		await assertEachSentOnce(2);
	});
});
