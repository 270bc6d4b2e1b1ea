import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { launchBrowser, openEditor } from '../../../workbench/editor/browser';
import { chat, importExample, openChat, selectCredential } from '../../../workbench/editor/builder';
import type { Page } from '../../../workbench/editor/playwright';
import { useFixture } from '../../../workbench/instance/fixture';
import { startChatModel, ToolCall } from '../../../workbench/servers/chatModel';
import { forSuite } from '../../../workbench/servers/forSuite';
import { strictService } from '../../../workbench/workflows/examples';

const invoice = {
	...{ amount: 150_000, orderReference: 'INV7801', accountNumber: '0150384512700' },
	...{ accountName: 'Asha Mushi', bic: 'CORUTZTZ' },
};

describe('the example "Let an AI agent make payouts within limits"', () => {
	const fixture = useFixture();
	const model = forSuite(startChatModel);
	const browser = forSuite(launchBrowser);
	let editor: Page;

	before(async () => {
		// n8n selects the only credential of a kind by itself.
		await fixture.createCredential();
		await fixture.api.createCredential('Scripted model', 'openAiApi', {
			apiKey: 'scripted',
			url: model.url,
		});
		editor = await openEditor(browser, fixture.n8n.url);
		await importExample(editor, 'ai-agent-payouts');
		await selectCredential(editor, 'OpenAI Chat Model', 'Scripted model');
		await openChat(editor);
		await fixture.control.reset(strictService);
	});

	const inChat = (text: string) =>
		editor.locator('[data-test-id="canvas-chat-body"]').getByText(text).last();
	const paid = async () => (await fixture.control.ledger()).paid;

	it('pays what a person approved, and nothing before', async () => {
		const told = 'The tools told me: ';
		// The form that n8n gives to a tool with a human review in front of it.
		const call = { toolParameters: invoice, hitlParameters: {} };
		model.follow([new ToolCall('Create_bank_payout', call)], (all) => told + all.join(' '));
		await chat(editor, 'Please pay my invoice.', 'Pay 150,000 TZS to Asha Mushi?');
		await inChat(`Account number: ${invoice.accountNumber}`).waitFor();
		assert.deepEqual(await paid(), {});
		// n8n takes a browser without a window for a program that opens links, and lets it approve nothing.
		const userAgent = await editor.evaluate<string>('navigator.userAgent');
		const windowed = userAgent.replace('HeadlessChrome', 'Chrome');
		await editor.setExtraHTTPHeaders({ 'user-agent': windowed });
		await editor.locator('button:text-is("Pay")').last().click();
		await inChat(told).waitFor();
		assert.match(model.toolAnswers().join(), /"orderReference":"INV7801"/);
		assert.deepEqual(await paid(), { INV7801: 1 });
	});
});
