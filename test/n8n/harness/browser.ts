import type { Owner } from './api';
import { testOwner } from './api';
import { ensureChromium } from './chromium';
import { requirePrivate } from './paths';
import type { Browser, Page, Playwright } from './playwright';

/** A container has no sandbox for Chromium, and nothing here may call home. */
const chromiumArguments = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** Starts a headless Chromium. */
export async function launchBrowser(): Promise<Browser> {
	const { chromium } = requirePrivate<Playwright>('playwright-core');
	return await chromium.launch({
		executablePath: await ensureChromium(console.log),
		args: chromiumArguments,
		headless: true,
	});
}

/** Opens n8n's editor and logs in with the form, as a person does. */
export async function openEditor(
	browser: Browser,
	url: string,
	owner: Owner = testOwner,
): Promise<Page> {
	const page = await browser.newPage({
		baseURL: url,
		viewport: { width: 1440, height: 900 },
		colorScheme: 'light',
	});
	await page.goto('/signin');
	await page.locator('input[name="emailOrLdapLoginId"]').fill(owner.email);
	await page.locator('input[name="password"]').fill(owner.password);
	await page.locator('[data-test-id="form-submit-button"]').click();
	await page.waitForURL(/\/(home|workflow)/);
	return page;
}

/** Opens a workflow and waits until its nodes are drawn. */
export async function openWorkflow(page: Page, workflowId: string): Promise<void> {
	await page.goto(`/workflow/${workflowId}`);
	await page.locator('[data-test-id="canvas-node"]').first().waitFor();
}

/** Opens a node's panel with a double click. */
export async function openNode(page: Page, name: string): Promise<void> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`).dblclick();
	await page.locator('[data-test-id="ndv"]').waitFor();
}
