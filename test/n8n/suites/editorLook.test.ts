import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { launchBrowser, openEditor, openNode, openWorkflow } from '../harness/browser';
import { startFixture, type Fixture } from '../harness/fixture';
import { nodeView } from '../harness/nodeView';
import type { Browser } from '../harness/playwright';
import { nodeNames, paymentWorkflow } from '../harness/workflows';

const long = (text: string, length: number) => text.repeat(length).slice(0, length);

/** Every field, with values as long as they come. */
const longPayout = {
	resource: 'payout',
	operation: 'createBankPayout',
	amount: 123456789012.55,
	currency: 'TZS',
	orderReference: long('INVOICE', 140),
	accountNumber: long('0150', 34),
	accountName: long('Kampuni ya Usafirishaji na Ugavi ', 140),
	bic: {
		__rl: true,
		mode: 'list',
		value: 'CORUTZTZXXX',
		cachedResultName: `${long('Benki ya Ushirika ', 120)} (CORUTZTZXXX)`,
	},
	transferType: 'RTGS',
	additionalFields: { accountCurrency: 'TZS', checksum: long('0123456789abcdef', 64) },
	options: {
		agentPayouts: 'fixedBeneficiary',
		duplicateGuard: 'thisExecution',
		maximumAmount: 123456789012.55,
		proxy: `http://${long('proxy.', 60)}example.com:3128`,
		whenAlreadySent: 'passThrough',
	},
};

describe('the panel of the node', () => {
	let fixture: Fixture;
	let browser: Browser;
	let workflowId: string;

	before(async () => {
		fixture = await startFixture();
		browser = await launchBrowser();
		const { id } = await fixture.api.createWorkflow(
			paymentWorkflow('Look', [{}], { parameters: longPayout }, await fixture.createCredential()),
		);
		workflowId = id;
	});
	after(async () => {
		await browser?.close();
		await fixture?.close();
	});

	for (const colorScheme of ['light', 'dark'] as const) {
		for (const width of [1440, 900]) {
			it(`holds very long values in a ${colorScheme} window of ${width} pixels`, async () => {
				const page = await openEditor(browser, fixture.n8n.url, { colorScheme, width });
				await openWorkflow(page, workflowId);
				await openNode(page, nodeNames.payments);

				const column = await nodeView(page)
					.locator('[data-test-id="node-parameters"]')
					.boundingBox();
				const fields = await nodeView(page)
					.locator('[data-test-id^="parameter-input-"]:visible')
					.all();
				const boxes = await Promise.all(fields.map(async (field) => await field.boundingBox()));
				assert.ok(column !== null && boxes.length >= 15, `${boxes.length} fields`);
				for (const box of boxes.filter((each) => each !== null)) {
					assert.ok(box.x >= column.x, JSON.stringify({ box, column }));
					assert.ok(box.x + box.width <= column.x + column.width, JSON.stringify({ box, column }));
				}
				const icon = nodeView(page).locator('img[src*="cardBankPayments"]').first();
				const isDark = (await icon.getAttribute('src'))?.includes('.dark.svg');
				assert.equal(isDark, colorScheme === 'dark');
				await page.close();
			});
		}
	}
});
