import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential, WorkflowDefinition } from '../harness/api';
import { launchBrowser, openEditor } from '../harness/browser';
import { executeWorkflow, importExample, selectCredential } from '../harness/builder';
import {
	addColumn,
	clearTable,
	insertRows,
	readRows,
	removeColumn,
	updateRows,
	type DataTable,
	type Row,
} from '../harness/dataTables';
import { createSmtpCredential, readExample, withCredentials } from '../harness/examples';
import { failureText, outputOf, type Execution } from '../harness/executions';
import { startFixture, type Fixture } from '../harness/fixture';
import { startMailbox, type Mailbox } from '../harness/mailbox';
import { paidTwice, payoutRequests } from '../harness/outcomes';
import { repositoryRoot } from '../harness/paths';
import { ensurePayoutsTable, payoutsColumns } from '../harness/payoutsTable';
import type { Browser } from '../harness/playwright';
import { waitUntil } from '../harness/waiting';

const trigger = 'Every weekday at 9:00';
const finance = 'finance@example.com';
const operation = 'createBankPayout';

describe('the example "Scheduled payouts"', () => {
	let fixture: Fixture;
	let mailbox: Mailbox;
	let browser: Browser;
	let table: DataTable;
	let payments: StoredCredential;
	let smtp: StoredCredential;

	before(async () => {
		fixture = await startFixture();
		mailbox = await startMailbox();
		payments = await fixture.createCredential();
		smtp = await createSmtpCredential(fixture.api, mailbox);
		table = await ensurePayoutsTable(fixture.api);
		browser = await launchBrowser();
	});
	after(async () => {
		await browser?.close();
		await mailbox?.close();
		await fixture?.close();
	});
	beforeEach(async () => {
		// A service that pays a reference as often as it is asked to: nothing else holds back a repeat.
		await fixture.control.reset({ uniqueOrderReferences: false });
		await mailbox.clear();
	});

	/** Stores the example as an import does, with these rows in the table and no others. */
	async function prepare(
		rows: Row[],
		change = (workflow: WorkflowDefinition) => workflow,
	): Promise<string> {
		await clearTable(fixture.api, table);
		await insertRows(fixture.api, table, rows);
		const example = withCredentials(await readExample('scheduled-payouts'), { payments, smtp });
		return (await fixture.api.createWorkflow(change(example))).id;
	}

	async function run(workflowId: string): Promise<Execution> {
		return await fixture.api.execute(workflowId, trigger);
	}

	async function statuses(): Promise<Record<string, unknown>> {
		const rows = await readRows(fixture.api, table);
		return Object.fromEntries(rows.map((row) => [row.orderReference, row.status]));
	}

	async function backToPending(from: string): Promise<void> {
		const where = { column: 'status', value: from };
		await updateRows(fixture.api, table, where, { status: 'pending' });
	}

	it('is imported from its file, and one click pays, updates each row and e-mails the totals', async () => {
		await insertRows(fixture.api, table, [
			{ ...payout('UNANSWERED', 5000.1), accountNumber: '0000123' },
			payout('TOO-MUCH', 20_000_000.01),
			{ ...payout('DONE', 700), status: 'paid' },
		]);
		await fixture.control.addFault({ kind: 'dropAfter', operation, orderReference: 'UNANSWERED' });
		const page = await openEditor(browser, fixture.n8n.url);
		const workflowId = await importExample(page, 'scheduled-payouts');
		await selectCredential(page, 'Create bank payout', payments.name);
		await selectCredential(page, 'Send the summary', smtp.name);
		await executeWorkflow(page);
		const summary = await mailbox.waitForMessage(finance);

		const ledger = await fixture.control.ledger();
		const paid = ['SAL-2043-01', 'SAL-2043-02', 'INV-7715', 'INV-7718'];
		assert.deepEqual(
			ledger.paid,
			Object.fromEntries([...paid, 'UNANSWERED'].map((each) => [each, 1])),
		);
		const rows = await readRows(fixture.api, table);
		assert.deepEqual(await statuses(), {
			...Object.fromEntries(paid.map((reference) => [reference, 'paid'])),
			'INV-7720': 'refused',
			'INV-7721': 'refused',
			UNANSWERED: 'to look up',
			'TOO-MUCH': 'refused',
			DONE: 'paid',
		});
		for (const { id, orderReference, accountNumber, fee } of ledger.payouts.map(flat)) {
			const row = rows.find((each) => each.orderReference === orderReference);
			assert.equal(accountNumber, row?.accountNumber, 'no digit of an account number is lost');
			if (orderReference !== 'UNANSWERED') assert.deepEqual([row?.payoutId, row?.fee], [id, fee]);
		}
		const note = (reference: string) =>
			String(rows.find(({ orderReference }) => orderReference === reference)?.note);
		assert.match(note('SAL-2043-01'), /accepted it: AUTHORIZED/);
		assert.match(note('INV-7720'), /CRDBTZTZ/);
		assert.match(note('INV-7721'), /Account Name/);
		assert.match(note('TOO-MUCH'), /Maximum Amount/);

		assert.deepEqual(linesWithTotals(summary.text), [
			'paid: 3 payouts, 13,337,500.50 TZS',
			'paid: 1 payout, 1,200.00 USD',
			'refused: 3 payouts, 20,344,000.01 TZS',
			'to look up: 1 payout, 5,000.10 TZS',
		]);
		assert.match(summary.subject, /some to look up/);
		const [, toLookUp = '', refused = ''] = summary.text.split(/TO LOOK UP|REFUSED|STILL PENDING/);
		assert.deepEqual(referencesIn(toLookUp), ['UNANSWERED']);
		assert.match(toLookUp, /new order reference/);
		assert.deepEqual(referencesIn(refused), ['INV-7720', 'INV-7721', 'TOO-MUCH']);

		await mailbox.clear();
		const again = await run(workflowId);
		assert.equal(again.status, 'success');
		assert.equal(payoutRequests(await fixture.control.ledger()).length, 6, 'nothing was sent');
		assert.deepEqual(await mailbox.messages(), [], 'a day without pending rows needs no e-mail');
	});

	it('pays nobody a second time when rows are set back to pending by hand', async () => {
		const workflowId = await prepare([payout('HAND-1'), payout('HAND-2'), payout('HAND-3')]);
		await fixture.control.addFault({ kind: 'dropAfter', operation, orderReference: 'HAND-2' });
		await run(workflowId);
		await backToPending('paid');
		await backToPending('to look up');
		await insertRows(fixture.api, table, [payout('HAND-4')]);
		await mailbox.clear();
		await run(workflowId);

		const { paid } = await fixture.control.ledger();
		assert.deepEqual(paid, { 'HAND-1': 1, 'HAND-2': 1, 'HAND-3': 1, 'HAND-4': 1 });
		assert.deepEqual(await statuses(), {
			'HAND-1': 'to look up',
			'HAND-2': 'to look up',
			'HAND-3': 'to look up',
			'HAND-4': 'paid',
		});
		const { text } = await mailbox.waitForMessage(finance);
		assert.deepEqual(referencesIn(text), ['HAND-1', 'HAND-2', 'HAND-3']);
	});

	it('pays nobody a second time when the rows could not be updated after the payouts', async () => {
		const workflowId = await prepare([payout('LOST-1'), payout('LOST-2')]);
		await removeColumn(fixture.api, table, 'payoutId');
		const broken = await run(workflowId).finally(
			async () => await addColumn(fixture.api, table, { name: 'payoutId', type: 'string' }),
		);
		assert.match(failureText(broken), /payoutId/);
		assert.deepEqual((await fixture.control.ledger()).paid, { 'LOST-1': 1, 'LOST-2': 1 });
		assert.deepEqual(await statuses(), { 'LOST-1': 'pending', 'LOST-2': 'pending' });

		assert.equal((await run(workflowId)).status, 'success');
		assert.deepEqual(paidTwice(await fixture.control.ledger()), []);
		assert.deepEqual(await statuses(), { 'LOST-1': 'to look up', 'LOST-2': 'to look up' });
	});

	it('keeps what was not sent as pending, and the next run pays it', async () => {
		const references = Array.from({ length: 10 }, (_, index) => `LATE-${index}`);
		const workflowId = await prepare(references.map((reference) => payout(reference)));
		await fixture.control.addFault({ kind: 'statusBefore', operation, status: 503, times: 10 });
		await run(workflowId);

		const afterFirst = await statuses();
		const kept = references.filter((reference) => afterFirst[reference] === 'pending');
		const unknown = references.filter((reference) => afterFirst[reference] === 'to look up');
		assert.ok(kept.length > 0 && unknown.length >= 3, JSON.stringify(afterFirst));
		assert.equal(kept.length + unknown.length, 10);
		const { text } = await mailbox.waitForMessage(finance);
		assert.deepEqual(referencesIn(text.split('STILL PENDING')[1] ?? ''), kept);

		await fixture.control.clearFaults();
		await run(workflowId);
		const { paid } = await fixture.control.ledger();
		assert.deepEqual(paid, Object.fromEntries(kept.map((reference) => [reference, 1])));
		const afterSecond = await statuses();
		for (const reference of kept) assert.equal(afterSecond[reference], 'paid');
		for (const reference of unknown) assert.equal(afterSecond[reference], 'to look up');
	});

	it('pays nothing and loses no row when the credential is refused', async () => {
		const workflowId = await prepare([payout('KEY-1'), payout('KEY-2')]);
		await fixture.control.reset({ apiKey: 'another key' });
		await run(workflowId);
		assert.deepEqual(await statuses(), { 'KEY-1': 'refused', 'KEY-2': 'pending' });
		assert.deepEqual((await fixture.control.ledger()).paid, {});

		await fixture.control.reset();
		await backToPending('refused');
		await run(workflowId);
		assert.deepEqual(await statuses(), { 'KEY-1': 'paid', 'KEY-2': 'paid' });
	});

	it('does not call a payout paid that came back at once', async () => {
		const workflowId = await prepare([payout('BACK-1')]);
		await fixture.control.addFault({
			kind: 'answer',
			operation,
			body: { id: 'reversed-at-once', orderReference: 'BACK-1', status: 'REVERSED' },
		});
		await run(workflowId);
		const [row] = await readRows(fixture.api, table);
		assert.deepEqual([row?.status, row?.payoutId], ['to look up', 'reversed-at-once']);
		assert.match(String(row?.note), /REVERSED/);
	});

	it('takes neither of two pending rows with the same reference', async () => {
		const workflowId = await prepare([payout('SAME'), payout('SAME', 2000), payout('OTHER')]);
		await run(workflowId);
		assert.deepEqual((await fixture.control.ledger()).paid, { OTHER: 1 });
		const rows = await readRows(fixture.api, table);
		assert.deepEqual(
			rows.map(({ status }) => status),
			['refused', 'refused', 'paid'],
		);
	});

	it('pays by itself when it is published, each row once', async () => {
		const workflowId = await prepare([payout('CLOCK-1'), payout('CLOCK-2')], everySecond);
		await fixture.api.activateWorkflow(workflowId);
		await waitUntil(async () =>
			Object.values(await statuses()).every((each) => each !== 'pending'),
		);
		await waitUntil(async () => (await fixture.api.listExecutions(workflowId)).length >= 3);
		await fixture.api.deactivateWorkflow(workflowId);

		assert.deepEqual(await statuses(), { 'CLOCK-1': 'paid', 'CLOCK-2': 'paid' });
		assert.deepEqual((await fixture.control.ledger()).paid, { 'CLOCK-1': 1, 'CLOCK-2': 1 });
	});

	it('leaves the other columns of a row as they are', async () => {
		const row = payout('WHOLE', 1234.56);
		const workflowId = await prepare([row]);
		const execution = await run(workflowId);
		assert.equal(outputOf(execution, 'Mark as paid').length, 1);
		const [stored] = await readRows(fixture.api, table);
		const { status, ...given } = row;
		assert.equal(status, 'pending');
		for (const [column, value] of Object.entries(given)) assert.equal(stored?.[column], value);
	});

	it('describes the table to the builder as it is used', async () => {
		const example = JSON.stringify(await readExample('scheduled-payouts'));
		const page = await readFile(path.join(repositoryRoot, 'docs/schedule-payouts.md'), 'utf8');
		const columns = payoutsColumns.map(({ name }) => name);
		assert.ok(example.includes(columns.join(', ')), 'the note in the workflow');
		const listed = [...page.matchAll(/^\| `(\w+)` +\| (text|number) /gm)];
		assert.deepEqual(
			listed.map(([, name, type]) => ({ name, type: type === 'text' ? 'string' : type })),
			payoutsColumns,
		);
	});
});

