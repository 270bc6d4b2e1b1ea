import type { Locator, Page } from 'playwright-core';

/** The panel from which nodes are added. */
const creator = (page: Page) => page.getByTestId('node-creator').first();

/** Begins a new workflow with a trigger that runs on a click. */
export async function beginWorkflow(page: Page): Promise<void> {
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-add-button').click();
	await creator(page).getByText('Trigger manually').click();
	await page.getByTestId('canvas-node').first().waitFor();
}

export async function openNodeCreator(page: Page): Promise<Locator> {
	await page.getByTestId('node-creator-plus-button').first().click();
	await creator(page).waitFor();
	return creator(page);
}

/**
 * Types words into the search field of the open panel.
 *
 * @returns the entry with exactly this title, which may appear only after a moment
 */
export async function searchNode(page: Page, words: string, title: string): Promise<Locator> {
	await page.getByTestId('node-creator-search-bar').first().fill(words);
	return entry(page, title);
}

/** The entry of the open panel with exactly this title. */
export function entry(page: Page, title: string): Locator {
	return creator(page)
		.getByTestId('node-creator-item-name')
		.getByText(title, { exact: true })
		.first();
}

/** Adds a node by one of its actions, e.g. "Create bank payout", and leaves its panel open. */
export async function addAction(page: Page, title: string, action: string): Promise<void> {
	await openNodeCreator(page);
	await (await searchNode(page, title, title)).click();
	await creator(page).getByText(action, { exact: true }).first().click();
	await page.getByTestId('ndv').waitFor();
}
