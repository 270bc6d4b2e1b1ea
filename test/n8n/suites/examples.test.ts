import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { launchBrowser, openEditor } from '../../../workbench/editor/browser';
import {
	chat,
	executeFrom,
	executeToTheEnd,
	importExample,
	openChat,
	openTestForm,
	productionFormUrl,
	publishWorkflow,
	selectCredential,
} from '../../../workbench/editor/builder';
import { executedSuccessfully } from '../../../workbench/editor/nodeView';
import type { Page } from 'playwright-core';
import { repositoryRoot } from '../../../workbench/install/paths';
import {
	allowAccess,
	payByCard,
	readFormEnding,
	submitForm,
	visit,
} from '../../../workbench/editor/person';
import { forSuite } from '../suite';
import { answersWell, waitUntil } from '../../../workbench/servers/waiting';
import { listExamples, strictService } from '../../../workbench/workflows/examples';
import { payoutRequests } from '../../../workbench/executions/outcomes';
import { samplePayoutRows } from '../../../workbench/instance/payoutsTable';
import { callWebhook, waitForWebhook } from '../../../workbench/instance/webhook';
import { fromItem } from '../../../workbench/workflows/workflows';
import { asha, payoutToAsha, pendingRow, Stage } from '../examples/stage';

/** One of the two runs: 0 is out of the editor where that can be, 1 is published. */
type Time = 0 | 1;

interface Example {
	/** Before the first run, with the example open in the editor. */
	prepare?: () => Promise<void>;
	/** Runs it as a person does, and returns what that person reads at the end. */
	run: (workflowId: string, time: Time) => Promise<string>;
	says: [RegExp, RegExp];
	/** Who was paid after the first run, each once, and also after the second. */
	paid?: string[];
	/** Recipient, subject and text of each e-mail of a run; none when left out. */
	mails?: [RegExp[], RegExp[]];
	/** Of the rows of the table, after each run. */
	statuses?: [string, string];
	/** The nodes that are red in the second run, because they refuse what was asked for. */
	refuses?: string[];
}

const invoice = { invoiceNumber: 'INV2051', amount: '25.00' };
const payout = {
	...{ amount: 150_000, orderReference: 'INV7801', accountNumber: '0150384512700' },
	...{ accountName: 'Asha Mushi', bic: 'CORUTZTZ' },
};

