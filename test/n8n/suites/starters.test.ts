import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { readStarters, withCredentials } from '../../../workbench/workflows/examples';

const trigger = 'When clicking ‘Execute workflow’';

describe('the starter workflows in a real n8n', () => {
	const fixture = useFixture();

	it('all run as they were imported, in the order of their notes', async () => {
		await fixture.control.reset({ plainReferences: true });
		const payments = await fixture.createCredential();
		const starters = await readStarters();
		const left = new Set(starters.map(({ name }) => name.replace('Starter: ', '')));
		for (const name of [
			'Initiate card payment',
			'Get card payment',
			'Preview card payment',
			'Preview bank payout',
			'Create bank payout',
			'Get payout',
		]) {
			const starter = starters.find((each) => each.name === `Starter: ${name}`);
			const { id } = await fixture.api.createWorkflow(withCredentials(starter!, { payments }));
			const { status, data } = await fixture.api.execute(id, trigger);
			assert.equal(status, 'success', `${name}: ${data.resultData.error?.message}`);
			left.delete(name);
		}
		assert.deepEqual([...left], ['Payout whose response is lost'], 'see test/n8n/start');
	});
});
