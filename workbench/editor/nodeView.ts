import { closeNotifications } from './browser';
import type { Locator, Page } from 'playwright-core';
import { comesTrue, patienceMs, waitUntil } from '../servers/waiting';

/** The open panel of a node: its input on the left, its parameters, its output on the right. */
export const nodeView = (page: Page): Locator => page.getByTestId('ndv');

export const outputPanel = (page: Page): Locator => page.getByTestId('output-panel');

/**
 * The field of a parameter.
 *
 * @param name of the parameter, e.g. `orderReference`
 */
export const field = (page: Page, name: string): Locator =>
	nodeView(page).getByTestId(`parameter-input-${name}`).first();

/** Types into a field, over what is in it. */
export async function typeText(page: Page, name: string, text: string): Promise<void> {
	const input = field(page, name).locator('input, textarea').first();
	await input.fill(text);
	// A field takes what was typed when it is left.
	await input.press('Tab');
}

/** Selects an entry of a field's list by its label. */
export async function select(page: Page, name: string, label: string): Promise<void> {
	const list = openList(page);
	await waitUntil(async () => {
		// Another list that is just closing can take the click along.
		if (!(await list.isVisible())) await field(page, name).click();
		return await comesTrue(list.getByText(label, { exact: true }).click({ timeout: 5_000 }));
	});
	await list.waitFor({ state: 'hidden' });
}

/** The list that hangs open below a field. */
const openList = (page: Page): Locator => page.locator('.el-select-dropdown:visible').first();

/** Switches a field that is on or off. */
export async function toggle(page: Page, name: string): Promise<void> {
	await field(page, name).locator('.el-switch, [role="switch"]').first().click();
}

/**
 * Adds a field to a collection.
 *
 * @param button `Add Field` or `Add Option`
 */
export async function add(page: Page, button: string, label: string): Promise<void> {
	const adders = nodeView(page).getByTestId('collection-parameter-add');
	const withList = adders.locator(`input[placeholder="${button}"]`);
	const withoutList = adders.filter({ hasText: button });
	await withList.or(withoutList).first().click();
	const offered = openList(page).getByText(label, { exact: true });
	const added = nodeView(page).getByTestId('input-label').getByText(label, { exact: true });
	// Where there is only one field to add, n8n adds it without a list.
	await offered.or(added).first().waitFor();
	if (await offered.isVisible()) await offered.click();
	await added.first().waitFor();
}

/** Chooses a bank in the field Bank from the list of the service. */
export async function selectBank(page: Page, search: string, label: string): Promise<void> {
	await nodeView(page).getByTestId('resource-locator-bic').first().click();
	await page.getByTestId('rlc-search').first().fill(search);
	await page.getByTestId('rlc-item').getByText(label, { exact: true }).click();
}

/**
 * Presses "Execute step" and waits for the end of the run.
 *
 * @returns what n8n says then in the corner of the window
 */
export async function executeStep(page: Page): Promise<string> {
	await closeNotifications(page);
	const button = nodeView(page).getByTestId('node-execute-button').first();
	const [said] = await Promise.all([page.evaluate<string>(firstNotification), button.click()]);
	return said;
}

/**
 * What the first notification says. It goes after some seconds, in which a busy machine may not come to look: so the
 * window itself looks at each change. On a busy machine n8n also takes the echo of what this very window has just
 * saved for somebody else's change, and says so, perhaps before it says how the run ended.
 */
const firstNotification = `new Promise((resolve, reject) => {
	const observer = new MutationObserver(() => {
		const texts = [...document.querySelectorAll('.el-notification')].map((one) => one.innerText);
		const said = texts.find((text) => text && !text.includes('Workflow updated elsewhere'));
		if (!said) return;
		observer.disconnect();
		resolve(said);
	});
	observer.observe(document.body, { childList: true, subtree: true });
	setTimeout(() => reject(new Error('n8n says nothing of the step')), ${3 * patienceMs});
})`;

/**
 * What n8n says after a step that went well. It takes a run for one of the whole workflow when it
 * hears of its end before it has heard that it began.
 */
export const executedSuccessfully = /(Node|Workflow) executed successfully/;

/** The items in the output panel as its table shows them: text by column. */
export async function outputTable(page: Page): Promise<Array<Record<string, string>>> {
	const panel = outputPanel(page);
	await panel.getByTestId('radio-button-table').click();
	const table = panel.locator('[data-test-id="ndv-data-container"] table').first();
	await table.waitFor();
	const columns = await table.locator('thead th').allInnerTexts();
	const rows = await table.locator('tbody tr').all();
	return await Promise.all(
		rows.map(async (row) => {
			const cells = await row.locator('td').allInnerTexts();
			const entries = columns.map((column, at) => [column.trim(), (cells[at] ?? '').trim()]);
			return Object.fromEntries(entries) as Record<string, string>;
		}),
	);
}

/**
 * What the output panel shows in place of items after a run that was stopped.
 *
 * @param about the message to wait for: for a moment, n8n may still show that of the run before
 * @returns the description below it
 */
export async function errorView(page: Page, about: RegExp): Promise<string> {
	const panel = outputPanel(page);
	const message = panel.getByTestId('node-error-message');
	await waitUntil(async () => about.test(await message.innerText())).catch(async () => {
		throw new Error(`n8n shows another error: ${await message.innerText()}`);
	});
	return await panel.getByTestId('node-error-description').innerText();
}