function payout(orderReference: string, amount = 1000): Row {
	return {
		orderReference,
		amount,
		currency: 'TZS',
		accountNumber: '0150384512700',
		accountName: 'Asha Mushi',
		bic: 'CORUTZTZ',
		transferType: 'ACH',
		status: 'pending',
	};
}

function everySecond(workflow: WorkflowDefinition): WorkflowDefinition {
	const interval = [{ field: 'seconds', secondsInterval: 1 }];
	const nodes = (workflow.nodes as Array<{ name: string }>).map((node) =>
		node.name === trigger ? { ...node, parameters: { rule: { interval } } } : node,
	);
	return { ...workflow, nodes };
}

function flat(payout: {
	id: string;
	orderReference: string;
	fee: string;
	beneficiary: { accountNumber: string };
}) {
	return { ...payout, accountNumber: payout.beneficiary.accountNumber };
}

/** The lines on the totals, which come before the first heading. */
function linesWithTotals(text: string): string[] {
	const [totals = ''] = text.split('TO LOOK UP');
	return totals.split('\n').filter((line) => /: \d+ payouts?, /.test(line));
}

/** The order references of a list in the e-mail, in its order. */
function referencesIn(list: string): string[] {
	return [...list.matchAll(/^- ([^,]+), /gm)].map(([, reference = '']) => reference);
}
