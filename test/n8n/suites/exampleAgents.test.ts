import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { chat, openChat, selectCredential } from '../../../workbench/editor/builder';
import { payByCard } from '../../../workbench/editor/user';
import { waitUntil } from '../../../workbench/servers/waiting';
import { payoutRequests } from '../../../workbench/executions/outcomes';
import { strictService } from '../../../workbench/workflows/examples';
import { ExampleFixture } from '../examples/exampleFixture';
import { runTwice, useEditor } from '../examples/twice';

const invoice = { invoiceNumber: 'INV2051', amount: '25.00' };
const payout = {
	...{ amount: 15_000, orderReference: 'S042INV7801', accountNumber: '0150384512700' },
	...{ accountName: 'Asha Mushi', bic: 'CORUTZTZ' },
};

describe('an example with an AI agent, at a service as strict as the real one', () => {
	const exampleFixture = new ExampleFixture(strictService);
	const { fixture, model } = exampleFixture;
	const { browser, editor } = useEditor(exampleFixture);

	const ledger = async () => await fixture.control.ledger();
	const payments = async () => (await ledger()).cardPayments;

	/** Selects the model of the agent in the open example, and opens its chat. */
	async function openAgent(): Promise<void> {
		await selectCredential(editor, 'OpenAI Chat Model', exampleFixture.credentials.chatModel.name);
		await openChat(editor);
	}

	/** Chats with an agent that makes one call, which a person approves where n8n asks for it. */
	async function letCall(
		tool: string,
		call: object,
		{ button, question }: { button?: string; question?: RegExp } = {},
	): Promise<string> {
		const message = `Please pay my invoice, ${Date.now()}.`;
		const told = `The tools told me, at ${Date.now()}: `;
		model.follow([[tool, call]], (answers) => told + answers.join());
		if (button === undefined || question === undefined) await chat(editor, message, told);
		else {
			const body = editor.locator('[data-test-id="canvas-chat-body"]');
			const questions = body.getByText(question);
			const earlier = await questions.count();
			await chat(editor, message, message);
			await waitUntil(async () => (await questions.count()) > earlier);
			await editor.locator(`button:text-is("${button}")`).last().click();
			await body.getByText(told).last().waitFor();
		}
		return model.toolAnswers().join();
	}

	/** The form that n8n gives to a tool with a human review in front of it. */
	async function letPay(changes: Partial<typeof payout>, button: string): Promise<string> {
		const toolParameters = { ...payout, ...changes };
		const { amount, orderReference, accountNumber, bic } = toolParameters;
		// All that the person approves.
		const question = new RegExp(
			`^Pay ${amount.toLocaleString('en-US')} TZS to Asha Mushi\\?\\s*Account number: ${accountNumber}\\s*` +
				`Bank \\(BIC\\): ${bic}\\s*Order reference: ${orderReference}\\b`,
		);
		const call = { toolParameters, hitlParameters: {} };
		return await letCall('Create_bank_payout', call, { button, question });
	}

	runTwice(exampleFixture, editor, {
		'ai-agent-payment-link': {
			async prepare() {
				await openAgent();
				assert.match(await letCall('Preview_card_methods', invoice), /"VISA","fee":0\.73/);
				const wrong = { ...invoice, amount: '25,00' };
				assert.match(await letCall('Create_payment_link', wrong), /Amount is .*25,00.*; enter/);
				assert.deepEqual(Object.keys(model.tools()).sort(), [
					'Create_payment_link',
					'Preview_card_methods',
				]);
				assert.deepEqual(await payments(), []);
			},
			async run(_, time) {
				const answer = await letCall('Create_payment_link', invoice);
				if (time === 0) await payByCard(browser, (await payments())[0]!.cardPaymentLink);
				return `${answer} ${(await payments()).map(({ status }) => status).join()}`;
			},
			says: [/"cardPaymentLink":"http.* PAID$/, /INV2051.* PAID$/],
			refuses: ['Create payment link'],
		},
		'ai-agent-payouts': {
			async prepare() {
				await openAgent();
				const other = { orderReference: 'INV7802' };
				assert.match(await letPay(other, 'Decline'), /declined|rejected|denied/i);
				assert.match(await letPay({ ...other, amount: 60_000 }, 'Pay'), /Maximum Amount/);
				assert.deepEqual(payoutRequests(await ledger()), []);
			},
			run: async () => await letPay({}, 'Pay'),
			says: [
				/"orderReference":"S042INV7801"/,
				/"orderReference":"S042INV7801".*"alreadySent":true/,
			],
			paid: ['S042INV7801'],
			bills: async () => await Promise.resolve([payout]),
		},
	});
});
