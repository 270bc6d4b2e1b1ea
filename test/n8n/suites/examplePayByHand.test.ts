import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { launchBrowser, openEditor } from '../../../workbench/editor/browser';
import { importExample, openTestForm, productionFormUrl } from '../../../workbench/editor/builder';
import type { StoredCredential, WorkflowDefinition } from '../../../workbench/instance/api';
import { useFixture } from '../../../workbench/instance/fixture';
import { allowAccess, field, readFormEnding, submitForm } from '../../../workbench/instance/person';
import { forSuite } from '../../../workbench/servers/forSuite';
import { noReuse } from '../../../workbench/servers/connections';
import { answersWell, waitUntil } from '../../../workbench/servers/waiting';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import { readExample, strictService, withCredentials } from '../../../workbench/workflows/examples';
import { payoutRequests } from '../../../workbench/workflows/outcomes';
import { fromItem } from '../../../workbench/workflows/workflows';
import { payoutToAsha } from '../asha';

const trigger = 'Payout form';
const operation = 'createBankPayout';
const payout = { ...payoutToAsha, amount: 1200 };

describe('the example "Pay one payout by hand"', () => {
	const fixture = useFixture();
	const browser = forSuite(launchBrowser);
	let payments: StoredCredential;
	let formUrl: string;
	let workflowId: string;

	before(async () => {
		payments = await fixture.createCredential();
		const example = withCredentials(await readExample('pay-by-hand'), { payments });
		workflowId = (await fixture.api.createWorkflow(openToAll(example))).id;
		await fixture.api.activateWorkflow(workflowId);
		formUrl = await productionFormUrl(fixture.api, workflowId, trigger);
		await waitUntil(async () => await answersWell(formUrl));
	});
	beforeEach(async () => {
		// A service that pays a reference as often as it is asked to: nothing else holds back a repeat.
		await fixture.control.reset({ uniqueOrderReferences: false, plainReferences: true });
	});

	/** Types a payout into the form, and reads the page on which it ends. */
	async function typeIn(orderReference: string): Promise<string> {
		const names = ['orderReference', 'amount', 'currency', 'accountNumber', 'accountName'];
		const values: Record<string, unknown> = { ...payout, orderReference };
		const form = new FormData();
		for (const [index, name] of [...names, 'bic', 'transferType'].entries()) {
			form.set(`field-${index}`, String(values[name]));
		}
		const answer = await fetch(formUrl, { method: 'POST', headers: noReuse, body: form });
		const { formWaitingUrl } = (await answer.json()) as { formWaitingUrl: string };
		// While the execution runs, n8n leaves whoever asks for the page without an answer.
		await waitUntil(async () => {
			const [newest = ''] = await fixture.api.listExecutions(workflowId);
			return (await fixture.api.getExecution(newest)).status === 'waiting';
		});
		return await (await fetch(formWaitingUrl, { headers: noReuse })).text();
	}

	/** Makes a payout of which another workflow heard nothing. */
	async function loseInAnotherWorkflow(orderReference: string, kind: 'dropBefore' | 'dropAfter') {
		await fixture.control.addFault({ kind, operation, orderReference });
		const options = { lookUpUnclear: false };
		const node = { parameters: { ...fromItem.createBankPayout, options } };
		await fixture.pay([{ ...payout, orderReference }], node, payments);
	}

	it('is imported from its file, and sends a payout again that the service does not know', async () => {
		await fixture.control.reset(strictService);
		await loseInAnotherWorkflow('HAND1', 'dropBefore');
		const editor = await openEditor(browser, fixture.n8n.url);
		// n8n selects the only credential of a kind by itself.
		await importExample(editor, 'pay-by-hand');

		const form = await openTestForm(editor);
		await allowAccess(form, field(form, 'Order reference'));
		await field(form, 'Currency').selectOption(payout.currency);
		await field(form, 'Transfer type').selectOption(payout.transferType);
		await submitForm(form, {
			'Order reference': 'HAND1',
			Amount: String(payout.amount),
			'Account number': payout.accountNumber,
			'Account name': payout.accountName,
			'BIC of the bank': payout.bic,
		});
		assert.match(await readFormEnding(form), /The service accepted it: AUTHORIZED/);
		const { paid, payouts } = await fixture.control.ledger();
		assert.deepEqual(paid, { HAND1: 1 });
		assert.equal(payouts[0]?.order.amount, '1200.00');
	});

	it('sends nothing when the service knows the payout', async () => {
		await loseInAnotherWorkflow('HAND2', 'dropAfter');
		await fixture.control.setPayoutStatus('HAND2', 'PROCESSING');
		const page = await typeIn('HAND2');
		assert.match(page, /The service knows this payout: PROCESSING.*Nothing was/s);
		assert.ok(page.includes(`asked for 1200.00 ${payout.currency}`), page);
		assert.equal(payoutRequests(await fixture.control.ledger()).length, 1);
	});

	it('sends nothing when the service cannot be asked', async () => {
		const fault = { kind: 'statusBefore', operation: 'getPayout', status: 503 } as const;
		await fixture.control.addFault({ ...fault, times: 3 });
		assert.match(await typeIn('HAND3'), /look-up got no response\. Nothing was sent/);
		assert.deepEqual(payoutRequests(await fixture.control.ledger()), []);
	});

	it('sends nothing a second time, also when the service does not show the first one yet', async () => {
		await typeIn('HAND4');
		const fault = { kind: 'recordLate', operation: 'getPayout' } as const;
		await fixture.control.addFault({ ...fault, orderReference: 'HAND4' });
		assert.match(await typeIn('HAND4'), /already sent/i);
		assert.deepEqual((await fixture.control.ledger()).paid, { HAND4: 1 });
	});
});

/** The example with a form that asks for no log-in. */
function openToAll(example: WorkflowDefinition): WorkflowDefinition {
	return changeNodes(example, {
		[trigger]: ({ parameters }) => ({ parameters: { ...parameters, authentication: 'none' } }),
	});
}
