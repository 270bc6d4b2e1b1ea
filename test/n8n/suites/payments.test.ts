import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Ledger } from '../../../sandbox';
import { payoutItems, payoutParameters } from '../../../workbench/engine/operations';
import { failureOf, outputOf, type Execution } from '../../../workbench/executions/executions';
import { useFixture } from '../forSuite';
import { requestNode } from '../../../workbench/workflows/requestNode';
import {
	allWith,
	outcomesByReference,
	payoutRequests,
} from '../../../workbench/executions/outcomes';
import {
	fromItem,
	nodeNames,
	samplePayouts,
	withSubWorkflow,
} from '../../../workbench/workflows/workflows';

/** Only the node itself can prevent a second payment. */
const payingRepeats = { uniqueOrderReferences: false };

/** Each of the items was sent and paid once, and nothing else was. */
function assertSentAndPaid(ledger: Ledger, items: object[]): void {
	const once = Object.keys(allWith('', items)).map((reference) => [reference, 1]);
	assert.deepEqual(ledger.paid, Object.fromEntries(once));
	assert.equal(payoutRequests(ledger).length, items.length);
}

describe('payments in a real n8n', () => {
	const fixture = useFixture();
	const items = payoutItems(3);
	const createWithoutLookUps = async () => await fixture.createCredential({ payoutPath: '' });

	it('are retried from where they stopped: Retry execution pays the rest, and gives all responses', async () => {
		const { api, control } = fixture;
		const checksum = 'hmacSha256Json';
		await control.reset({ ...payingRepeats, checksum });
		const seven = payoutItems(7);
		const refused = { kind: 'statusBefore', status: 422, orderReference: 'INV-2' } as const;
		await control.addFault({ ...refused, operation: 'createBankPayout', times: 1000 });
		const parameters = payoutParameters({ concurrency: 2 });
		const node = { parameters, retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };
		/** Nobody is paid twice, and what is said of each payout is so. */
		const outcomesOf = async (execution: Execution) => {
			const { paid } = await control.ledger();
			const outcomes = outcomesByReference(execution);
			const isPaid = (outcome: string) => ['accepted', 'alreadySent'].includes(outcome);
			for (const [reference, outcome] of Object.entries(outcomes)) {
				assert.equal(paid[reference] ?? 0, isPaid(outcome) ? 1 : 0, `${reference} is ${outcome}`);
			}
			assert.deepEqual(Object.keys(outcomes).sort(), Object.keys(allWith('', seven)));
			return outcomes;
		};

		const signing = { checksum, checksumSecret: 'sandbox-checksum-secret' };
		const stopped = await fixture.pay(seven, node, await fixture.createCredential(signing));
		assert.equal((await outcomesOf(stopped))['INV-2'], 'rejected');
		const sent = payoutRequests(await control.ledger());
		assert.equal(sent.filter(({ orderReference }) => orderReference === 'INV-2').length, 3);
		const stoppedAgain = await api.retryExecution(stopped.id);
		await outcomesOf(stoppedAgain);
		assert.deepEqual([stopped.status, stoppedAgain.status], ['error', 'error']);

		await control.clearFaults();
		const paid = await api.retryExecution(stoppedAgain.id);
		assert.deepEqual(await outcomesOf(paid), allWith('accepted', seven));
		const { payouts, contractViolations } = await control.ledger();
		assert.deepEqual(contractViolations, []);
		// Each response stands in the place of its item.
		const idOf = new Map(payouts.map(({ orderReference, id }) => [orderReference, id]));
		assert.deepEqual(
			outputOf(paid).map(({ json, pairedItem }) => [json.id, pairedItem]),
			seven.map(({ orderReference }, item) => [idOf.get(String(orderReference)), { item }]),
		);
		assert.equal(payouts.length, seven.length);
	});

	it('stay unknown where nobody can look them up, and Retry execution does not send them again', async () => {
		const { api, control } = fixture;
		await control.reset(payingRepeats);
		// References of their own: n8n leaves the lost one alone for ten minutes.
		const three = payoutItems(3, 'LOST');
		const operation = 'createBankPayout';
		await control.addFault({ kind: 'hangAfter', operation, orderReference: 'LOST-1' });
		// Only what hangs on purpose takes so long, also on a busy machine.
		const parameters = payoutParameters({ concurrency: 1, timeout: 2_000 });
		const node = { parameters, retryOnFail: true, maxTries: 3, waitBetweenTries: 50 };
		const stopped = await fixture.pay(three, node, await createWithoutLookUps());
		for (const execution of [stopped, await api.retryExecution(stopped.id)]) {
			const outcomes = { 'LOST-0': 'accepted', 'LOST-1': 'unknown', 'LOST-2': 'notSent' };
			assert.deepEqual(outcomesByReference(execution), outcomes);
			assert.match(failureOf(execution).message, /^LOST-1 \(item 2\): .*may or may not/);
			// Everything that is stored of it says whom to ask, and nothing says to repeat it.
			const text = JSON.stringify(execution.data.resultData);
			assert.doesNotMatch(text, /retry on fail/i);
			assert.match(text, /Ask the company whether LOST-1 was paid/);
			assertSentAndPaid(await control.ledger(), three.slice(0, 2));
		}
	});

	it('are not made again by a second execution where only the list of n8n knows them', async () => {
		await fixture.control.reset(payingRepeats);
		const onError = 'continueRegularOutput' as const;
		const node = { parameters: payoutParameters(), onError };
		const { id } = await fixture.store(items, node, await createWithoutLookUps());
		for (const outcome of ['accepted', 'alreadySent']) {
			const execution = await fixture.api.execute(id, nodeNames.trigger);
			assert.deepEqual(outcomesByReference(execution), allWith(outcome, items));
			assertSentAndPaid(await fixture.control.ledger(), items);
		}
	});

	it('are remembered by a sub-workflow that is written into the node which calls it', async () => {
		await fixture.control.reset(payingRepeats);
		const caller = withSubWorkflow(items, await fixture.createCredential());
		const { id } = await fixture.api.createWorkflow(caller);
		const call = async () => await fixture.api.execute(id, nodeNames.trigger);
		assert.deepEqual(outcomesByReference(await call()), allWith('accepted', items));
		const { status, data } = await call();
		assert.deepEqual([status, data.resultData.lastNodeExecuted], ['error', nodeNames.payments]);
		assertSentAndPaid(await fixture.control.ledger(), items);
	});

	it("are made from the items' account after n8n's HTTP Request node has used another", async () => {
		await fixture.control.reset();
		const byExpression = { clientId: '={{ $json.client }}', apiKey: '={{ $json.key }}' };
		const credential = await fixture.createCredential(byExpression);
		const list = requestNode(`${fixture.sandbox.baseUrl}/list/banks`);
		const mine = { client: 'sandbox-client', key: 'sandbox-key' };
		assert.equal((await fixture.pay([mine], list, credential)).status, 'success');
		await fixture.control.settings({ clientId: 'client-2', apiKey: 'key-2' });
		const other = { ...samplePayouts(1)[0], client: 'client-2', key: 'key-2' };
		await fixture.pay([other], { parameters: fromItem.createBankPayout }, credential);
		const { payouts, tokensIssued } = await fixture.control.ledger();
		assert.deepEqual([payouts.map(({ clientId }) => clientId), tokensIssued], [['client-2'], 2]);
		// n8n before 2.34 writes back what it has resolved.
		assert.equal((await fixture.api.shownData(credential)).clientId, byExpression.clientId);
	});
});
