import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, openEditor, openNode, openWorkflow } from '../harness/browser';
import { startFixture, type Fixture } from '../harness/fixture';
import type { Browser, Page } from '../harness/playwright';
import { nodeNames, paymentWorkflow } from '../harness/workflows';

const emptyPayout = {
	parameters: {
		resource: 'payout',
		operation: 'createBankPayout',
		bic: { __rl: true, mode: 'list', value: '' },
	},
};

describe('in the editor, a builder', () => {
	let fixture: Fixture;
	let browser: Browser;
	let page: Page;

	before(async () => {
		fixture = await startFixture();
		browser = await launchBrowser();
		page = await openEditor(browser, fixture.n8n.url);
	});
	after(async () => {
		await browser?.close();
		await fixture?.close();
	});

	async function openPayout(name: string, credentialChanges: object = {}): Promise<void> {
		const workflow = await fixture.api.createWorkflow(
			paymentWorkflow(name, [{}], emptyPayout, await fixture.createCredential(credentialChanges)),
		);
		await openWorkflow(page, workflow.id);
	}

	for (const search of ['Card and Bank Payments', 'ClickPesa', 'bank transfer']) {
		it(`finds the node by "${search}"`, async () => {
			await openPayout(`Find ${search}`);
			await page.locator('[data-test-id="node-creator-plus-button"]').first().click();
			await page.locator('[data-test-id="node-creator-search-bar"]').first().fill(search);
			const found = page
				.locator('[data-test-id="node-creator-item-name"]')
				.filter({ hasText: 'Card and Bank Payments' });
			await found.first().waitFor();
		});
	}

	it('chooses the bank from the searchable list of the service', async () => {
		await openPayout('Banks');
		await openNode(page, nodeNames.payments);
		await page.locator('[data-test-id="resource-locator-bic"]').first().click();
		await page.getByText('CRDB Bank (CORUTZTZ)').first().waitFor();
		await page.locator('[data-test-id="rlc-search"]').first().fill('nmb');
		await page.getByText('NMB Bank (NMIBTZTZ)').first().waitFor();
		await page.getByText('CRDB Bank (CORUTZTZ)').first().waitFor({ state: 'hidden' });
		await page.getByText('NMB Bank (NMIBTZTZ)').first().click();
		const input = page.locator('[data-test-id="resource-locator-bic"] input').nth(1);
		assert.match(await input.inputValue(), /NMB Bank/);
	});

	it('is told why the list of banks cannot be loaded, and what to do instead', async () => {
		await openPayout('No banks', { banksPath: '/nowhere' });
		await openNode(page, nodeNames.payments);
		await page.locator('[data-test-id="resource-locator-bic"]').first().click();
		await page.getByText(/there is none at this address \(HTTP 404\)\. Choose By BIC/).waitFor();
	});

	it("reaches the service's other endpoints with the credential in an HTTP Request node", async () => {
		const credential = await fixture.createCredential();
		await fixture.pay(
			[{ orderReference: 'INV-204' }],
			{
				parameters: {
					...emptyPayout.parameters,
					amount: 100,
					orderReference: '={{ $json.orderReference }}',
					accountNumber: '0150123456789',
					accountName: 'Asha Mushi',
					bic: { __rl: true, mode: 'bic', value: 'CORUTZTZ' },
				},
			},
			credential,
		);
		const lookUp = async (url: string) => {
			const workflow = paymentWorkflow('Look up', [{}], emptyPayout, credential);
			const nodes = (workflow.nodes as Array<{ name: string }>).map((node) =>
				node.name === nodeNames.payments
					? {
							...node,
							type: 'n8n-nodes-base.httpRequest',
							typeVersion: 4.2,
							parameters: {
								url,
								authentication: 'predefinedCredentialType',
								nodeCredentialType: 'cardBankPaymentsApi',
							},
						}
					: node,
			);
			const { id } = await fixture.api.createWorkflow({ ...workflow, nodes });
			return await fixture.api.execute(id, nodeNames.trigger);
		};

		const found = await lookUp(`${fixture.sandbox.baseUrl}/payouts/INV-204`);
		assert.equal(found.status, 'success', JSON.stringify(found.data.resultData.error));
		assert.equal(
			JSON.stringify(found.data.resultData.runData[nodeNames.payments]).includes('INV-204'),
			true,
		);

		const elsewhere = await lookUp(fixture.sandbox.url.replace('127.0.0.1', 'localhost'));
		assert.equal(elsewhere.status, 'error');
		assert.match(JSON.stringify(elsewhere.data), /may only be used with addresses at/);
	});
});
