import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import { executeToTheEnd, publishWorkflow } from '../../../workbench/editor/builder';
import { repositoryRoot } from '../../../workbench/install/paths';
import { allowAccess, payByCard, readFormEnding, submitForm } from '../../../workbench/editor/user';
import { listExamples, strictService } from '../../../workbench/workflows/examples';
import { payouts } from '../../../workbench/instance/exampleTables';
import { callWebhook, waitForWebhook } from '../../../workbench/instance/webhook';
import { fromItem } from '../../../workbench/workflows/workflows';
import { asha, pendingRow, ExampleFixture } from '../examples/exampleFixture';
import { ofOtherSuites, runTwice, useEditor, type Example, type Row } from '../examples/twice';

const payoutsFile = path.join(repositoryRoot, 'examples/payouts.csv');

/** The rows of a file with commas; one that has a comma in a cell is not paid. */
function billsIn(file: string): Row[] {
	const [header = [], ...lines] = file.split('\n').map((line) => line.trim().split(','));
	return lines.map((cells) => Object.fromEntries(header.map((name, at) => [name, cells[at]])));
}

// What else may happen to them: exampleForms, exampleTables.
describe('an example, at a service as strict as the real one', () => {
	const exampleFixture = new ExampleFixture(strictService);
	const { fixture, mailbox } = exampleFixture;
	const { browser, editor, openForm, approve } = useEditor(exampleFixture);

	const ledger = async () => await fixture.control.ledger();
	const payments = async () => (await ledger()).cardPayments;

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
				await fixture.pay(
					[item],
					{ parameters: fromItem.initiate },
					exampleFixture.credentials.payments,
				);
			},
			async run(workflowId, time) {
				const { status } = await fixture.api.executionBy(workflowId, async () => {
					if (time === 0) return await payByCard(browser, (await payments())[0]!.cardPaymentLink);
					await fixture.control.setPaymentStatus('PAID1', 'SETTLED');
					const body = { data: { orderReference: 'PAID1' } };
					return await callWebhook(fixture.n8n.url, 'payment-events', body);
				});
				return status;
			},
			says: [/success/, /success/],
			mails: [[/^payments@example\.com: Order PAID1: paid\n.*25 USD, status SUCCESS/s], []],
		},
		'scheduled-payouts': {
			async prepare() {
				await exampleFixture.table.fill([
					...payouts.samples,
					pendingRow('LOSTANSWER', { amount: 5000.1 }),
					pendingRow('TOOMUCH', { amount: 20_000_000.01 }),
					pendingRow('DONE', { status: 'paid' }),
				]);
				const fault = { kind: 'dropAfter', operation: 'createBankPayout' } as const;
				await fixture.control.addFault({ ...fault, orderReference: 'LOSTANSWER' });
			},
			async run(_, time) {
				if (time === 1) await exampleFixture.table.change('SAL202611A', { status: 'pending' });
				return (await executeToTheEnd(editor, fixture.api)).status;
			},
			says: [/^success$/, /^success$/],
			paid: ['SAL202611A', 'SAL202611B', 'S011INV7715', 'S042INV7718', 'LOSTANSWER'],
			mails: [
				[
					/^finance@example\.com: \d payouts begin/,
					/^finance@example\.com: Payouts: \d need you, \d on their way, 0 paid\nNEEDS YOU.*TOOMUCH.*ON ITS WAY: .*- S011INV7715 /s,
				],
				[/^finance@example\.com: .*NEEDS YOU, already sent: 1, .*SAL202611A/s],
			],
			statuses: [
				'accepted accepted accepted accepted rejected rejected accepted held paid',
				'already sent accepted accepted accepted rejected rejected accepted held paid',
			],
		},
		'spreadsheet-approval': {
			async run(workflowId, time) {
				const form = await openForm(workflowId, 'Upload payouts', time);
				const input = form.locator('input[type="file"]');
				await allowAccess(form, input);
				const chooser = form.waitForEvent('filechooser');
				await input.click();
				await (await chooser).setFiles(payoutsFile);
				// It may begin before the approver's page has ended.
				const downloading = form.waitForEvent('download');
				await form.locator('#submit-btn').click();

				// Nobody has to approve what was sent before.
				if (time === 0) await approve('11500.50');

				const download = await downloading;
				assert.match(download.suggestedFilename(), /^payouts-result-[\d-]+\.csv$/);
				const file = await readFile(await download.path(), 'utf8');
				const mailed = await mailbox.waitForMessage('finance@example.com');
				assert.equal(String(mailed.attachments?.[0]?.content), file);
				return `${await readFormEnding(form)}${file}`;
			},
			says: [
				/Approved by Neema Joseph.*accepted: 5, not paid: 1.*also sent by e-mail.*SAL202612A,.*,accepted,"On its way: /s,
				/No row can be paid: nothing was sent.*(accepted|paid): 5, not paid: 1.*SAL202612A,.*,"(On its way|Paid): /s,
			],
			paid: ['SAL202612A', 'SAL202612B', 'S011INV7801', 'S042INV7802', 'S031INV7804'],
			bills: async () => billsIn(await readFile(payoutsFile, 'utf8')),
			mails: [
				[
					/^approver@.*: Payouts to approve: 5 to pay, 1 not/,
					/^finance@.*payouts\.csv: 1 need you, 5 sent\n.*- S027INV7803, not paid: /s,
				],
				[/^finance@.*payouts\.csv: 1 need you, 0 sent/],
			],
		},
	};

	it('is in this table, whichever it is', async () => {
		const all = await listExamples();
		assert.deepEqual(
			Object.keys(examples).sort(),
			all.filter((name) => !ofOtherSuites.includes(name)),
		);
	});

	runTwice(exampleFixture, editor, examples);
});
