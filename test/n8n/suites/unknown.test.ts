import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/instance/api';
import { outputOf, type Execution } from '../../../workbench/instance/executions';
import { startFixture, type Fixture } from '../../../workbench/instance/fixture';
import {
	allWith,
	outcomesOf,
	paidTwice,
	payoutRequests,
} from '../../../workbench/workflows/outcomes';
import {
	fromItem,
	nodeNames,
	samplePayouts,
	type OnError,
} from '../../../workbench/workflows/workflows';

const retries = { retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };

/** Each loss and each error mode once: test/faults tries them all with each other. */
const losses = [
	['hangAfter', 'no answer arrives in time', 'stopWorkflow'],
	['dropAfter', 'the connection is cut', 'continueRegularOutput'],
	['statusAfter', 'the service answers 500', 'continueErrorOutput'],
] as const;

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

	async function runWithLoss(
		kind: (typeof losses)[number][0],
		onError: OnError,
		lookUpUnclear: boolean,
	): Promise<Execution> {
		await fixture.control.addFault({ kind, operation: 'createBankPayout', orderReference: lost });
		// Long enough for the requests that do get an answer on a busy machine.
		const options = { timeout: 2_000, lookUpUnclear };
		const parameters = { ...fromItem.createBankPayout, options };
		return await fixture.pay(items, { parameters, onError, ...retries }, credential);
	}

	async function assertSentAndPaidOnce(...references: unknown[]): Promise<void> {
		const ledger = await fixture.control.ledger();
		for (const reference of references) {
			const sent = payoutRequests(ledger).filter(
				({ orderReference }) => orderReference === reference,
			);
			assert.deepEqual([sent.length, ledger.paid[String(reference)]], [1, 1], String(reference));
		}
		assert.deepEqual(paidTwice(ledger), []);
	}

	const runAgain = async ({ workflowId }: Execution) =>
		await fixture.api.execute(workflowId, nodeNames.trigger);

	const references = () => items.map(({ orderReference }) => orderReference);

	/** By order reference, the payouts' ids of the sandbox. */
	async function paidIds(): Promise<unknown[]> {
		const { payouts } = await fixture.control.ledger();
		const ids = new Map(payouts.map(({ orderReference, id }) => [orderReference, id]));
		return references().map((reference) => ids.get(String(reference)));
	}

	for (const [kind, what, onError] of losses) {
		it(`is looked up and ends accepted, with its record, with ${onError} when ${what}`, async () => {
			const execution = await runWithLoss(kind, onError, true);
			assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
			assert.deepEqual(outcomesOf(execution), allWith('accepted', items));
			const output = outputOf(execution, nodeNames.payments);
			assert.deepEqual(
				output.map(({ json }) => json.id),
				await paidIds(),
			);
			await assertSentAndPaidOnce(...references());
		});
	}

	it('is given back with its record by the next execution', async () => {
		const execution = await runWithLoss('dropAfter', 'continueRegularOutput', true);
		const next = await runAgain(execution);

		assert.deepEqual(outcomesOf(next), allWith('alreadySent', items));
		const records = outputOf(next, nodeNames.payments).map(
			({ json }) => (json.details as { payout?: { id: string } }).payout?.id,
		);
		assert.deepEqual(records, await paidIds());
		await assertSentAndPaidOnce(...references());
	});

	describe('and that nobody looks up', () => {
		it('stays unknown in stop mode, also when the execution is retried, and is never sent again', async () => {
			const stopped = await runWithLoss('hangAfter', 'stopWorkflow', false);
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

			const next = await runAgain(stopped);
			assert.deepEqual(outcomesOf(next), { ...allWith('notSent', items), [lost]: 'alreadySent' });
			assertAdvises(next, lost);
			await assertSentAndPaidOnce(lost);
		});

		for (const [kind, what, onError] of losses.slice(1)) {
			it(`is one unknown item with ${onError} when ${what}`, async () => {
				const execution = await runWithLoss(kind, onError, false);
				assert.equal(execution.status, 'success');
				assert.deepEqual(outcomesOf(execution), {
					...allWith('accepted', items),
					[lost]: 'unknown',
				});
				assertAdvises(execution, lost);

				const next = await runAgain(execution);
				assert.deepEqual(outcomesOf(next), allWith('alreadySent', items));
				assertAdvises(next, lost);
				await assertSentAndPaidOnce(...references());
			});
		}
	});
});

/** Everything that is stored of a run says to look the payment up, and nothing says to repeat it. */
function assertAdvises(execution: Execution, orderReference: string): void {
	const text = JSON.stringify(execution.data.resultData);
	assert.doesNotMatch(text, /retry on fail/i);
	assert.match(text, new RegExp(`Look up order reference ${orderReference} (later, )?with `));
}
