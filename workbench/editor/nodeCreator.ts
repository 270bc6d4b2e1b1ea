import type { Page } from 'playwright-core';

/**
 * Begins a workflow with a trigger that runs on a click, and adds a node by one of its actions, e.g.
 * "Create bank payout"; its panel is open then.
 */
export async function addToNewWorkflow(page: Page, title: string, action: string): Promise<void> {
	// The panel from which nodes are added.
	const creator = page.getByTestId('node-creator').first();
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-add-button').click();
	await creator.getByText('Trigger manually').click();
	await page.getByTestId('canvas-node').first().waitFor();
	await page.getByTestId('node-creator-plus-button').first().click();
	await page.getByTestId('node-creator-search-bar').first().fill(title);
	const found = creator.getByTestId('node-creator-item-name').getByText(title, { exact: true });
	await found.first().click();
	await creator.getByText(action, { exact: true }).first().click();
	await page.getByTestId('ndv').waitFor();
}
