import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { listExamples, readExample } from '../../../workbench/workflows/examples';
import { workflowOf } from '../../../workbench/workflows/workflows';

interface MigrationReport {
	report: { workflowResults: Array<{ ruleId: string; nbAffectedWorkflows: number }> };
}

describe("n8n's own report of what changes with version 3", () => {
	const fixture = useFixture();

	/** What the report says of the workflows that n8n holds now. */
	async function findings(): Promise<Array<[rule: string, workflows: number]>> {
		const path = '/rest/breaking-changes/report/refresh?version=v3';
		const { report } = await fixture.api.request<MigrationReport>('POST', path);
		return report.workflowResults.map((each) => [each.ruleId, each.nbAffectedWorkflows]);
	}

	it('finds nothing in the examples, and what is removed in a workflow that has it', async () => {
		const before = await findings();
		const starters = (await listExamples('starter')).map((name) => `starter/${name}`);
		for (const name of [...(await listExamples()), ...starters]) {
			await fixture.api.createWorkflow(await readExample(name));
		}
		assert.deepEqual(await findings(), before);
		const removed = { name: 'Old', type: 'n8n-nodes-base.function', typeVersion: 1 };
		await fixture.api.createWorkflow(workflowOf('Old', [removed], {}));
		assert.notDeepEqual(await findings(), before);
	});
});
