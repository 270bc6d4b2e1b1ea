import type { StoredCredential } from '../instance/api';
import { launchBrowser, openEditor, openNode, openWorkflow } from './browser';
import { startFixture } from '../instance/fixture';
import { forSuite } from '../servers/forSuite';
import { nodeNames, paymentWorkflow, type PaymentNode } from '../workflows/workflows';

/** For a credential with the one token that the sandbox does not forget at a reset. */
export const fixedToken = { authentication: 'accessToken', accessToken: 'sandbox-access-token' };

/** A fixture whose editor is open in a browser. */
export type Editor = Awaited<ReturnType<typeof startEditor>>;

async function startEditor() {
	const fixture = await startFixture();
	const browser = await launchBrowser();
	const page = await openEditor(browser, fixture.n8n.url);
	const close = async () => {
		await browser.close();
		await fixture.close();
	};
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
	return { fixture, browser, page, openPayments, close };
}

/** Everything that the tests of a suite in the editor need, see {@link forSuite}. */
export const useEditor = (): Editor => forSuite(startEditor);
