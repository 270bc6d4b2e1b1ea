import type { StoredCredential } from '../instance/api';
import { launchBrowser, openEditor, openNode, openWorkflow } from './browser';
import { startFixture } from '../instance/fixture';
import type { Browser, Page } from 'playwright-core';
import { forSuite } from '../servers/forSuite';
import { nodeNames, paymentWorkflow, type PaymentNode } from '../workflows/workflows';

/** For a credential with the one token that the sandbox does not forget at a reset. */
export const fixedToken = { authentication: 'accessToken', accessToken: 'sandbox-access-token' };

/** A fixture whose editor is open in a browser. */
export type Editor = Awaited<ReturnType<typeof startEditor>>;

let open: { browser: Browser; page: Page; url: string } | undefined;

/** The window of this process, at the n8n with this address. */
async function openWindow(url: string): Promise<{ browser: Browser; page: Page }> {
	if (open?.url !== url) {
		await closeWindow();
		const browser = await launchBrowser();
		open = { browser, page: await openEditor(browser, url), url };
	}
	return open;
}

/** To be called when the last suite of this process is over. */
export async function closeWindow(): Promise<void> {
	await open?.browser.close();
	open = undefined;
}

async function startEditor() {
	const fixture = await startFixture();
	const { browser, page } = await openWindow(fixture.n8n.url);
	/**
	 * Stores {@link paymentWorkflow} over items and opens the panel of the node under test.
	 *
	 * @returns the workflow's id
	 */
	const openPayments = async (
		name: string,
		items: object[],
		node: PaymentNode,
		credential?: StoredCredential,
	) => {
		const stored = credential ?? (await fixture.createCredential(fixedToken));
		// As the editor stores it. Without it, n8n fails when a step is executed a second time.
		const workflow = { ...paymentWorkflow(name, items, node, stored), pinData: {} };
		const { id } = await fixture.api.createWorkflow(workflow);
		await openWorkflow(page, id);
		await openNode(page, nodeNames.payments);
		return id;
	};
	// The window stays open for the next suite in this process, see closeWindow.
	return { fixture, browser, page, openPayments, close: fixture.close };
}

/** Everything that the tests of a suite in the editor need, see {@link forSuite}. */
export const useEditor = (): Editor => forSuite(startEditor);
