import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { launchBrowser, openEditor } from '../../../workbench/editor/browser';
import { importExample, publishWorkflow } from '../../../workbench/editor/builder';
import type { Execution } from '../../../workbench/instance/executions';
import { useFixture } from '../../../workbench/instance/fixture';
import { payByCard } from '../../../workbench/instance/person';
import { noReuse } from '../../../workbench/servers/connections';
import { forSuite } from '../../../workbench/servers/forSuite';
import { startMailbox } from '../../../workbench/servers/mailbox';
import { waitUntil } from '../../../workbench/servers/waiting';
import { createSmtpCredential, strictService } from '../../../workbench/workflows/examples';
import { waitForWebhook } from '../../../workbench/workflows/webhookWorkflow';
import { fromItem } from '../../../workbench/workflows/workflows';
import { payoutToAsha } from '../asha';

const path = 'payment-events';
const link = { resource: 'cardPayment', operation: 'initiate' };

describe('the example "When a payment is received"', () => {
	const fixture = useFixture();
	const mailbox = forSuite(startMailbox);
	const browser = forSuite(launchBrowser);
	let workflowId: string;
	let address: string;

	before(async () => {
		await fixture.createCredential();
		await createSmtpCredential(fixture.api, mailbox);
		const editor = await openEditor(browser, fixture.n8n.url);
		// n8n selects the only credential of a kind by itself.
		workflowId = await importExample(editor, 'payment-received');
		await publishWorkflow(editor);
		await waitForWebhook(fixture.n8n.url, path);
		address = `${fixture.n8n.url}/webhook/${path}`;
	});
	beforeEach(async () => {
		await fixture.control.reset({ ...strictService, webhookUrl: address });
		await mailbox.clear();
	});

	async function makeLink(orderReference: string): Promise<void> {
		const item = { orderReference, amount: '25.00', currency: 'USD', customerId: 'CUST1' };
		await fixture.pay([item], { parameters: { ...fromItem.initiate, ...link } });
	}

	/** Waits for the executions that this many further calls have started, and for their ends. */
	async function endsOf(count: number, earlier: string[]): Promise<Execution[]> {
		const started = async () =>
			(await fixture.api.listExecutions(workflowId)).filter((id) => !earlier.includes(id));
		await waitUntil(async () => (await started()).length >= count);
		const ids = await started();
		return await Promise.all(ids.map(async (id) => await fixture.api.waitForExecution(id)));
	}

	/** Calls as the service does, or as somebody does who says so. */
	async function call(body: object): Promise<Execution> {
		const earlier = await fixture.api.listExecutions(workflowId);
		const answer = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json', ...noReuse },
			body: JSON.stringify(body),
		});
		assert.equal(answer.status, 200);
		const [execution] = await endsOf(1, earlier);
		assert.equal(execution?.status, 'success', execution?.data.resultData.error?.message);
		return execution as Execution;
	}

	const subjects = async () => (await mailbox.messages()).map(({ subject }) => subject);

	it('is imported and published, and tells the team when somebody pays at a link', async () => {
		await makeLink('PAID1');
		const [link] = (await fixture.control.ledger()).cardPayments;
		await payByCard(browser, link?.cardPaymentLink ?? '');
		const { subject, text } = await mailbox.waitForMessage(() => true);
		assert.equal(subject, 'Order PAID1: paid');
		assert.match(text, /25 USD, status SUCCESS/);
		const { webhooks } = await fixture.control.ledger();
		const calls = webhooks.map(({ event, status }) => [event, status]);
		assert.deepEqual(calls, [['PAYMENT RECEIVED', 200]]);
	});

	it('tells it once, also when the service calls again and settles the payment', async () => {
		await makeLink('ONCE1');
		await fixture.control.setPaymentStatus('ONCE1', 'SUCCESS');
		await mailbox.waitForMessage(() => true);
		const body = { event: 'PAYMENT RECEIVED', data: { orderReference: 'ONCE1' } };
		await call(body);
		await fixture.control.setPaymentStatus('ONCE1', 'SETTLED');
		await call(body);
		assert.deepEqual(await subjects(), ['Order ONCE1: paid']);
	});

	it('believes nothing that a stranger writes but the order reference', async () => {
		await makeLink('OPEN1');
		const asked = { status: 'SUCCESS', collectedAmount: 1_000_000, id: 'made up' };
		await call({ event: 'PAYMENT RECEIVED', data: { ...asked, orderReference: 'OPEN1' } });
		await call({ event: 'PAYMENT RECEIVED', data: { ...asked, orderReference: 'NEVERMADE' } });
		const { length } = (await fixture.control.ledger()).requests;
		for (const orderReference of ['../tokens', '{{ 6 * 7 }}', '', { a: 1 }, null]) {
			await call({ data: { orderReference } });
		}
		for (const orderReference of [' INV204', 'INV204\n', '..', 'A'.repeat(201), ['INV204']]) {
			await call({ data: { orderReference } });
		}
		await call([]);
		assert.deepEqual(await subjects(), []);
		assert.equal((await fixture.control.ledger()).requests.length, length, 'nothing was asked');
	});

	it('asks about an order reference with a hyphen, which not every service refuses', async () => {
		await fixture.control.settings({ plainReferences: false });
		await call({ data: { orderReference: 'INV-203' } });
		const { requests } = await fixture.control.ledger();
		// The first question may meet a token of before, which the sandbox knows no more.
		const about = requests.filter(
			({ orderReference, status }) => orderReference === 'INV-203' && status !== 401,
		);
		assert.deepEqual(about.map(({ operation }) => operation).sort(), ['getPayment', 'getPayout']);
		assert.deepEqual(await subjects(), []);

		await makeLink('INV-204');
		await fixture.control.setPaymentStatus('INV-204', 'SUCCESS');
		const { subject } = await mailbox.waitForMessage(() => true);
		assert.equal(subject, 'Order INV-204: paid');
	});

	it('tells of a payout that came back', async () => {
		const payout = { ...payoutToAsha, orderReference: 'BACK1' };
		const earlier = await fixture.api.listExecutions(workflowId);
		await fixture.pay([payout], { parameters: fromItem.createBankPayout });
		// The service has called that it was made: two calls at the same moment may both be told.
		await endsOf(1, earlier);
		await fixture.control.setPayoutStatus('BACK1', 'REVERSED');
		const { subject, text } = await mailbox.waitForMessage(() => true);
		assert.equal(subject, 'Order BACK1: reversed');
		assert.match(text, /to Asha Mushi, status REVERSED/);
	});

	it('says so when the service calls and then cannot be asked', async () => {
		await makeLink('DOWN1');
		const fault = { kind: 'statusBefore', operation: 'getPayment', status: 503 } as const;
		await fixture.control.addFault({ ...fault, orderReference: 'DOWN1' });
		await call({ data: { orderReference: 'DOWN1' } });
		// The call that has ended may be one that the test before had left on its way.
		await mailbox.waitForMessage(() => true);
		assert.deepEqual(await subjects(), ['Order DOWN1: look it up']);
	});
});
