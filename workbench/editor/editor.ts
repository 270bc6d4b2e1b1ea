import type { StoredCredential } from '../instance/api';
import { launchBrowser, openEditor, openNode, openWorkflow } from './browser';
import { startFixture, type Fixture } from '../instance/fixture';
import type { Browser, Page } from './playwright';
import { forSuite } from '../servers/forSuite';
import { nodeNames, paymentWorkflow, type PaymentNode } from '../workflows/workflows';

/** For a credential with the one token that the sandbox does not forget at a reset. */
export const fixedToken = { authentication: 'accessToken', accessToken: 'sandbox-access-token' };

/** A fixture whose editor is open in a browser. */
export interface Editor {
	fixture: Fixture;
	browser: Browser;
	page: Page;
	/**
	 * Stores {@link paymentWorkflow} over items and opens the panel of the node under test.
	 *
	 * @returns the workflow's id
	 */
	openPayments(
		name: string,
		items: object[],
		node: PaymentNode,
		credential?: StoredCredential,
	): Promise<string>;
	close(): Promise<void>;
}

async function startEditor(): Promise<Editor> {
	const fixture = await startFixture();
	const browser = await launchBrowser();
	const page = await openEditor(browser, fixture.n8n.url);
	const close = async () => {
		await browser.close();
		await fixture.close();
	};
	const openPayments: Editor['openPayments'] = async (name, items, node, credential) => {
		const { id } = await fixture.api.createWorkflow({
			...paymentWorkflow(
				name,
				items,
				node,
				credential ?? (await fixture.createCredential(fixedToken)),
			),
			// As the editor stores it. Without it, n8n fails when a step is executed a second time.
			pinData: {},
		});
		await openWorkflow(page, id);
		await openNode(page, nodeNames.payments);
		return id;
	};
	return { fixture, browser, page, openPayments, close };
}

/** Everything that the tests of a suite in the editor need, see {@link forSuite}. */
export const useEditor = (): Editor => forSuite(startEditor);