// What else may happen to them: exampleForms, exampleTables.
describe('an example, at a service as strict as the real one', () => {
	const stage = new Stage(strictService);
	const { fixture, mailbox, model, expectMails } = stage;
	const browser = forSuite(launchBrowser);
	let editor: Page;
	before(async () => {
		editor = await openEditor(browser, fixture.api);
		// n8n takes a browser without a window for a program that opens links, and lets it approve nothing.
		const userAgent = await editor.evaluate<string>('navigator.userAgent');
		const windowed = userAgent.replace('HeadlessChrome', 'Chrome');
		await editor.setExtraHTTPHeaders({ 'user-agent': windowed });
	});

	const ledger = async () => await fixture.control.ledger();
	const payments = async () => (await ledger()).cardPayments;

	/** Opens the form of a workflow: that of a test run, or the published one with a log-in to n8n. */
	async function openForm(workflowId: string, trigger: string, time: Time): Promise<Page> {
		if (time === 0) return await openTestForm(editor);
		await publishWorkflow(editor);
		const url = await productionFormUrl(fixture.api, workflowId, trigger);
		await waitUntil(async () => await answersWell(url));
		const form = await openEditor(browser, fixture.api);
		await form.goto(url);
		return form;
	}

	/** Selects the model of the agent in the open example, and opens its chat. */
	async function openAgent(): Promise<void> {
		await selectCredential(editor, 'OpenAI Chat Model', stage.credentials.chatModel.name);
		await openChat(editor);
	}

	/** Chats with an agent that makes one call, which a person approves where n8n asks for it. */
	async function letCall(tool: string, call: object, button?: string): Promise<string> {
		const message = `Please pay my invoice, ${Date.now()}.`;
		const told = `The tools told me, at ${Date.now()}: `;
		model.follow([[tool, call]], (answers) => told + answers.join());
		if (button === undefined) await chat(editor, message, told);
		else {
			const body = editor.locator('[data-test-id="canvas-chat-body"]');
			const questions = body.getByText(/^Pay [\d,]+ TZS to Asha Mushi\?/);
			const earlier = await questions.count();
			await chat(editor, message, message);
			await waitUntil(async () => (await questions.count()) > earlier);
			await editor.locator(`button:text-is("${button}")`).last().click();
			await body.getByText(told).last().waitFor();
		}
		return model.toolAnswers().join();
	}

	/** The form that n8n gives to a tool with a human review in front of it. */
	async function letPay(changes: object, button: string): Promise<string> {
		const toolParameters = { ...payout, ...changes };
		return await letCall('Create_bank_payout', { toolParameters, hitlParameters: {} }, button);
	}

	const examples: Record<string, Example> = {
		'form-payment-link': {
			async run(workflowId, time) {
				const form = await openForm(workflowId, 'Payment form', time);
				await submitForm(form, asha);
				const ending = await readFormEnding(form);
				const { html } = await mailbox.waitForMessage('asha@example.com');
				const [, link = ''] = /<a href="([^"]*)"/.exec(html) ?? [];
				await payByCard(browser, link);
				const made = (await payments())[time]!;
				assert.equal(link, made.cardPaymentLink);
				assert.ok(html.includes(made.orderReference) && ending.includes(made.orderReference));
				return `${ending}${JSON.stringify(made)}`;
			},
			says: [
				/check your e-mail.*25\.50 USD to asha@example\.com.*"255712345678".*"PAID"/s,
				/check your e-mail.*"PAID"/s,
			],
			mails: [
				[/^asha@example\.com: Your payment link for 25\.50 USD/],
				[/^asha@example\.com: Your/],
			],
		},
		'payment-received': {
			async prepare() {
				await fixture.control.settings({ webhookUrl: `${fixture.n8n.url}/webhook/payment-events` });
				await publishWorkflow(editor);
				await waitForWebhook(fixture.n8n.url, 'payment-events');
				const item = { orderReference: 'PAID1', amount: '25', currency: 'USD', customerId: 'C1' };
				await fixture.pay([item], { parameters: fromItem.initiate }, stage.credentials.payments);
			},
			async run(workflowId, time) {
				if (time === 0) await payByCard(browser, (await payments())[0]!.cardPaymentLink);
				else {
					await fixture.control.setPaymentStatus('PAID1', 'SETTLED');
					const body = { data: { orderReference: 'PAID1' } };
					await callWebhook(fixture.n8n.url, 'payment-events', body);
				}
				const executions = async () => await fixture.api.listExecutions(workflowId);
				await waitUntil(async () => (await executions()).length === time + 1);
				return (await fixture.api.waitForExecution((await executions())[0]!)).status;
			},
			says: [/success/, /success/],
			mails: [[/^payments@example\.com: Order PAID1: paid\n.*25 USD, status SUCCESS/s], []],
		},
		'scheduled-payouts': {
			async prepare() {
				await stage.table.fill([
					...samplePayoutRows,
					pendingRow('LOSTANSWER', { amount: 5000.1 }),
					pendingRow('TOOMUCH', { amount: 20_000_000.01 }),
					pendingRow('DONE', { status: 'paid' }),
				]);
				await fixture.control.settings({ settlementMs: 600_000 });
				const fault = { kind: 'dropAfter', operation: 'createBankPayout' } as const;
				await fixture.control.addFault({ ...fault, orderReference: 'LOSTANSWER' });
			},
			async run(_, time) {
				if (time === 1) await stage.table.backToPending('orderReference', 'SAL202611A');
				return await executeToTheEnd(editor);
			},
			says: [executedSuccessfully, executedSuccessfully],
			paid: ['SAL202611A', 'SAL202611B', 'INV7715', 'INV7718', 'LOSTANSWER'],
			mails: [
				[
					/^finance@example\.com: Payouts of [^\n?]*\n.*rejected: 3 payouts, 20,344,000\.01 TZS.*- INV7715,[^-]*arrival: Instant/s,
				],
				[/^finance@example\.com: .*accepted: \d payouts/s],
			],
			statuses: [
				'accepted accepted accepted accepted rejected rejected accepted rejected paid',
				'accepted accepted accepted accepted rejected rejected accepted rejected paid',
			],
		},
		'row-by-row-payouts': {
			async prepare() {
				await fixture.control.settings({ settlementMs: 600_000 });
				await stage.table.fill(['ROW1', 'BAD-1', 'ROW2'].map((each) => pendingRow(each)));
			},
			async run(_, time) {
				for (const paid of time === 1 ? ['ROW1', 'ROW2'] : []) {
					await stage.table.backToPending('orderReference', paid);
					await fixture.control.setPayoutStatus(paid, 'SUCCESS');
				}
				let said = '';
				for (let row = time; row < 3; row++) said += await executeFrom(editor, 'Every minute');
				return said + (await executeFrom(editor, 'Every hour'));
			},
			says: [executedSuccessfully, executedSuccessfully],
			paid: ['ROW1', 'ROW2'],
			mails: [[/^finance@example\.com: Payout BAD-1: rejected/], []],
			statuses: ['accepted rejected accepted', 'paid rejected paid'],
		},
		'spreadsheet-approval': {
			async run(workflowId, time) {
				const form = await openForm(workflowId, 'Upload payouts', time);
				const input = form.locator('input[type="file"]');
				await allowAccess(form, input);
				const chooser = form.waitForEvent('filechooser');
				await input.click();
				await (await chooser).setFiles(path.join(repositoryRoot, 'examples/payouts.csv'));
				await form.locator('#submit-btn').click();

				const address = await stage.approvalLink();
				await waitUntil(async () => await answersWell(address));
				const approval = await visit(browser, address);
				await approval.getByText('387,500.50 TZS').first().waitFor();
				await approval.getByLabel('Approve').click();
				await submitForm(approval, { 'Your name': 'Neema Joseph' });

				const download = await form.waitForEvent('download');
				assert.match(download.suggestedFilename(), /^payouts-result-[\d-]+\.csv$/);
				const file = await readFile(await download.path(), 'utf8');
				const mailed = await mailbox.waitForMessage('finance@example.com');
				assert.equal(String(mailed.attachments?.[0]?.content), file);
				return `${await readFormEnding(form)}${file}`;
			},
			says: [
				/Approved.*accepted: 5, invalid: 1.*SAL202612A,.*,accepted,\S+,AUTHORIZED,1500\.00,.*Neema Joseph,\d{4}-/s,
				/Approved.*alreadySent: 5, invalid: 1.*SAL202612A,.*,alreadySent,\S+,[A-Z]+,1500\.00,/s,
			],
			paid: ['SAL202612A', 'SAL202612B', 'INV7801', 'INV7802', 'INV7804'],
			mails: [
				[/^approver@.*: Payouts to approve: 5/, /^finance@.*payouts\.csv: Approved/],
				[/^approver@.*: Payouts to approve: 5/, /^finance@.*payouts\.csv: Approved/],
			],
		},
		'pay-by-hand': {
			async run(workflowId, time) {
				const form = await openForm(workflowId, 'Payout form', time);
				await allowAccess(form, form.getByLabel('Order reference'));
				await form.getByLabel('Currency').selectOption(payoutToAsha.currency);
				await form.getByLabel('Transfer type').selectOption(payoutToAsha.transferType);
				await submitForm(form, {
					'Order reference': 'HAND1',
					Amount: '1200',
					'Account number': payoutToAsha.accountNumber,
					'Account name': payoutToAsha.accountName,
					'BIC of the bank': payoutToAsha.bic,
				});
				return await readFormEnding(form);
			},
			says: [
				/The service accepted it: AUTHORIZED/,
				/The service knows this payout: [A-Z]+.*Nothing was sent.*asked for 1200\.00 TZS/s,
			],
			paid: ['HAND1'],
		},
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
				assert.match(await letPay({ ...other, amount: 600_000 }, 'Pay'), /Maximum Amount/);
				assert.deepEqual(payoutRequests(await ledger()), []);
			},
			run: async () => await letPay({}, 'Pay'),
			says: [/"orderReference":"INV7801"/, /"orderReference":"INV7801".*"alreadySent":true/],
			paid: ['INV7801'],
		},
	};

	/** What n8n shows in red of these executions. */
	async function redIn(ids: string[]): Promise<string[]> {
		const executions = await Promise.all(ids.map(async (id) => await fixture.api.getExecution(id)));
		return executions.flatMap(({ status, data }) => {
			const runs = Object.entries(data.resultData.runData);
			const red = runs.filter(([, each]) =>
				each.some(({ executionStatus }) => executionStatus === 'error'),
			);
			return [...red.map(([node]) => node), ...(status === 'error' ? [status] : [])];
		});
	}

	/** The rows tell the outcomes, and of each payout what the service has of it. */
	async function assertRows(statuses: string): Promise<void> {
		const rows = await stage.table.rows();
		assert.deepEqual(rows.map(({ status }) => status).join(' '), statuses);
		for (const { orderReference, id, fee, beneficiary } of (await ledger()).payouts) {
			const row = rows.find((each) => each.orderReference === orderReference);
			const told = [row?.payoutId, row?.fee, row?.accountNumber];
			assert.deepEqual(told, [id, fee, beneficiary.accountNumber]);
		}
	}

	it('is in this table, whichever it is', async () => {
		assert.deepEqual(Object.keys(examples).sort(), await listExamples());
	});

	for (const [file, example] of Object.entries(examples)) {
		it(`${file} runs to its end twice: nobody is paid again, and nothing is red`, async () => {
			const { run, says, paid = [], mails = [[], []], statuses, refuses = [] } = example;
			const workflowId = await importExample(editor, file);
			await example.prepare?.();
			let sent: number | undefined;
			let executions: string[] = [];
			for (const time of [0, 1] as const) {
				await mailbox.clear();
				assert.match(await run(workflowId, time), says[time]);
				await expectMails(mails[time]);
				const seen = await ledger();
				assert.deepEqual(seen.paid, Object.fromEntries(paid.map((each) => [each, 1])));
				if (statuses !== undefined) await assertRows(statuses[time]);
				const made = payoutRequests(seen).length;
				assert.equal(made, sent ?? made, 'a payout was sent again');
				sent = made;
				const all = await fixture.api.listExecutions(workflowId);
				const came = all.filter((id) => !executions.includes(id));
				if (time === 1) assert.deepEqual(await redIn(came), refuses);
				executions = all;
			}
			await stage.stopWaiting(workflowId);
		});
	}
});
