import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { sentTo } from '../../../workbench/instance/assertions';
import { launchBrowser, openEditor, openNode } from '../../../workbench/editor/browser';
import {
	closeNode,
	executeWorkflow,
	importExample,
	selectCredential,
} from '../../../workbench/editor/builder';
import { failureText, outputOf, type Execution } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { payByCard } from '../../../workbench/instance/person';
import type { Page } from '../../../workbench/editor/playwright';
import { forSuite } from '../../../workbench/servers/forSuite';
import { waitUntil } from '../../../workbench/servers/waiting';

const trigger = 'When clicking ‘Execute workflow’';
const order = { orderReference: 'ORDER2043', amount: '80.00', customerId: 'CUST1001' };

describe('the example "Choose the cheapest card method"', () => {
	const fixture = useFixture();
	const browser = forSuite(launchBrowser);
	let editor: Page;
	let workflowId: string;

	before(async () => {
		await fixture.createCredential({ apiKey: 'of another account' });
		const { name } = await fixture.createCredential();
		editor = await openEditor(browser, fixture.n8n.url);
		workflowId = await importExample(editor, 'cheapest-card-method');
		await selectCredential(editor, 'Preview card methods', name);
		await selectCredential(editor, 'Create payment link', name);
	});
	beforeEach(async () => await fixture.control.reset());

	/** Runs the workflow over a preview that answers these methods. */
	async function runWith(activeMethods: object[]): Promise<Execution> {
		const body = { activeMethods };
		await fixture.control.addFault({ kind: 'answer', operation: 'previewCardPayment', body });
		return await fixture.api.execute(workflowId, trigger);
	}

	it('shows the builder the link and the method, and the payer pays at the link', async () => {
		await executeWorkflow(editor);
		await waitUntil(async () => (await fixture.control.ledger()).cardPayments.length > 0);
		await openNode(editor, 'Link and method');
		const output = editor.locator('[data-test-id="output-panel"]');
		const [payment] = (await fixture.control.ledger()).cardPayments;
		const { cardPaymentLink, orderReference, amount, customerId } = payment!;
		for (const text of [cardPaymentLink, 'VISA', 'ORDER2043']) {
			await output.getByText(text).first().waitFor();
		}
		await closeNode(editor);
		assert.deepEqual({ orderReference, amount, customerId }, order);

		await payByCard(browser, cardPaymentLink);
		const { cardPayments } = await fixture.control.ledger();
		const statuses = cardPayments.map(({ status }) => status);
		assert.deepEqual(statuses, ['PAID']);
	});

	it('asks for the methods of the same order that it makes the link for', async () => {
		await fixture.api.execute(workflowId, trigger);
		const ledger = await fixture.control.ledger();
		const { orderReference, amount } = order;
		const preview = sentTo(ledger, 'previewCardPayment').at(-1)?.body;
		const link = sentTo(ledger, 'initiateCardPayment').at(-1)?.body;
		assert.deepEqual(preview, { amount, currency: 'USD', orderReference });
		assert.deepEqual(link, { ...(preview as object), customer: { id: order.customerId } });
	});

	it('picks the lowest fee wherever it stands in the list, as a number and not as text', async () => {
		const execution = await runWith([
			{ name: 'TEN', fee: 10, message: 1 },
			{ name: 'NINE', fee: 9.5, message: 2 },
			{ name: 'HUNDRED', fee: 100, message: 3 },
		]);
		const items = outputOf(execution, 'Link and method').map(({ json }) => json);
		const { cardPaymentLink } = (await fixture.control.ledger()).cardPayments[0]!;
		assert.deepEqual(items, [
			{ cardPaymentLink, method: 'NINE', fee: 9.5, orderReference: order.orderReference },
		]);
	});

	it('makes no link when no method is active', async () => {
		const execution = await runWith([]);
		assert.equal(execution.status, 'success');
		assert.deepEqual((await fixture.control.ledger()).cardPayments, []);
		assert.equal(execution.data.resultData.runData['Create payment link'], undefined);
	});

	it('stops at the link when the order has one already', async () => {
		await fixture.api.execute(workflowId, trigger);
		const second = await fixture.api.execute(workflowId, trigger);
		assert.match(failureText(second), /ORDER2043.*already used/s);
		assert.equal(second.data.resultData.lastNodeExecuted, 'Create payment link');
		assert.equal((await fixture.control.ledger()).cardPayments.length, 1);
	});
});
