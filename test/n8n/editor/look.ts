import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { openEditor, openNode, openWorkflow } from '../../../workbench/editor/browser';
import { useEditor } from '../../../workbench/editor/editor';
import { nodeView } from '../../../workbench/editor/nodeView';
import { nodeNames, paymentWorkflow } from '../../../workbench/workflows/workflows';

const long = (text: string, length: number) => text.repeat(length).slice(0, length);

const bank = `${long('Benki ya Ushirika ', 120)} (CORUTZTZXXX)`;

/** Every field, with values as long as they come. */
const longPayout = {
	resource: 'payout',
	operation: 'createBankPayout',
	amount: 123456789012.55,
	currency: 'TZS',
	orderReference: long('INVOICE', 140),
	accountNumber: long('0150', 34),
	accountName: long('Kampuni ya Usafirishaji na Ugavi ', 140),
	bic: { __rl: true, mode: 'list', value: 'CORUTZTZXXX', cachedResultName: bank },
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
	const editor = useEditor();
	let workflowId: string;

	before(async () => {
		const credential = await editor.fixture.createCredential();
		const workflow = paymentWorkflow('Look', [{}], { parameters: longPayout }, credential);
		workflowId = (await editor.fixture.api.createWorkflow(workflow)).id;
	});

	for (const colorScheme of ['light', 'dark'] as const) {
		for (const width of [1440, 900]) {
			it(`says what the node does below it, and holds very long values, in a ${colorScheme} window of ${width} pixels`, async () => {
				const { url } = editor.fixture.n8n;
				const page = await openEditor(editor.browser, url, { colorScheme, width });
				await openWorkflow(page, workflowId);
				const name = `[data-node-name="${nodeNames.payments}"]`;
				const node = page.locator(`[data-test-id="canvas-node"]${name}`);
				await node.getByText('Create bank payout', { exact: true }).waitFor();
				await openNode(page, nodeNames.payments);

				const view = nodeView(page);
				const column = await view.locator('[data-test-id="node-parameters"]').boundingBox();
				const fields = await view.locator('[data-test-id^="parameter-input-"]:visible').all();
				const boxes = await Promise.all(fields.map(async (field) => await field.boundingBox()));
				assert.ok(column !== null && boxes.length >= 15, `${boxes.length} fields`);
				for (const box of boxes.filter((each) => each !== null)) {
					assert.ok(box.x >= column.x, JSON.stringify({ box, column }));
					assert.ok(box.x + box.width <= column.x + column.width, JSON.stringify({ box, column }));
				}
				const icon = view.locator('img[src*="cardBankPayments"]').first();
				const isDark = (await icon.getAttribute('src'))?.includes('.dark.svg');
				assert.equal(isDark, colorScheme === 'dark');
				await page.close();
			});
		}
	}
});
