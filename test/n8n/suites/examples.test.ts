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
import { repositoryRoot } from '../../../workbench/instance/paths';
import {
	allowAccess,
	field,
	payByCard,
	readFormEnding,
	submitForm,
	visit,
} from '../../../workbench/instance/person';
import { ToolCall } from '../../../workbench/servers/chatModel';
import { noReuse } from '../../../workbench/servers/connections';
import { forSuite } from '../../../workbench/servers/forSuite';
import { answersWell, waitUntil } from '../../../workbench/servers/waiting';
import { listExamples, strictService } from '../../../workbench/workflows/examples';
import { payoutRequests } from '../../../workbench/workflows/outcomes';
import { samplePayoutRows } from '../../../workbench/workflows/payoutsTable';
import { waitForWebhook } from '../../../workbench/workflows/webhookWorkflow';
import { fromItem } from '../../../workbench/workflows/workflows';
import { asha, payoutToAsha, pendingRow, Stage } from '../examples/stage';

/** One of the two runs: 0 is out of the editor where that can be, 1 is published. */
type Time = 0 | 1;

interface Example {
	/** Before the first run. */
	prepare?: () => Promise<void>;
	/** Runs it as a person does, and returns what that person reads at the end. */
	run: (workflowId: string, time: Time) => Promise<string>;
	says: [RegExp, RegExp];
	/** Who was paid after the first run, each once, and also after the second. */
	paid: string[];
	/** Recipient, subject and text of each e-mail of a run. */
	mails: [RegExp[], RegExp[]];
	/** Of the rows of the table, after each run. */
	statuses?: [string[], string[]];
	/** The nodes that are red in the second run, because they refuse what was asked for. */
	refuses?: string[];
}

const invoice = { invoiceNumber: 'INV2051', amount: '25.00' };
const payout = {
	...{ amount: 150_000, orderReference: 'INV7801', accountNumber: '0150384512700' },
	...{ accountName: 'Asha Mushi', bic: 'CORUTZTZ' },
};

