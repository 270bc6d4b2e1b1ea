import {
	chromium,
	selectors,
	type Browser,
	type BrowserContextOptions,
	type Page,
} from 'playwright-core';
import type { N8nApi, Owner } from '../instance/api';
import { ensureChromium } from '../install/chromium';
import { noteStep } from '../instance/failureReport';
import { comesTrue, patienceMs, waitUntil } from '../servers/waiting';

/** A container has no sandbox for Chromium, and nothing here may call home. */
const chromiumArguments = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// The pages of n8n's forms ask for fonts and an icon from elsewhere.
	'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/** Starts a headless Chromium. */
export async function launchBrowser(): Promise<Browser> {
	// As n8n calls it.
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath: await ensureChromium(),
		args: chromiumArguments,
		headless: true,
	});
}

/** What moves without end, e.g. the edge of a node that runs, would keep a core busy with drawing. */
const withoutMotion = `
	const still = new CSSStyleSheet();
	still.replaceSync('*, ::before, ::after { animation: none !important; transition: none !important }');
	document.adoptedStyleSheets.push(still);
`;

/** A window for n8n's editor, with the log-in that the REST interface uses: n8n allows only some a minute. */
export async function openEditor(browser: Browser, { url, cookie }: N8nApi): Promise<Page> {
	return await openPage(browser, url, storedCookie(cookie));
}

/** A new window at an address, with nobody logged in unless `stored` says so. */
export async function openPage(
	browser: Browser,
	baseURL: string,
	stored?: BrowserContextOptions['storageState'],
): Promise<Page> {
	const viewport = { width: 1440, height: 900 };
	const context = await browser.newContext({ baseURL, viewport, storageState: stored });
	// Where four workers load an editor for the first time, beside n8n's own starts, one takes minutes.
	context.setDefaultTimeout(3 * patienceMs);
	await context.addInitScript({ content: withoutMotion });
	const page = await context.newPage();
	page.on('request', (request) => {
		const [path] = /\/rest\/.*/.exec(request.url()) ?? [];
		if (path !== undefined) noteStep(request.method(), path);
	});
	return page;
}

/** Fills in n8n's log-in form and sends it. */
export async function logIn(
	page: Page,
	{ email, password }: Pick<Owner, 'email' | 'password'>,
): Promise<void> {
	await page.locator('input[name="emailOrLdapLoginId"]').fill(email);
	await page.locator('input[name="password"]').fill(password);
	await page.getByTestId('form-submit-button').click();
}

/** @param cookie e.g. `n8n-auth=eyJ...` */
function storedCookie(cookie: string): BrowserContextOptions['storageState'] {
	const [name = '', value = ''] = cookie.split('=');
	const rest = { domain: '127.0.0.1', path: '/', httpOnly: true, secure: false };
	return { cookies: [{ name, value, ...rest, expires: -1, sameSite: 'Lax' }], origins: [] };
}

/**
 * Leads to another page of the editor. Where it is open, as the browser's own Back does: to load the whole
 * editor anew takes a core ten seconds.
 */
async function leadTo(page: Page, path: string): Promise<void> {
	const isOpen = page.url().includes('/workflow/');
	const back = `history.pushState(null, '', '${path}'); dispatchEvent(new PopStateEvent('popstate'))`;
	await (isOpen ? page.evaluate(back) : page.goto(path));
}

/** Opens an empty workflow. */
export async function openNewWorkflow(page: Page): Promise<void> {
	await leadTo(page, '/workflow/new');
	await page.getByTestId('canvas-add-button').first().waitFor();
}

/** Opens a workflow and waits until its nodes are drawn. */
export async function openWorkflow(page: Page, workflowId: string): Promise<void> {
	// Else the nodes of the workflow before would be taken for its own.
	await openNewWorkflow(page);
	await leadTo(page, `/workflow/${workflowId}`);
	await page.getByTestId('canvas-node').first().waitFor();
}

/** Opens a node's panel with a double click. */
export async function openNode(page: Page, name: string): Promise<void> {
	const node = page.locator(`[data-test-id="canvas-node"][data-node-name="${name}"]`);
	const panel = page.getByTestId('ndv');
	await waitUntil(async () => {
		if (await panel.isVisible()) return true;
		// A canvas that still moves under the mouse may take the two clicks for one click each.
		await node.dblclick();
		return await comesTrue(panel.waitFor({ timeout: 5_000 }));
	});
}

/** Closes every message that n8n has put up in the corner, so that the next one is a new one. */
export async function closeNotifications(page: Page): Promise<void> {
	const notifications = page.locator('.el-notification');
	await waitUntil(async () => {
		// Some close by themselves, perhaps just now.
		for (const notification of (await notifications.all()).reverse()) {
			const close = notification.locator('.el-notification__closeBtn');
			await close.click({ timeout: 1_000 }).catch(() => undefined);
		}
		return (await notifications.count()) === 0;
	});
}
