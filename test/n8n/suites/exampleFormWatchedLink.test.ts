import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WorkflowDefinition } from '../../../workbench/instance/api';
import { sentTo } from '../../../workbench/instance/assertions';
import { payByCard } from '../../../workbench/instance/person';
import { waitUntil as waitUntilTrue } from '../../../workbench/servers/waiting';
import { changeNodes, type ChangeableNode } from '../../../workbench/workflows/changeNodes';
import { readExample } from '../../../workbench/workflows/examples';
import { asha } from '../asha';
import { FormExample, linkIn, team } from '../formExample';

describe('the example "Form to payment link by e-mail"', () => {
	const example = new FormExample();
	const { fixture, mailbox, browser, recipients } = example;

	/**
	 * Publishes the example as one that asks at once and again and again, and sends the form.
	 *
	 * @param waitUntil an expression on when the asking ends
	 * @returns the link in the e-mail
	 */
	async function sendHurried(name: string, waitUntil?: string): Promise<string> {
		const variant = hurried(await readExample('form-payment-link'), name, waitUntil);
		const workflowId = await example.publish(variant);
		assert.match(await example.fillIn(workflowId, asha), /check your e-mail/);
		return linkIn(await mailbox.waitForMessage('asha@example.com'));
	}

	it('thanks the payer and tells the team once the link was paid, and not before', async () => {
		const link = await sendHurried('paid');
		const asked = async () => sentTo(await fixture.control.ledger(), 'getPayment').length;
		await waitUntilTrue(async () => (await asked()) >= 2);
		const [payment] = (await fixture.control.ledger()).cardPayments;
		assert.deepEqual(await recipients(), ['asha@example.com']);

		await payByCard(browser, link);
		const told = await mailbox.waitForMessage(team);
		assert.equal(told.subject, `Paid: order ${payment?.orderReference}, 25.50 USD`);
		assert.match(told.text, /Collected: 25\.5 USD\s+Status: (SUCCESS|SETTLED).*255712345678/s);
		const thanks = (await mailbox.messages()).filter(({ to }) => to.includes('asha@example.com'));
		assert.deepEqual(
			thanks.map(({ subject }) => subject),
			['Your payment link for 25.50 USD', 'We have received your payment of 25.50 USD'],
		);
	});

	it('stops asking at the stated time, and tells the team that nobody has paid', async () => {
		await sendHurried('not-paid', '={{ $json.submittedAt }}');
		const told = await mailbox.waitForMessage(team);
		assert.match(told.subject, /^Not paid: order FORM\w+, 25\.50 USD$/);
		assert.match(told.text, /last response: PENDING/);
		assert.equal(sentTo(await fixture.control.ledger(), 'getPayment').length, 1);
	});
});

/** The example with a form of its own, which asks every tenth of a second whether it was paid. */
function hurried(example: WorkflowDefinition, webhookId: string, waitUntil?: string) {
	return changeNodes(example, {
		'Payment form': () => ({ webhookId }),
		'Wait a while': () => ({ parameters: { amount: 0.1, unit: 'seconds' } }),
		...(waitUntil !== undefined && { 'Prepare the order': asking(waitUntil) }),
	});
}

/** Asks until the time that this expression gives. */
const asking = (waitUntil: string) => (node: ChangeableNode) => {
	const { assignments } = node.parameters.assignments as {
		assignments: Array<{ name: string; value: unknown }>;
	};
	const changed = assignments.map((each) =>
		each.name === 'waitUntil' ? { ...each, value: waitUntil } : each,
	);
	return { parameters: { ...node.parameters, assignments: { assignments: changed } } };
};