describe('an example, at a service as strict as the real one', () => {
	const stage = new Stage(strictService);
	const { fixture, mailbox, model, expectMails } = stage;
	const browser = forSuite(launchBrowser);
	let editor: Page;
	before(async () => {
		editor = await openEditor(browser, fixture.n8n.url);
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
		const form = await openEditor(browser, fixture.n8n.url);
		await form.goto(url);
		return form;
	}

	/** Chats with an agent that makes one call, which a person approves where n8n asks for it. */
	async function letCall(tool: string, call: object, button?: string): Promise<string> {
		const message = `Please pay my invoice, ${Date.now()}.`;
		const told = `The tools told me, at ${Date.now()}: `;
		model.follow([new ToolCall(tool, { ...call })], (answers) => told + answers.join());
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
	const letPay = async (changes: object, button: string) =>
		await letCall(
			'Create_bank_payout',
			{ toolParameters: { ...payout, ...changes }, hitlParameters: {} },
			button,
		);

	async function importAgent(file: string): Promise<void> {
		await importExample(editor, file);
		await selectCredential(editor, 'OpenAI Chat Model', stage.credentials.chatModel.name);
		await openChat(editor);
	}

	const click = async (trigger?: string) =>
		await (trigger === undefined ? executeToTheEnd(editor) : executeFrom(editor, trigger));

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
			paid: [],
			mails: [
				[/^asha@example\.com: Your payment link for 25\.50 USD/],
				[/^asha@example\.com: Your/],
			],
		},
		'payment-received': {
			async prepare() {
				await fixture.control.settings({ webhookUrl: `${fixture.n8n.url}/webhook/payment-events` });
			},
			async run(workflowId, time) {
				const address = `${fixture.n8n.url}/webhook/payment-events`;
				if (time === 0) {
					await publishWorkflow(editor);
					await waitForWebhook(fixture.n8n.url, 'payment-events');
					const link = { resource: 'cardPayment', operation: 'initiate' };
					const item = { orderReference: 'PAID1', amount: '25', currency: 'USD', customerId: 'C1' };
					const node = { parameters: { ...fromItem.initiate, ...link } };
					await fixture.pay([item], node, stage.credentials.payments);
					await payByCard(browser, (await payments())[0]!.cardPaymentLink);
				} else {
					await fixture.control.setPaymentStatus('PAID1', 'SETTLED');
					const body = JSON.stringify({ data: { orderReference: 'PAID1' } });
					const headers = { ...noReuse, 'content-type': 'application/json' };
					await fetch(address, { method: 'POST', headers, body });
				}
				const executions = async () => await fixture.api.listExecutions(workflowId);
				await waitUntil(async () => (await executions()).length === time + 1);
				return (await fixture.api.waitForExecution((await executions())[0]!)).status;
			},
			says: [/success/, /success/],
			paid: [],
			mails: [[/^payments@example\.com: Order PAID1: paid\n.*25 USD, status SUCCESS/s], []],
		},
		'scheduled-payouts': {
			async prepare() {
				await stage.fill([
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
				if (time === 1) await stage.backToPending('orderReference', 'SAL202611A');
				return await click();
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
				'accepted accepted accepted accepted rejected rejected accepted rejected paid'.split(' '),
				'accepted accepted accepted accepted rejected rejected accepted rejected paid'.split(' '),
			],
		},
		'row-by-row-payouts': {
			async prepare() {
				await fixture.control.settings({ settlementMs: 600_000 });
				await stage.fill(['ROW1', 'BAD-1', 'ROW2'].map((each) => pendingRow(each)));
			},
			async run(_, time) {
				const clicks = 'Every minute,'.repeat(3 - time) + 'Every hour';
				if (time === 1) {
					for (const paid of ['ROW1', 'ROW2']) {
						await stage.backToPending('orderReference', paid);
						await fixture.control.setPayoutStatus(paid, 'SUCCESS');
					}
				}
				let said = '';
				for (const trigger of clicks.split(',')) said += await click(trigger);
				return said;
			},
			says: [executedSuccessfully, executedSuccessfully],
			paid: ['ROW1', 'ROW2'],
			mails: [[/^finance@example\.com: Payout BAD-1: rejected/], []],
			statuses: [
				['accepted', 'rejected', 'accepted'],
				['paid', 'rejected', 'paid'],
			],
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

				const { html } = await mailbox.waitForMessage('approver@example.com');
				const [, link = ''] = /href="([^"]*webhook-waiting[^"]*)"/.exec(html) ?? [];
				const address = link.replaceAll('&amp;', '&');
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
				await allowAccess(form, field(form, 'Order reference'));
				await field(form, 'Currency').selectOption(payoutToAsha.currency);
				await field(form, 'Transfer type').selectOption(payoutToAsha.transferType);
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
			mails: [[], []],
		},
		'ai-agent-payment-link': {
			prepare: async () => await importAgent('ai-agent-payment-link'),
			async run(_, time) {
				const answer = await letCall('Create_payment_link', invoice);
				if (time === 0) await payByCard(browser, (await payments())[0]!.cardPaymentLink);
				return `${answer} ${(await payments()).map(({ status }) => status).join()}`;
			},
			says: [/"cardPaymentLink":"http.* PAID$/, /INV2051.* PAID$/],
			paid: [],
			mails: [[], []],
			refuses: ['Create payment link'],
		},
		'ai-agent-payouts': {
			prepare: async () => await importAgent('ai-agent-payouts'),
			run: async () => await letPay({}, 'Pay'),
			says: [/"orderReference":"INV7801"/, /"orderReference":"INV7801".*"alreadySent":true/],
			paid: ['INV7801'],
			mails: [[], []],
		},
	};

	/** What n8n shows in red of the executions that have come since. */
	async function redSince(workflowId: string, earlier: string[]): Promise<string[]> {
		const all = await fixture.api.listExecutions(workflowId);
		const came = all.filter((id) => !earlier.includes(id));
		const executions = await Promise.all(
			came.map(async (id) => await fixture.api.getExecution(id)),
		);
		return executions.flatMap(({ status, data }) => {
			const runs = Object.entries(data.resultData.runData);
			const red = runs.filter(([, each]) =>
				each.some(({ executionStatus }) => executionStatus === 'error'),
			);
			return [...red.map(([node]) => node), ...(status === 'error' ? [status] : [])];
		});
	}

	it('is in this table, whichever it is', async () => {
		assert.deepEqual(Object.keys(examples).sort(), await listExamples());
	});

	for (const [file, { prepare, run, says, paid, mails, statuses, refuses = [] }] of Object.entries(
		examples,
	)) {
		it(`${file} runs to its end twice: nobody is paid again, and nothing is red`, async () => {
			const isAgent = file.startsWith('ai-agent');
			if (!isAgent) await importExample(editor, file);
			await prepare?.();
			const workflowId = /\/workflow\/(\w+)/.exec(editor.url())![1]!;
			let sent = 0;
			let executions: string[] = [];
			for (const time of [0, 1] as const) {
				await mailbox.clear();
				assert.match(await run(workflowId, time), says[time]);
				await expectMails(mails[time]);
				const seen = await ledger();
				assert.deepEqual(seen.paid, Object.fromEntries(paid.map((each) => [each, 1])));
				if (statuses !== undefined) {
					const rows = await stage.rows();
					assert.deepEqual(
						rows.map(({ status }) => status),
						statuses[time],
					);
					for (const { orderReference, id, fee, beneficiary } of seen.payouts) {
						const row = rows.find((each) => each.orderReference === orderReference);
						const told = [row?.payoutId, row?.fee, row?.accountNumber];
						assert.deepEqual(told, [id, fee, beneficiary.accountNumber]);
					}
				}
				if (time === 1) {
					assert.equal(payoutRequests(seen).length, sent, 'a payout was sent again');
					assert.deepEqual(await redSince(workflowId, executions), refuses);
				}
				sent = payoutRequests(seen).length;
				executions = await fixture.api.listExecutions(workflowId);
			}
			for (const id of executions) {
				const { status } = await fixture.api.getExecution(id);
				if (status === 'waiting') await fixture.api.stopExecution(id);
			}
		});
	}

	describe('with an AI agent that makes payouts', () => {
		before(async () => await importAgent('ai-agent-payouts'));

		for (const [what, changes, button, told] of [
			['is told that the reviewer declined', {}, 'Decline', /declined|rejected|denied/i],
			['is told that it is too much', { amount: 600_000 }, 'Pay', /Maximum Amount/],
		] as const) {
			it(`${what}, and nobody is paid`, async () => {
				assert.match(await letPay({ ...changes, orderReference: 'INV7802' }, button), told);
				assert.deepEqual(payoutRequests(await ledger()), []);
			});
		}
	});

	describe('with an AI agent that makes payment links', () => {
		before(async () => await importAgent('ai-agent-payment-link'));

		for (const [what, tool, call, told] of [
			['reads the methods and their fees', 'Preview_card_methods', invoice, /"VISA","fee":0\.73/],
			[
				'is told what is wrong with an amount',
				'Create_payment_link',
				{ ...invoice, amount: '25,00' },
				/Amount is .*25,00.*; enter digits/,
			],
		] as const) {
			it(`${what}, and starts no payment and no payout`, async () => {
				assert.match(await letCall(tool, call), told);
				assert.deepEqual(model.toolNames().sort(), ['Create_payment_link', 'Preview_card_methods']);
				const { cardPayments, payouts } = await ledger();
				assert.deepEqual([cardPayments, payouts], [[], []]);
			});
		}
	});
});
