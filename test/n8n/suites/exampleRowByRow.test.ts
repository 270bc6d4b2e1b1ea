import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { launchBrowser, openEditor } from '../../../workbench/editor/browser';
import { executeFrom, importExample } from '../../../workbench/editor/builder';
import { executedSuccessfully } from '../../../workbench/editor/nodeView';
import { forSuite } from '../../../workbench/servers/forSuite';
import { waitUntil } from '../../../workbench/servers/waiting';
import { strictService } from '../../../workbench/workflows/examples';
import { everySecond, pendingRows, TableExample } from '../tableExample';

const everyMinute = 'Every minute';
const followUp = 'Every hour';
const finance = 'finance@example.com';

describe('the example "Pay large tables row by row"', () => {
	const browser = forSuite(launchBrowser);
	const example = new TableExample('row-by-row-payouts', everyMinute);
	const { fixture, prepare, run, statuses } = example;

	it('is imported from its file, and takes one row at each click, until none is pending', async () => {
		await fixture.control.reset(strictService);
		await example.fill(pendingRows('ROW1', 'BAD-1', 'ROW2'));
		const editor = await openEditor(browser, fixture.n8n.url);
		// n8n selects the only credential of a kind by itself.
		await importExample(editor, 'row-by-row-payouts');
		const click = async (trigger: string) =>
			assert.match(await executeFrom(editor, trigger), executedSuccessfully);

		await click(everyMinute);
		assert.deepEqual(await statuses(), { ROW1: 'accepted', 'BAD-1': 'pending', ROW2: 'pending' });
		for (let times = 0; times < 3; times++) await click(everyMinute);
		assert.deepEqual(await statuses(), { ROW1: 'accepted', 'BAD-1': 'rejected', ROW2: 'accepted' });
		assert.deepEqual((await fixture.control.ledger()).paid, { ROW1: 1, ROW2: 1 });

		for (const paid of ['ROW1', 'ROW2']) await fixture.control.setPayoutStatus(paid, 'SUCCESS');
		await click(followUp);
		assert.deepEqual(await statuses(), { ROW1: 'paid', 'BAD-1': 'rejected', ROW2: 'paid' });
		const told = (await example.mailbox.messages()).map(({ subject }) => subject);
		assert.deepEqual(told, ['Payout BAD-1: rejected']);
	});

	for (const [where, paceForm] of [
		['in its message', 'message'],
		['in a header', 'retryAfter'],
	] as const) {
		it(`keeps a row as pending that has to wait longer than the node may, by what the service says ${where}`, async () => {
			await fixture.control.settings({ paceForm });
			await example.expectKept('LATER1');
		});
	}

	it('loses nothing when the row could not be written, and pays it once', async () => {
		const { workflowId } = await example.payWithoutUpdate();
		await run(workflowId);
		await run(workflowId);
		await example.expectPaidOnce();
	});

	it('follows up what it has sent, and tells the team only of what needs a person', async () => {
		const workflowId = await prepare(pendingRows('DONE1', 'BACK1', 'GOING1'));
		for (let times = 0; times < 3; times++) await run(workflowId);
		await fixture.control.setPayoutStatus('DONE1', 'SUCCESS');
		await fixture.control.setPayoutStatus('BACK1', 'REFUNDED');
		await fixture.control.setPayoutStatus('GOING1', 'PENDING');
		await run(workflowId, followUp);
		await run(workflowId, followUp);
		assert.deepEqual(await statuses(), { DONE1: 'paid', BACK1: 'reversed', GOING1: 'accepted' });
		const messages = await example.mailbox.messages();
		const told = messages.map(({ to, subject }) => [to, subject]);
		assert.deepEqual(told, [[[finance], 'Payout BACK1: reversed']]);
		assert.match(messages[0]?.text ?? '', /1,000\.00 TZS, Asha Mushi.*REFUNDED.*new order/s);
	});

	it('pays each row once at the pace of the service when it is published', async () => {
		const references = ['PACE1', 'PACE2', 'PACE3'];
		const workflowId = await prepare(pendingRows(...references), everySecond(everyMinute));
		await fixture.control.settings({ paceSeconds: 1 });
		await fixture.api.activateWorkflow(workflowId);
		// On a slow machine two executions meet at a row, and one of them writes that it knows nothing.
		await waitUntil(async () => {
			const { paid } = await fixture.control.ledger();
			const all = Object.values(await statuses());
			return Object.keys(paid).length === references.length && !all.includes('pending');
		}).finally(async () => await fixture.api.deactivateWorkflow(workflowId));
		const { paid } = await fixture.control.ledger();
		assert.deepEqual(paid, { PACE1: 1, PACE2: 1, PACE3: 1 });
	});
});
