import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { sentTo } from '../../../workbench/instance/assertions';
import { launchBrowser, openEditor } from '../../../workbench/editor/browser';
import { chat, importExample, openChat, selectCredential } from '../../../workbench/editor/builder';
import { startChatModel, ToolCall, type ToolArguments } from '../../../workbench/servers/chatModel';
import { useFixture } from '../../../workbench/instance/fixture';
import { payByCard } from '../../../workbench/instance/person';
import type { Page } from '../../../workbench/editor/playwright';
import { forSuite } from '../../../workbench/servers/forSuite';

const invoice = { invoiceNumber: 'INV2051', amount: '25.00' };
const createLink = (link: ToolArguments) => [new ToolCall('Create_payment_link', link)];

describe('the example "Ask an AI agent for a payment link"', () => {
	const fixture = useFixture();
	const model = forSuite(startChatModel);
	const browser = forSuite(launchBrowser);
	let editor: Page;
	let asked = 0;

	before(async () => {
		await fixture.createCredential({ apiKey: 'of another account' });
		const { name } = await fixture.createCredential();
		await fixture.api.createCredential('Scripted model', 'openAiApi', {
			apiKey: 'scripted',
			url: model.url,
		});
		editor = await openEditor(browser, fixture.n8n.url);
		await importExample(editor, 'ai-agent-payment-link');
		await selectCredential(editor, 'OpenAI Chat Model', 'Scripted model');
		await selectCredential(editor, 'Create payment link', name);
		await selectCredential(editor, 'Preview card methods', name);
		await openChat(editor);
	});
	beforeEach(async () => await fixture.control.reset());

	/** Lets the agent call tools for a message in the chat, and answer with what they told it. */
	async function ask(...calls: ToolCall[][]): Promise<string[]> {
		const told = `The tools told me (${++asked}): `;
		model.follow(...calls, (answers) => told + answers.join(' '));
		await chat(editor, 'I want to pay my invoice.', told);
		return model.toolAnswers();
	}

	it('gives a link in the chat after a question back, and the payer pays at it', async () => {
		model.follow(() => 'Shall I create a link for invoice INV2051 over 25.00 USD?');
		await chat(editor, 'I want to pay invoice INV2051, 25 dollars.', /Shall I create a link/);
		assert.deepEqual((await fixture.control.ledger()).requests, []);

		model.follow(
			createLink(invoice),
			([answer = '']) => `Please pay at ${/http[^"]*/.exec(answer)?.[0]}`,
		);
		await chat(editor, 'Yes, please.', /Please pay at http/);
		const [payment] = (await fixture.control.ledger()).cardPayments;
		assert.ok(payment, 'The service made no link');
		const { orderReference, amount, currency, cardPaymentLink } = payment;
		assert.deepEqual([orderReference, amount, currency], ['INV2051', '25.00', 'USD']);
		await editor.getByText(`Please pay at ${cardPaymentLink}`).first().waitFor();

		await payByCard(browser, cardPaymentLink);
		const [paid] = (await fixture.control.ledger()).cardPayments;
		assert.equal(paid?.status, 'PAID');
	});

	it('tells the agent the methods and their fees without starting a payment', async () => {
		const [answer] = await ask([new ToolCall('Preview_card_methods', invoice)]);
		assert.match(answer ?? '', /"VISA","fee":0\.73/);
		const ledger = await fixture.control.ledger();
		assert.equal(sentTo(ledger, 'initiateCardPayment').length, 0);
		assert.deepEqual(ledger.cardPayments, []);
	});

	it('makes one link when the agent calls the tool again, in one answer or in two', async () => {
		const [first, second] = await ask(createLink(invoice), createLink(invoice));
		assert.equal(first, second);
		const [refused] = await ask(createLink(invoice));
		assert.match(refused ?? '', /INV2051.*already used/s);
		assert.equal((await fixture.control.ledger()).cardPayments.length, 1);
	});

	it('tells the agent what is wrong with an amount, and sends nothing', async () => {
		const [answer] = await ask(createLink({ ...invoice, amount: '25,00' }));
		assert.match(answer ?? '', /Amount is .*25,00.*; enter digits/);
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	});

	it('offers the agent no way to a payout', async () => {
		await ask(
			createLink({
				...invoice,
				resource: 'payout',
				operation: 'createBankPayout',
				accountNumber: '0152000099',
				accountName: 'The agent',
				bic: 'CORUTZTZ',
				transferType: 'ACH',
			}),
		);
		assert.deepEqual(model.toolNames().sort(), ['Create_payment_link', 'Preview_card_methods']);
		assert.deepEqual(model.toolParameters().sort(), ['amount', 'invoiceNumber']);
		assert.deepEqual(sentTo(await fixture.control.ledger(), 'createBankPayout'), []);
	});
});
