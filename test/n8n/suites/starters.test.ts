import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/instance/api';
import { useFixture } from '../../../workbench/instance/fixture';
import { readStarters, withCredential } from '../../../workbench/workflows/starters';

const trigger = 'When clicking ‘Execute workflow’';

describe('the starter workflows in a real n8n', () => {
	const fixture = useFixture();
	let credential: StoredCredential;
	before(async () => (credential = await fixture.createCredential()));

	async function importStarter(name: string): Promise<string> {
		const starter = (await readStarters()).find((each) => each.name.endsWith(`: ${name}`));
		assert.ok(starter, `There is no starter for ${name}`);
		return (await fixture.api.createWorkflow(withCredential(starter, credential))).id;
	}

	it('carry no credential and are not active', async () => {
		for (const starter of await readStarters()) {
			assert.doesNotMatch(JSON.stringify(starter), /"credentials"/);
			assert.equal((starter as { active?: boolean }).active, false);
		}
	});

	const inTheOrderOfTheirNotes = [
		'Initiate card payment',
		'Get card payment',
		'Preview card payment',
		'Preview bank payout',
		'Create bank payout',
		'Get payout',
	];

	it('are there for every operation, and all run as they were imported', async () => {
		await fixture.control.reset({ plainReferences: true });
		const names = (await readStarters()).map(({ name }) => name.replace('Starter: ', ''));
		assert.deepEqual(
			names.filter((name) => !inTheOrderOfTheirNotes.includes(name)),
			['Payout whose response is lost'],
			'which runs in the walk of a new user',
		);
		for (const name of inTheOrderOfTheirNotes) {
			const { status, data } = await fixture.api.execute(await importStarter(name), trigger);
			assert.equal(status, 'success', `${name}: ${data.resultData.error?.message}`);
		}
	});
});
