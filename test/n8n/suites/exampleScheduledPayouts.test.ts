import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { WorkflowDefinition } from '../../../workbench/instance/api';
import { openEditor } from '../../../workbench/editor/browser';
import {
	executeWorkflow,
	importExample,
	selectCredential,
} from '../../../workbench/editor/builder';
import {
	addColumn,
	insertRows,
	readRows,
	removeColumn,
	updateRows,
} from '../../../workbench/workflows/dataTables';
import { readExample, strictService, withCredentials } from '../../../workbench/workflows/examples';
import { failureText, type Execution } from '../../../workbench/instance/executions';
import { paidTwice } from '../../../workbench/workflows/outcomes';
import { repositoryRoot } from '../../../workbench/instance/paths';
import { payoutsColumns } from '../../../workbench/workflows/payoutsTable';
import { waitUntil } from '../../../workbench/servers/waiting';
import { everySecond, pendingRow, TableExample } from '../tableExample';

const trigger = 'Every weekday at 9:00';
const finance = 'finance@example.com';
const operation = 'createBankPayout';

describe('the example "Scheduled payouts"', () => {
	const example = new TableExample('scheduled-payouts', {
		// One scheduled run after the other: on a slow machine, a run takes longer than the second
		// after which the next one is due, and then finds rows that are just being paid.
		env: { N8N_CONCURRENCY_PRODUCTION_LIMIT: '1' },
	});
	const { fixture, prepare, statuses } = example;

	async function run(workflowId: string): Promise<Execution> {
		return await fixture.api.execute(workflowId, trigger);
	}

	async function noteOf(reference: string): Promise<string> {
		const rows = await readRows(fixture.api, example.table);
		return String(rows.find(({ orderReference }) => orderReference === reference)?.note);
	}

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
		const page = await openEditor(example.browser, fixture.n8n.url);
		await importExample(page, 'scheduled-payouts');
		await selectCredential(page, 'Get payout', example.payments.name);
		await selectCredential(page, 'Create bank payout', example.payments.name);
		await selectCredential(page, 'Send the summary', example.smtp.name);
		await executeWorkflow(page);
		const summary = await example.mailbox.waitForMessage(finance);

		const ledger = await fixture.control.ledger();
		const sent = ['SAL202611A', 'SAL202611B', 'INV7715', 'INV7718', 'LOSTANSWER'];
		assert.deepEqual(ledger.paid, Object.fromEntries(sent.map((each) => [each, 1])));
		const rows = await readRows(fixture.api, example.table);
		const { LOSTANSWER: found, ...others } = await statuses();
		assert.match(String(found), /^(sent|paid)$/, 'the node has looked it up');
		assert.deepEqual(others, {
			...Object.fromEntries(sent.slice(0, 4).map((reference) => [reference, 'sent'])),
			INV7720: 'refused',
			INV7721: 'refused',
			TOOMUCH: 'refused',
			DONE: 'paid',
		});
		for (const { id, orderReference, accountNumber, fee } of ledger.payouts.map(flat)) {
			const row = rows.find((each) => each.orderReference === orderReference);
			assert.equal(accountNumber, row?.accountNumber, 'no digit of an account number is lost');
			assert.deepEqual([row?.payoutId, row?.fee], [id, fee]);
		}
		assert.match(await noteOf('SAL202611A'), /accepted it: AUTHORIZED/);
		assert.match(await noteOf('INV7720'), /CRDBTZTZ/);
		assert.match(await noteOf('INV7721'), /Account Name/);
		assert.match(await noteOf('TOOMUCH'), /Maximum Amount/);

		assert.ok(linesWithTotals(summary.text).includes('refused: 3 payouts, 20,344,000.01 TZS'));
		assert.ok(linesWithTotals(summary.text).includes('sent: 1 payout, 1,200.00 USD'));
		assert.doesNotMatch(summary.subject, /to look up/);
		assert.deepEqual(referencesIn(summary.text, 'REFUSED'), ['INV7720', 'INV7721', 'TOOMUCH']);
		assert.deepEqual(referencesIn(summary.text, 'TO LOOK UP'), []);
	});

	it('asks the service about what it has sent, and pays nothing a second time', async () => {
		const laterStatus = {
			MADE: 'SUCCESS',
			READY: 'AUTHORIZED',
			WORKING: 'PROCESSING',
			WAITING: 'PENDING',
			BACK: 'REVERSED',
			REFUND: 'REFUNDED',
			BROKEN: 'FAILED',
			STRANGE: 'HELD',
		};
		const known = Object.keys(laterStatus);
		const altered = ['NOSTATUS', 'OTHERSUM', 'OTHERTO', 'TWICE', 'NOTYET'];
		const workflowId = await prepare([...known, ...altered].map((each) => pendingRow(each)));
		await fixture.control.settings({ settlementMs: 600_000 });
		await run(workflowId);
		assert.deepEqual(new Set(Object.values(await statuses())), new Set(['sent']));
		await example.mailbox.clear();

		await run(workflowId);
		assert.deepEqual(
			await example.mailbox.messages(),
			[],
			'nothing is new, so nobody gets an e-mail',
		);

		for (const [reference, status] of Object.entries(laterStatus)) {
			await fixture.control.setPayoutStatus(reference, status);
		}
		for (const [orderReference, body] of Object.entries({
			NOSTATUS: { status: null },
			OTHERSUM: { status: 'SUCCESS', order: { amount: '999.00' } },
			OTHERTO: { status: 'SUCCESS', beneficiary: { accountNumber: '0150384512799' } },
		})) {
			await fixture.control.addFault({ kind: 'recordAltered', orderReference, body });
		}
		await fixture.control.addFault({ kind: 'recordTwice', orderReference: 'TWICE' });
		await fixture.control.addFault({ kind: 'recordLate', orderReference: 'NOTYET' });
		await run(workflowId);
		assert.deepEqual(await statuses(), {
			MADE: 'paid',
			READY: 'sent',
			WORKING: 'sent',
			WAITING: 'sent',
			BACK: 'returned',
			REFUND: 'returned',
			BROKEN: 'returned',
			STRANGE: 'to look up',
			NOSTATUS: 'to look up',
			OTHERSUM: 'to look up',
			OTHERTO: 'to look up',
			TWICE: 'to look up',
			NOTYET: 'sent',
		});
		assert.match(await noteOf('BACK'), /REVERSED/);
		assert.match(await noteOf('OTHERSUM'), /another amount/);
		assert.match(await noteOf('OTHERTO'), /another account/);
		assert.match(await noteOf('TWICE'), /more than one/);
		assert.match(await noteOf('NOTYET'), /knows no payout/);

		const { subject, text } = await example.mailbox.waitForMessage(finance);
		assert.match(subject, /some to look up/);
		assert.match(text, /- MADE, 1,000\.00 TZS, Asha Mushi: sent → paid/);
		const unclear = ['STRANGE', ...altered.slice(0, 4)];
		const back = ['BACK', 'REFUND', 'BROKEN'];
		assert.deepEqual(referencesIn(text, 'CHANGED'), ['MADE', ...back, ...unclear]);
		assert.deepEqual(referencesIn(text, 'RETURNED'), back);
		assert.deepEqual(referencesIn(text, 'TO LOOK UP'), unclear);

		await example.mailbox.clear();
		await fixture.control.setPayoutStatus('OTHERSUM', 'SUCCESS');
		await run(workflowId);
		assert.equal(
			(await statuses()).OTHERSUM,
			'paid',
			'a row that was to look up is asked about again',
		);
		assert.match(
			(await example.mailbox.waitForMessage(finance)).text,
			/OTHERSUM.*: to look up → paid/,
		);
		assert.deepEqual(paidTwice(await fixture.control.ledger()), []);
	});

	it('asks about a payout that it could not find before it pays anything else', async () => {
		const workflowId = await prepare([pendingRow('LATE1')], withoutLookUps);
		await fixture.control.addFault({ kind: 'dropAfter', operation, orderReference: 'LATE1' });
		await run(workflowId);
		assert.deepEqual(await statuses(), { LATE1: 'to look up' });
		const { text } = await example.mailbox.waitForMessage(finance);
		assert.deepEqual(referencesIn(text, 'TO LOOK UP'), ['LATE1']);

		await insertRows(fixture.api, example.table, [pendingRow('LATE2')]);
		await fixture.control.setPayoutStatus('LATE1', 'SUCCESS');
		await run(workflowId);
		assert.deepEqual(await statuses(), { LATE1: 'paid', LATE2: 'sent' });
		const asked = (await fixture.control.ledger()).requests.map((request) => request.operation);
		assert.deepEqual(asked.slice(-2), ['getPayout', operation]);
	});

	it('pays nobody a second time when rows are set back to pending by hand', async () => {
		const workflowId = await prepare([
			pendingRow('HAND1'),
			pendingRow('HAND2'),
			pendingRow('HAND3'),
		]);
		await run(workflowId);
		await fixture.control.setPayoutStatus('HAND1', 'SUCCESS');
		await fixture.control.setPayoutStatus('HAND2', 'REVERSED');
		await fixture.control.setPayoutStatus('HAND3', 'PROCESSING');
		await backToPending('sent');
		await insertRows(fixture.api, example.table, [pendingRow('HAND4')]);
		await run(workflowId);

		const { paid } = await fixture.control.ledger();
		assert.deepEqual(paid, { HAND1: 1, HAND2: 1, HAND3: 1, HAND4: 1 });
		assert.deepEqual(await statuses(), {
			HAND1: 'paid',
			HAND2: 'returned',
			HAND3: 'sent',
			HAND4: 'sent',
		});
	});

	it('pays nobody a second time when the rows could not be updated after the payouts', async () => {
		const workflowId = await prepare([pendingRow('LOST1'), pendingRow('LOST2')]);
		await removeColumn(fixture.api, example.table, 'payoutId');
		const broken = await run(workflowId).finally(
			async () => await addColumn(fixture.api, example.table, { name: 'payoutId', type: 'string' }),
		);
		assert.match(failureText(broken), /payoutId/);
		assert.deepEqual((await fixture.control.ledger()).paid, { LOST1: 1, LOST2: 1 });
		assert.deepEqual(await statuses(), { LOST1: 'pending', LOST2: 'pending' });

		assert.equal((await run(workflowId)).status, 'success');
		assert.deepEqual(paidTwice(await fixture.control.ledger()), []);
		assert.ok(Object.values(await statuses()).every((each) => each === 'sent' || each === 'paid'));
	});

	it('keeps what was not sent as pending, and the next run pays it', async () => {
		const references = Array.from({ length: 10 }, (_, index) => `LATE${index}`);
		const workflowId = await prepare(
			references.map((reference) => pendingRow(reference)),
			withoutLookUps,
		);
		await fixture.control.addFault({ kind: 'statusBefore', operation, status: 503, times: 10 });
		await run(workflowId);

		const afterFirst = await statuses();
		const kept = references.filter((reference) => afterFirst[reference] === 'pending');
		const unknown = references.filter((reference) => afterFirst[reference] === 'to look up');
		assert.ok(kept.length > 0 && unknown.length >= 3, JSON.stringify(afterFirst));
		assert.equal(kept.length + unknown.length, 10);
		const { text } = await example.mailbox.waitForMessage(finance);
		assert.deepEqual(referencesIn(text, 'STILL PENDING'), kept);

		await fixture.control.clearFaults();
		await run(workflowId);
		const { paid } = await fixture.control.ledger();
		assert.deepEqual(paid, Object.fromEntries(kept.map((reference) => [reference, 1])));
		const afterSecond = await statuses();
		for (const reference of kept) assert.equal(afterSecond[reference], 'sent');
		for (const reference of unknown) assert.equal(afterSecond[reference], 'to look up');
	});

	it('keeps a row as pending that the service asks to send later than the node may wait', async () => {
		// A credential of its own: whoever uses the same one waits for the same hour.
		const own = await fixture.createCredential({
			authentication: 'accessToken',
			accessToken: 'sandbox-access-token',
		});
		const workflowId = await prepare([pendingRow('PACE1')], (workflow) =>
			withCredentials(workflow, { payments: own }),
		);
		await fixture.control.addFault({ kind: 'paceRefusal', operation, waitSeconds: 3600 });
		await run(workflowId);
		assert.deepEqual(await statuses(), { PACE1: 'pending' });
		assert.match(await noteOf('PACE1'), /3600 seconds/);
	});

	it('pays nothing and loses no row when the credential is refused', async () => {
		const workflowId = await prepare([pendingRow('KEY1'), pendingRow('KEY2')]);
		await fixture.control.settings({ apiKey: 'another key' });
		await run(workflowId);
		assert.deepEqual(await statuses(), { KEY1: 'refused', KEY2: 'pending' });
		assert.deepEqual((await fixture.control.ledger()).paid, {});

		await fixture.control.reset();
		await backToPending('refused');
		await run(workflowId);
		assert.deepEqual(await statuses(), { KEY1: 'sent', KEY2: 'sent' });
	});

	it('calls a payout paid when the service says SUCCESS, and never for want of a status', async () => {
		const workflowId = await prepare(['ATONCE', 'SILENT', 'BACK'].map((each) => pendingRow(each)));
		const made = { kind: 'payoutStatus', operation } as const;
		await fixture.control.addFault({ ...made, orderReference: 'ATONCE', payoutStatus: 'SUCCESS' });
		await fixture.control.addFault({ ...made, orderReference: 'BACK' });
		await fixture.control.addFault({
			kind: 'answer',
			operation,
			orderReference: 'SILENT',
			body: { orderReference: 'SILENT' },
		});
		await run(workflowId);
		assert.deepEqual(await statuses(), { ATONCE: 'paid', SILENT: 'sent', BACK: 'returned' });
		assert.match(await noteOf('BACK'), /REVERSED/);
	});

	it('takes neither of two pending rows with the same reference', async () => {
		const workflowId = await prepare([
			pendingRow('SAME'),
			pendingRow('SAME', 2000),
			pendingRow('OTHER'),
		]);
		await run(workflowId);
		assert.deepEqual((await fixture.control.ledger()).paid, { OTHER: 1 });
		const rows = await readRows(fixture.api, example.table);
		assert.deepEqual(
			rows.map(({ status }) => status),
			['refused', 'refused', 'sent'],
		);
	});

	it('pays by itself when it is published, each row once', async () => {
		const workflowId = await prepare(
			[pendingRow('CLOCK1'), pendingRow('CLOCK2')],
			everySecond(trigger),
		);
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

/** The node leaves it to the next run to ask what became of an unclear payout. */
function withoutLookUps(workflow: WorkflowDefinition): WorkflowDefinition {
	type Node = { name: string; parameters: { options: object } };
	const nodes = (workflow.nodes as Node[]).map((node) => {
		if (node.name !== 'Create bank payout') return node;
		const options = { ...node.parameters.options, lookUpUnclear: false };
		return { ...node, parameters: { ...node.parameters, options } };
	});
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
	const [totals = ''] = text.split('CHANGED');
	return totals.split('\n').filter((line) => /: \d+ payouts?, /.test(line));
}

/** The order references in the list below a heading of the e-mail, in its order. */
function referencesIn(text: string, heading: string): string[] {
	const [, below = ''] = text.split(`\n${heading}`);
	const [list = ''] = below.split(/\n[A-Z ]{5,}\n/);
	return [...list.matchAll(/^- ([^,]+), /gm)].map(([, reference = '']) => reference);
}
