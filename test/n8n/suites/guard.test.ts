import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/instance/api';
import { query } from '../../../workbench/instance/database';
import { failureText, outputOf, type Execution } from '../../../workbench/instance/executions';
import { startFixture, type Fixture } from '../../../workbench/instance/fixture';
import { allWith, outcomesOf, payoutRequests } from '../../../workbench/workflows/outcomes';
import { subWorkflow, withSubWorkflow } from '../../../workbench/workflows/subWorkflow';
import {
	fromItem,
	nodeNames,
	paymentWorkflow,
	samplePayouts,
} from '../../../workbench/workflows/workflows';

describe('the guard against a second payment, across executions of a real n8n', () => {
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
		items = samplePayouts(3, `RUN${++run}`);
	});

	const referenceOf = (index: number) => items[index]?.orderReference as string;
	const parametersWith = (options: object) => ({ ...fromItem.createBankPayout, options });

	async function runAgain({ workflowId }: Execution): Promise<Execution> {
		return await fixture.api.execute(workflowId, nodeNames.trigger);
	}

	/** Each of the items was sent and paid exactly so often. */
	async function assertSentAndPaid(times: number): Promise<void> {
		const ledger = await fixture.control.ledger();
		const expected = Object.fromEntries(items.map((_, index) => [referenceOf(index), times]));
		assert.deepEqual(ledger.paid, expected);
		assert.equal(payoutRequests(ledger).length, items.length * times);
	}

	it('lets a second execution send nothing, and says so for each item', async () => {
		const first = await fixture.pay(
			items,
			{ parameters: fromItem.createBankPayout, onError: 'continueRegularOutput' },
			credential,
		);
		const second = await runAgain(first);

		assert.deepEqual(outcomesOf(first), allWith('accepted', items));
		assert.deepEqual(outcomesOf(second), allWith('alreadySent', items));
		for (const { json } of outputOf(second, nodeNames.payments)) {
			const { safeToRetry, nextStep } = json.details as Record<string, unknown>;
			assert.equal(safeToRetry, false);
			assert.match(String(nextStep), /order reference RUN\S* with the status [A-Z]+;/);
		}
		await assertSentAndPaid(1);
	});

	it('stops a second execution in stop mode, naming every reference', async () => {
		const first = await fixture.pay(items, { parameters: fromItem.createBankPayout }, credential);
		const second = await runAgain(first);

		assert.equal(second.status, 'error');
		assert.match(failureText(second), /An earlier execution of this node used/);
		assert.deepEqual(outcomesOf(second), allWith('alreadySent', items));
		await assertSentAndPaid(1);
	});

	it('gives back a reference that the service refused', async () => {
		await fixture.control.addFault({
			kind: 'statusBefore',
			status: 422,
			operation: 'createBankPayout',
			orderReference: referenceOf(1),
		});
		const first = await fixture.pay(
			items,
			{ parameters: fromItem.createBankPayout, onError: 'continueRegularOutput' },
			credential,
		);
		const second = await runAgain(first);

		const others = allWith('accepted', items);
		assert.deepEqual(outcomesOf(first), { ...others, [referenceOf(1)]: 'rejected' });
		assert.deepEqual(outcomesOf(second), {
			...allWith('alreadySent', items),
			[referenceOf(1)]: 'accepted',
		});
		assert.deepEqual(Object.values((await fixture.control.ledger()).paid), [1, 1, 1]);
	});

	it('gives back references that were never sent because another one ended the run', async () => {
		await fixture.control.addFault({
			kind: 'statusBefore',
			status: 422,
			operation: 'createBankPayout',
			orderReference: referenceOf(0),
		});
		const first = await fixture.pay(items, { parameters: fromItem.createBankPayout }, credential);
		const second = await runAgain(first);

		assert.deepEqual(outcomesOf(first), {
			...allWith('notSent', items),
			[referenceOf(0)]: 'rejected',
		});
		assert.deepEqual(outcomesOf(second), allWith('accepted', items));
	});

	it('lets what was already sent pass, and pays what is new, with passThrough', async () => {
		const parameters = parametersWith({ whenAlreadySent: 'passThrough' });
		const first = await fixture.pay(items.slice(0, 2), { parameters }, credential);
		const workflow = await fixture.api.getWorkflow(first.workflowId);
		const { nodes } = paymentWorkflow('Payments', items, { parameters }, credential);
		await fixture.api.request('PATCH', `/rest/workflows/${workflow.id}`, {
			nodes,
			versionId: workflow.versionId,
		});
		const second = await runAgain(first);

		assert.equal(second.status, 'success', second.data.resultData.error?.message);
		assert.deepEqual(outcomesOf(second), {
			...allWith('alreadySent', items),
			[referenceOf(2)]: 'accepted',
		});
		await assertSentAndPaid(1);
	});

	it('looks only at the execution itself when told to', async () => {
		const parameters = parametersWith({ duplicateGuard: 'thisExecution' });
		const first = await fixture.pay(items, { parameters }, credential);
		const second = await runAgain(first);

		assert.deepEqual(outcomesOf(second), allWith('accepted', items));
		await assertSentAndPaid(2);
	});

	it('is never without a saved workflow: n8n itself runs no other', async () => {
		const request = { triggerToStartFrom: { name: nodeNames.trigger } };
		await assert.rejects(
			fixture.api.request('POST', '/rest/workflows/not-saved/run', request),
			/not-saved.* not found/,
		);

		const workflow = await fixture.api.createWorkflow(
			withSubWorkflow('not-saved', items, credential),
		);
		const execution = await fixture.api.execute(workflow.id, nodeNames.trigger);
		assert.equal(execution.status, 'error');
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	});

	it('also holds in a sub-workflow that is written into the node which calls it', async () => {
		const workflow = await fixture.api.createWorkflow(
			withSubWorkflow(undefined, items, credential),
		);
		const first = await fixture.api.execute(workflow.id, nodeNames.trigger);
		const second = await runAgain(first);

		assert.deepEqual(outcomesOf(first, subWorkflow), allWith('accepted', items));
		assert.deepEqual(
			[second.status, second.data.resultData.lastNodeExecuted],
			['error', subWorkflow],
		);
		await assertSentAndPaid(1);
	});

	it('lets nothing be sent when the store of n8n does not answer', async () => {
		const { userFolder } = fixture.n8n;
		await query(userFolder, 'ALTER TABLE processed_data RENAME TO processed_data_away');
		const silent = await fixture
			.pay(items, { parameters: fromItem.createBankPayout }, credential)
			.finally(
				async () =>
					await query(userFolder, 'ALTER TABLE processed_data_away RENAME TO processed_data'),
			);
		assert.deepEqual(outcomesOf(silent), allWith('notSent', items));
		assert.deepEqual((await fixture.control.ledger()).requests, []);

		const next = await fixture.api.retryExecution(silent.id);
		assert.deepEqual(outcomesOf(next), allWith('accepted', items));
		await assertSentAndPaid(1);
	});
});
