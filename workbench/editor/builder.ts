import type { Execution } from '../executions/executions';
import type { N8nApi } from '../instance/api';
import { closeNotifications, openNode } from './browser';
import { exampleFile } from '../workflows/examples';
import type { Locator, Page } from 'playwright-core';
import { comesTrue, waitUntil } from '../servers/waiting';

/*
 * What a builder does in n8n's editor, with the mouse and the keyboard.
 */

/**
 * Imports an example into a new workflow: ⋯, Import, From file.
 *
 * @param name of its file in `examples`, without the ending
 * @returns the id of the workflow, which n8n saves by itself
 */
export async function importExample(page: Page, name: string): Promise<string> {
	// Loaded anew, without the dialogs that the workflow before may have left open.
	await page.goto('/workflow/new');
	await page.getByTestId('canvas-add-button').first().waitFor();
	await page.getByTestId('workflow-menu').first().click();
	await page.getByTestId('workflow-menu-item-import').hover();
	const chooser = page.waitForEvent('filechooser');
	await page.getByTestId('workflow-menu-item-import-from-file').click();
	await (await chooser).setFiles(exampleFile(name));
	await page.getByTestId('canvas-node').first().waitFor();
	await page.waitForURL(/\/workflow\/(?!new)\w+/);
	const [, id] = /\/workflow\/(\w+)/.exec(page.url()) ?? [];
	if (id === undefined) throw new Error(`n8n saved no workflow: ${page.url()}`);
	return id;
}

/** Opens a node, selects one of the credentials it can use, and closes it. */
export async function selectCredential(page: Page, node: string, name: string): Promise<void> {
	await openNode(page, node);
	await page.getByTestId('node-credentials-select').click();
	await page
		.locator('[data-test-id^="node-credentials-select-item-"]')
		.filter({ hasText: name })
		.first()
		.click();
	await closeNode(page);
}

/** Opens an Edit Fields node, writes another value into its first field, and closes it. */
export async function writeField(page: Page, node: string, value: string): Promise<void> {
	await openNode(page, node);
	const field = page.getByTestId('assignment-value').first().locator('input, textarea');
	await field.fill(value);
	await field.press('Tab');
	await closeNode(page);
}

async function closeNode(page: Page): Promise<void> {
	await page.getByTestId('ndv-close-button').first().click();
	await page.getByTestId('ndv').waitFor({ state: 'hidden' });
}

/**
 * Clicks "Execute workflow" in a saved workflow, and waits for the end of the run as n8n has stored it: its
 * notification may be gone before somebody on a busy machine looks for it.
 */
export async function executeToTheEnd(page: Page, api: N8nApi): Promise<Execution> {
	const [, id = ''] = /\/workflow\/(\w+)/.exec(page.url()) ?? [];
	await closeNotifications(page);
	// The click alone: a navigation that is begun in the page and given up would be waited for as well.
	const click = async () => await executeButton(page).click({ noWaitAfter: true });
	return await api.executionBy(id, click);
}

const executeButton = (page: Page): Locator => page.getByTestId('execute-workflow-button').first();

/** Clicks "Execute workflow" in a workflow that begins with a form; it opens in a new tab. */
export async function openTestForm(page: Page): Promise<Page> {
	const form = page.waitForEvent('popup');
	await executeButton(page).click();
	return await form;
}

/** Publishes the workflow: Publish, and Publish again in the dialog. */
export async function publishWorkflow(page: Page): Promise<void> {
	await page.getByTestId('workflow-open-publish-modal-button').first().click();
	await page.getByTestId('workflow-publish-button').click();
	await page.getByTestId('workflow-publish-button').waitFor({ state: 'hidden' });
}

/**
 * The address of a published form, which a builder hands out: the Production URL in its trigger.
 *
 * @param trigger name of the Form Trigger
 */
export async function productionFormUrl(
	api: N8nApi,
	workflowId: string,
	trigger: string,
): Promise<string> {
	const { nodes } = await api.getWorkflow(workflowId);
	const form = nodes.find(({ name }) => name === trigger);
	return `${api.url}/form/${String(form?.webhookId)}`;
}

/** Opens the chat below a workflow that begins with one. */
export async function openChat(page: Page): Promise<void> {
	await waitUntil(async () => {
		// Where it was left open, a click closes it.
		await page.getByTestId('workflow-chat-button').last().click();
		return await comesTrue(chatInput(page).waitFor({ timeout: 5_000 }));
	});
}

/**
 * Writes in the open chat and waits for words of the answer.
 *
 * @param message that nobody has written there before
 */
export async function chat(page: Page, message: string, answer: string | RegExp): Promise<void> {
	const shown = page.getByTestId('canvas-chat-body');
	await waitUntil(async () => {
		await chatInput(page).fill(message);
		// Where the answer before has only just come, n8n takes no message yet.
		await chatInput(page).press('Enter');
		return await comesTrue(shown.getByText(message).last().waitFor({ timeout: 5_000 }));
	});
	await shown.getByText(answer).last().waitFor();
}

function chatInput(page: Page): Locator {
	return page.locator('textarea[data-test-id="chat-input"]');
}
