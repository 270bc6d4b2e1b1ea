import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { StoredCredential } from '../harness/api';
import { failureText } from '../harness/executions';
import { startFixture, type Fixture } from '../harness/fixture';
import { readStarters, withCredential } from '../harness/starters';

const trigger = 'When clicking ‘Execute workflow’';

describe('the starter workflows in a real n8n', () => {
	let fixture: Fixture;
	let credential: StoredCredential;
	before(async () => {
		fixture = await startFixture();
		credential = await fixture.createCredential();
	});
	after(async () => await fixture?.close());

	async function importStarter(name: string): Promise<string> {
		const starter = (await readStarters()).find((each) => each.name.endsWith(name));
		assert.ok(starter, `There is no starter for ${name}`);
		return (await fixture.api.createWorkflow(withCredential(starter, credential))).id;
	}

	it('carry no credential and are not active', async () => {
		for (const starter of await readStarters()) {
			assert.doesNotMatch(JSON.stringify(starter), /"credentials"/);
			assert.equal((starter as { active?: boolean }).active, false);
		}
	});

	for (const name of ['Initiate card payment', 'Preview card payment', 'Create bank payout']) {
		it(`${name}: runs as it was imported`, async () => {
			const execution = await fixture.api.execute(await importStarter(name), trigger);
			assert.equal(execution.status, 'success', execution.data.resultData.error?.message);
		});
	}

	it('refuse to pay the same payout again at a second click', async () => {
		await fixture.control.reset();
		const workflowId = await importStarter('Create bank payout');
		const first = await fixture.api.execute(workflowId, trigger);
		const second = await fixture.api.execute(workflowId, trigger);

		assert.deepEqual([first.status, second.status], ['success', 'error']);
		assert.match(failureText(second), /already|before/i);
		assert.deepEqual((await fixture.control.ledger()).paid, { 'PAYOUT-2043': 1 });
	});
});
