import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { launchBrowser, openEditor } from '../../../workbench/editor/browser';
import { useFixture } from '../../../workbench/instance/fixture';
import { waitUntil } from '../../../workbench/servers/waiting';
import { n8nDriver } from '../../scenarios/n8nDriver';
import { assertAllPaid, runWithRefused } from '../../scenarios/retry';

describe('payouts of which the service refuses one, in the editor', () => {
	const fixture = useFixture();

	it('pays the rest after a click on Retry in the list of executions', async () => {
		const { api, control, n8n } = fixture;
		await control.reset({ uniqueOrderReferences: false });
		const driver = n8nDriver(fixture);
		const { id, workflowId } = await runWithRefused(driver, 2, 'stopWorkflow');
		await control.clearFaults();

		const browser = await launchBrowser();
		try {
			const page = await openEditor(browser, n8n.url);
			await page.goto(`/workflow/${workflowId}/executions/${id}`);
			await page.locator('[data-test-id="execution-preview-retry-button"]').click();
			await page.locator('li:visible').filter({ hasText: 'Retry with original workflow' }).click();
			await waitUntil(async () => (await api.listExecutions(workflowId)).length === 2);
		} finally {
			await browser.close();
		}

		const [newest] = await api.listExecutions(workflowId);
		const retried = await api.waitForExecution(newest!);
		assert.equal(retried.mode, 'retry');
		await assertAllPaid(driver, retried, 2);
	});
});
