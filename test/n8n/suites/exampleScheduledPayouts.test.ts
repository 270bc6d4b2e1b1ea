import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { launchBrowser, openEditor } from '../../../workbench/editor/browser';
import {
	executeWorkflow,
	importExample,
	selectCredential,
} from '../../../workbench/editor/builder';
import { insertRows, readRows, updateRows } from '../../../workbench/workflows/dataTables';
import { strictService } from '../../../workbench/workflows/examples';
import { failureText } from '../../../workbench/instance/executions';
import { forSuite } from '../../../workbench/servers/forSuite';
import { waitUntil } from '../../../workbench/servers/waiting';
import { linesWithTotals, referencesIn } from '../payoutSummary';
import {
	everySecond,
	pendingRow,
	pendingRows,
	TableExample,
	withoutLookUps,
} from '../tableExample';

const trigger = 'Every weekday at 9:00';
const finance = 'finance@example.com';
const operation = 'createBankPayout';

describe('the example "Scheduled payouts"', () => {
	const browser = forSuite(launchBrowser);
	const example = new TableExample('scheduled-payouts', trigger, {
		// One scheduled run after the other: on a slow machine, a run takes longer than the second
		// after which the next one is due, and then finds rows that are just being paid.
		env: { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' },
	});
	const { fixture, prepare, run, statuses, noteOf } = example;

	async function backToPending(from: string): Promise<void> {
		const where = { column: 'status', value: from };
		await updateRows(fixture.api, example.table, where, { status: 'pending' });
	}

	it('is imported from its file, and one click pays, updates each row and e-mails the totals', async () => {
		await fixture.control.reset(strictService);
		await insertRows(fixture.api, example.table, [
			pendingRow('LOSTANSWER', 5000.1),
			pendingRow('TOOMUCH', 20_000_000.01),
			{ ...pendingRow('DONE', 700), status: 'paid' },
		]);
		await fixture.control.addFault({ kind: 'dropAfter', operation, orderReference: 'LOSTANSWER' });
		const page = await openEditor(browser, fixture.n8n.url);
		await importExample(page, 'scheduled-payouts');
		await selectCredential(page, 'Get many payouts', example.payments.name);
		await selectCredential(page, 'Create bank payout', example.payments.name);
		await selectCredential(page, 'Send the summary', example.smtp.name);
		await executeWorkflow(page);
		const summary = await example.mailbox.waitForMessage(finance);

		const ledger = await fixture.control.ledger();
		const sent = ['SAL202611A', 'SAL202611B', 'INV7715', 'INV7718', 'LOSTANSWER'];
		assert.deepEqual(ledger.paid, Object.fromEntries(sent.map((each) => [each, 1])));
		const rows = await readRows(fixture.api, example.table);
		const { LOSTANSWER: found, ...others } = await statuses();
		assert.match(String(found), /^(accepted|paid)$/, 'the node has looked it up');
		assert.deepEqual(others, {
			...Object.fromEntries(sent.slice(0, 4).map((reference) => [reference, 'accepted'])),
			INV7720: 'rejected',
			INV7721: 'rejected',
			TOOMUCH: 'rejected',
			DONE: 'paid',
		});
		for (const { id, orderReference, beneficiary, fee } of ledger.payouts) {
			const row = rows.find((each) => each.orderReference === orderReference);
			const { accountNumber } = beneficiary;
			assert.equal(accountNumber, row?.accountNumber, 'no digit of an account number is lost');
			assert.deepEqual([row?.payoutId, row?.fee], [id, fee]);
		}
		assert.match(await noteOf('SAL202611A'), /accepted it: AUTHORIZED, arrival: 1-3 Working Days/);
		assert.match(await noteOf('INV7720'), /CRDBTZTZ/);
		assert.match(await noteOf('INV7721'), /Account Name/);
		assert.match(await noteOf('TOOMUCH'), /Maximum Amount/);

		assert.ok(linesWithTotals(summary.text).includes('rejected: 3 payouts, 20,344,000.01 TZS'));
		assert.ok(linesWithTotals(summary.text).includes('accepted: 1 payout, 1,200.00 USD'));
		assert.doesNotMatch(summary.subject, /unknown/);
		assert.deepEqual(referencesIn(summary.text, 'REJECTED'), ['INV7720', 'INV7721', 'TOOMUCH']);
		assert.deepEqual(referencesIn(summary.text, 'UNKNOWN'), []);
		assert.match(summary.text, /- INV7715.*\n.*arrival: Instant/);
	});

	it('pays nobody a second time when rows are set back to pending by hand', async () => {
		const workflowId = await prepare(pendingRows('HAND1', 'HAND2', 'HAND3'));
		await run(workflowId);
		await fixture.control.setPayoutStatus('HAND1', 'SUCCESS');
		await fixture.control.setPayoutStatus('HAND2', 'REVERSED');
		await fixture.control.setPayoutStatus('HAND3', 'PROCESSING');
		await backToPending('accepted');
		await insertRows(fixture.api, example.table, pendingRows('HAND4'));
		await run(workflowId);

		const { paid } = await fixture.control.ledger();
		assert.deepEqual(paid, { HAND1: 1, HAND2: 1, HAND3: 1, HAND4: 1 });
		const ended = { HAND1: 'paid', HAND2: 'reversed', HAND3: 'accepted', HAND4: 'accepted' };
		assert.deepEqual(await statuses(), ended);
	});

	it('pays nobody a second time when the rows could not be updated after the payouts', async () => {
		const { workflowId, broken } = await example.payWithoutUpdate();
		assert.match(failureText(broken), /payoutId/);
		assert.deepEqual((await fixture.control.ledger()).paid, { LOST1: 1, LOST2: 1 });

		assert.equal((await run(workflowId)).status, 'success');
		await example.expectPaidOnce();
	});

	it('keeps what was not sent as pending, and the next run pays it', async () => {
		const references = Array.from({ length: 10 }, (_, index) => `LATE${index}`);
		const workflowId = await prepare(pendingRows(...references), withoutLookUps);
		await fixture.control.addFault({ kind: 'statusBefore', operation, status: 503, times: 10 });
		await run(workflowId);

		const afterFirst = await statuses();
		const kept = references.filter((reference) => afterFirst[reference] === 'pending');
		const unknown = references.filter((reference) => afterFirst[reference] === 'unknown');
		assert.ok(kept.length > 0 && unknown.length >= 3, JSON.stringify(afterFirst));
		assert.equal(kept.length + unknown.length, 10);
		const { text } = await example.mailbox.waitForMessage(finance);
		assert.deepEqual(referencesIn(text, 'STILL PENDING'), kept);

		await fixture.control.clearFaults();
		await run(workflowId);
		const { paid } = await fixture.control.ledger();
		assert.deepEqual(paid, Object.fromEntries(kept.map((reference) => [reference, 1])));
		const afterSecond = await statuses();
		for (const reference of kept) assert.equal(afterSecond[reference], 'accepted');
		for (const reference of unknown) assert.equal(afterSecond[reference], 'unknown');
	});

	it('keeps a row as pending that the service asks to send later than the node may wait', async () => {
		await example.expectKept('PACE1');
		assert.match(await noteOf('PACE1'), /3600 seconds/);
	});

	it('pays nothing and loses no row when the credential is refused', async () => {
		const workflowId = await prepare(pendingRows('KEY1', 'KEY2'));
		await fixture.control.settings({ apiKey: 'another key' });
		await run(workflowId);
		assert.deepEqual(await statuses(), { KEY1: 'rejected', KEY2: 'pending' });
		assert.deepEqual((await fixture.control.ledger()).paid, {});

		await fixture.control.reset();
		await backToPending('rejected');
		await run(workflowId);
		assert.deepEqual(await statuses(), { KEY1: 'accepted', KEY2: 'accepted' });
	});

	it('takes neither of two pending rows with the same reference', async () => {
		const same = [pendingRow('SAME'), pendingRow('SAME', 2000)];
		const workflowId = await prepare([...same, pendingRow('OTHER')]);
		await run(workflowId);
		assert.deepEqual((await fixture.control.ledger()).paid, { OTHER: 1 });
		const rows = await readRows(fixture.api, example.table);
		const stored = rows.map(({ status }) => status);
		assert.deepEqual(stored, ['rejected', 'rejected', 'accepted']);
	});

	it('pays by itself when it is published, each row once', async () => {
		const workflowId = await prepare(pendingRows('CLOCK1', 'CLOCK2'), everySecond(trigger));
		await fixture.control.settings({ settlementMs: 0 });
		await fixture.api.activateWorkflow(workflowId);
		await waitUntil(async () =>
			Object.values(await statuses()).every((each) => each === 'paid'),
		).finally(async () => await fixture.api.deactivateWorkflow(workflowId));
		assert.deepEqual((await fixture.control.ledger()).paid, { CLOCK1: 1, CLOCK2: 1 });
	});

	it('leaves the other columns of a row as they are', async () => {
		const row = pendingRow('WHOLE', 1234.56);
		const workflowId = await prepare([row]);
		await run(workflowId);
		await run(workflowId);
		const [stored] = await readRows(fixture.api, example.table);
		const { status, ...given } = row;
		assert.equal(status, 'pending');
		for (const [column, value] of Object.entries(given)) assert.equal(stored?.[column], value);
	});
});
