import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { sentTo } from '../../../workbench/instance/assertions';
import { openEditor } from '../../../workbench/editor/browser';
import {
	importExample,
	openTestForm,
	publishWorkflow,
	selectCredential,
} from '../../../workbench/editor/builder';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import { readExample, smtpCredentialData } from '../../../workbench/workflows/examples';
import { failureText } from '../../../workbench/instance/executions';
import { payByCard, readFormEnding, submitForm, visit } from '../../../workbench/instance/person';
import type { Page } from '../../../workbench/editor/playwright';
import { answersWell, waitUntil } from '../../../workbench/servers/waiting';
import { asha } from '../asha';
import { FormExample, linkIn, team } from '../formExample';

const initiate = { operation: 'initiateCardPayment' } as const;
/** Made of what the form was given; it may hold any digits, those of a status too. */
const referencePattern = /FORM\d{17}[0-9A-F]{6}/;
/** Whatever a payer has no use for. */
const internals = /HTTP|422|item|node|n8n|execution|outcome|fault/i;

function hasNoInternals(ending: string): void {
	assert.doesNotMatch(ending.replace(referencePattern, ''), internals);
}

describe('the example "Form to payment link by e-mail"', () => {
	// While there is an n8n to be asked.
	after(async () => await stopWatching());

	const example = new FormExample();
	const { fixture, mailbox, browser, formUrl, recipients } = example;
	const fillIn = async (answers: typeof asha) => await example.fillIn(workflowId, answers);
	let editor: Page;
	let workflowId: string;

	before(async () => {
		editor = await openEditor(browser, fixture.n8n.url);
		workflowId = await importExample(editor, 'form-payment-link');
		for (const node of ['Create payment link', 'Get card payment']) {
			await selectCredential(editor, node, example.payments.name);
		}
		for (const node of ['Send the link', 'Tell the team']) {
			await selectCredential(editor, node, example.smtp.name);
		}
	});

	it('sends the link after a test run out of the editor, and the payer pays at it', async () => {
		const form = await openTestForm(editor);
		await submitForm(form, asha);
		const ending = await readFormEnding(form);
		assert.match(ending, /check your e-mail/);
		assert.match(ending, /25\.50 USD to asha@example\.com/);

		const message = await mailbox.waitForMessage('asha@example.com');
		assert.equal(message.from, team);
		assert.equal(message.subject, 'Your payment link for 25.50 USD');
		const [payment] = (await fixture.control.ledger()).cardPayments;
		assert.ok(payment, 'The service made no link');
		const { amount, currency, status, customer } = payment;
		assert.deepEqual([amount, currency, status], ['25.5', 'USD', 'PENDING']);
		assert.deepEqual(customer, {
			fullName: 'Asha Mushi',
			email: 'asha@example.com',
			phoneNumber: '255712345678',
		});
		assert.equal(linkIn(message), payment.cardPaymentLink);
		assert.ok(message.html.includes(payment.orderReference), message.html);
		assert.ok(ending.includes(payment.orderReference), ending);

		await payByCard(browser, linkIn(message));
		const [paid] = (await fixture.control.ledger()).cardPayments;
		assert.equal(paid?.status, 'PAID');
	});

	it('does the same once it is published', async () => {
		await publishWorkflow(editor);
		await waitUntil(async () => await answersWell(await formUrl(workflowId)));
		assert.match(await fillIn(asha), /check your e-mail/);
		await payByCard(browser, linkIn(await mailbox.waitForMessage('asha@example.com')));
		const { cardPayments } = await fixture.control.ledger();
		const statuses = cardPayments.map(({ status }) => status);
		assert.deepEqual(statuses, ['PAID']);
	});

	it('makes a link of its own for each submission, also of the same person', async () => {
		await fillIn(asha);
		await fillIn(asha);
		const used = await references();
		assert.equal(used.size, 2, [...used].join());
		for (const reference of used) assert.equal(reference?.replace(referencePattern, ''), '');
		assert.equal((await fixture.control.ledger()).cardPayments.length, 2);
	});

	it('keeps a refusal by the service from the payer, and tells the team', async () => {
		await fixture.control.addFault({ kind: 'statusBefore', status: 422, ...initiate });
		const ending = await fillIn(asha);
		assert.match(ending, /Sorry.*Nothing was charged.*try again/s);
		hasNoInternals(ending);

		const message = await mailbox.waitForMessage(team);
		const [orderReference = ''] = await references();
		assert.equal(message.subject, `No payment link for order ${orderReference}`);
		assert.match(message.text, /Asha Mushi.*asha@example\.com.*HTTP 422.*advice: Correct/s);
		assert.ok(ending.includes(orderReference), ending);
		assert.deepEqual(await recipients(), [team]);
		assert.deepEqual((await fixture.control.ledger()).cardPayments, []);
	});

	it('makes a new link by itself where the first one was lost', async () => {
		await fixture.control.addFault({ kind: 'dropAfter', ...initiate });
		const ending = await fillIn(asha);
		const message = await mailbox.waitForMessage('asha@example.com');
		const [lost, made] = (await fixture.control.ledger()).cardPayments;
		assert.ok(lost && made, 'The service made no second link');
		assert.equal(made.orderReference, `${lost.orderReference}B`);
		assert.equal(linkIn(message), made.cardPaymentLink);
		assert.match(ending, /check your e-mail/);
		assert.ok(ending.includes(made.orderReference), ending);
		assert.deepEqual(await recipients(), ['asha@example.com']);
	});

	it('keeps an unreachable service from the payer as well', async () => {
		await fixture.control.addFault({ kind: 'dropBefore', times: 10, ...initiate });
		const ending = await fillIn(asha);
		assert.match(ending, /Sorry.*Nothing was charged/s);
		hasNoInternals(ending);
		await mailbox.waitForMessage(team);
		assert.deepEqual(await recipients(), [team]);
	});

	for (const amount of ['12.345', '-5', '0', '1e30']) {
		it(`tells the payer that ${amount} USD cannot be paid, and sends nothing`, async () => {
			const ending = await fillIn({ ...asha, 'Amount (USD)': amount });
			assert.match(ending, /Sorry.*more than 0 and can have two decimals/s);
			hasNoInternals(ending);
			await mailbox.waitForMessage(team);
			assert.deepEqual(await recipients(), [team]);
			assert.deepEqual(sentTo(await fixture.control.ledger(), initiate.operation), []);
		});
	}

	it('shows markup in a name as it was typed, without obeying it', async () => {
		await fillIn({ ...asha, 'Full name': `<a href="http://evil.example">O'Hara & "Co"</a>` });
		const { html } = await mailbox.waitForMessage('asha@example.com');
		assert.equal(html.match(/<a /g)?.length, 1, html);
		assert.match(html, /Hello &#60;a href=&#34;.*O&#39;Hara &#38; &#34;Co&#34;/);
	});

	it('shows the link on the page when the e-mail cannot be sent', async () => {
		const change = async (smtpPort: number) =>
			await fixture.api.updateCredential(example.smtp, smtpCredentialData(smtpPort));
		await change(1);
		const ending = await fillIn(asha).finally(async () => await change(mailbox.smtpPort));
		const [payment] = (await fixture.control.ledger()).cardPayments;
		assert.match(ending, /Here is your payment link/);
		assert.ok(payment && ending.includes(payment.cardPaymentLink), ending);
		assert.deepEqual(await recipients(), []);
	});

	it('uses the same order reference when a failed execution is retried', async () => {
		const variant = changeNodes(await readExample('form-payment-link'), {
			'Payment form': () => ({ webhookId: 'form-that-stops' }),
		});
		const nodes = variant.nodes.map((node) => ({ ...node, onError: 'stopWorkflow' }));
		const stopping = await example.publish({ ...variant, nodes });
		await fixture.control.addFault({ kind: 'statusBefore', status: 422, ...initiate });

		const form = await visit(browser, await formUrl(stopping));
		await submitForm(form, asha);
		await waitUntil(async () => (await fixture.api.listExecutions(stopping)).length > 0);
		const [first = ''] = await fixture.api.listExecutions(stopping);
		const failed = await fixture.api.waitForExecution(first);
		assert.match(failureText(failed), /HTTP 422/);
		await fixture.api.request('POST', `/rest/executions/${first}/retry`, { loadWorkflow: false });
		await mailbox.waitForMessage('asha@example.com');

		const ledger = await fixture.control.ledger();
		const statuses = sentTo(ledger, initiate.operation).map(({ status }) => status);
		assert.deepEqual(statuses.slice(-2), [422, 200]);
		assert.deepEqual([...(await references())], [ledger.cardPayments[0]?.orderReference]);
		await form.close();
	});

	/** The executions that would go on asking for three days. */
	async function stopWatching(): Promise<void> {
		for (const id of await fixture.api.listExecutions(workflowId)) {
			const { status } = await fixture.api.getExecution(id);
			if (status === 'waiting') await fixture.api.stopExecution(id);
		}
	}

	/** The order references that the service was asked with, each once. */
	async function references(): Promise<Set<string | undefined>> {
		const requests = sentTo(await fixture.control.ledger(), initiate.operation);
		return new Set(requests.map(({ orderReference }) => orderReference));
	}
});
