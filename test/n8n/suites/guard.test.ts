import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { payoutItems } from '../../../workbench/engine/operations';
import { query } from '../../../workbench/instance/database';
import { useFixture } from '../../../workbench/instance/fixture';
import { allWith, outcomesOf } from '../../../workbench/workflows/outcomes';
import { subWorkflow, withSubWorkflow } from '../../../workbench/workflows/subWorkflow';
import { nodeNames } from '../../../workbench/workflows/workflows';
import { guardScenarios } from '../../scenarios/guard';
import { n8nDriver, playInN8n } from '../../scenarios/n8nDriver';
import { assertSentAndPaid } from '../../scenarios/payouts';

const settings = { uniqueOrderReferences: false };
const items = payoutItems(3);

describe('the guard against a second payment, across executions of a real n8n', () => {
	const fixture = useFixture();
	beforeEach(async () => await fixture.control.reset(settings));

	playInN8n(guardScenarios, fixture, settings);

	async function createCaller(id?: string): Promise<string> {
		const caller = withSubWorkflow(id, items, await fixture.createCredential());
		return (await fixture.api.createWorkflow(caller)).id;
	}
	const call = async (id: string) => await fixture.api.execute(id, nodeNames.trigger);

	it('is never without a saved workflow: n8n itself runs no other', async () => {
		const request = { triggerToStartFrom: { name: nodeNames.trigger } };
		const run = fixture.api.request('POST', '/rest/workflows/not-saved/run', request);
		await assert.rejects(run, /not-saved.* not found/);
		assert.equal((await call(await createCaller('not-saved'))).status, 'error');
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	});

	it('also holds in a sub-workflow that is written into the node which calls it', async () => {
		const caller = await createCaller();
		assert.deepEqual(outcomesOf(await call(caller), subWorkflow), allWith('accepted', items));
		const { status, data } = await call(caller);
		assert.deepEqual([status, data.resultData.lastNodeExecuted], ['error', subWorkflow]);
		await assertSentAndPaid(fixture.control, items);
	});

	it('lets nothing be sent when the store of n8n does not answer', async () => {
		const driver = n8nDriver(fixture);
		const rename = async (name: string, to: string) =>
			await query(fixture.n8n.userFolder, `ALTER TABLE ${name} RENAME TO ${to}`);
		await rename('processed_data', 'processed_data_away');
		const silent = await driver
			.pay({ items })
			.finally(async () => await rename('processed_data_away', 'processed_data'));
		assert.deepEqual(outcomesOf(silent), allWith('notSent', items));
		assert.deepEqual((await driver.ledger()).requests, []);

		assert.deepEqual(outcomesOf(await driver.retry(silent)), allWith('accepted', items));
		await assertSentAndPaid(driver, items);
	});
});
