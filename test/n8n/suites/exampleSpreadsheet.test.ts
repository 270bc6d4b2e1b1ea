import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential, WorkflowDefinition } from '../../../workbench/instance/api';
import { bodiesSent } from '../../../workbench/instance/assertions';
import { launchBrowser, openEditor, openWorkflow } from '../../../workbench/editor/browser';
import {
	importExample,
	openTestForm,
	productionFormUrl,
	publishWorkflow,
	selectCredential,
} from '../../../workbench/editor/builder';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import {
	createSmtpCredential,
	readExample,
	smtpCredentialData,
	strictService,
	withCredentials,
} from '../../../workbench/workflows/examples';
import { useFixture } from '../../../workbench/instance/fixture';
import { forSuite } from '../../../workbench/servers/forSuite';
import { startMailbox } from '../../../workbench/servers/mailbox';
import { payoutRequests } from '../../../workbench/workflows/outcomes';
import { repositoryRoot } from '../../../workbench/instance/paths';
import { readFormEnding, visit } from '../../../workbench/instance/person';
import type { Page } from '../../../workbench/editor/playwright';
import { noReuse } from '../../../workbench/servers/connections';
import { answersWell, waitUntil } from '../../../workbench/servers/waiting';
import {
	approvalLink,
	approver,
	columns,
	decide,
	openApproval,
	parseCsv,
	readResult,
	row,
	submitFile,
	tableOf,
	type ResultRow,
} from '../spreadsheetExample';

const trigger = 'Upload payouts';
const finance = 'finance@example.com';
const operation = 'createBankPayout';

describe('the example "Payouts from a CSV file with approval"', () => {
	const fixture = useFixture();
	const mailbox = forSuite(startMailbox);
	/** For the run that nobody answers, which goes on beside all tests. */
	const lateMailbox = forSuite(startMailbox);
	let lateExecution: string;
	const browser = forSuite(launchBrowser);
	/** The browser of somebody with a log-in to n8n, who builds the workflow and uploads files. */
	let page: Page;
	let folder: string;
	let payments: StoredCredential;
	let smtp: StoredCredential;
	let workflowId: string;

	before(async () => {
		payments = await fixture.createCredential();
		lateExecution = await uploadAndDoNotAnswer();
		smtp = await createSmtpCredential(fixture.api, mailbox);
		folder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-upload-'));
		page = await openEditor(browser, fixture.n8n.url);

		workflowId = await importExample(page, 'spreadsheet-approval');
		for (const node of [
			'Check the rows',
			'Preview bank payout',
			'Verify bank account',
			'Create bank payout',
		]) {
			await selectCredential(page, node, payments.name);
		}
		for (const node of ['Ask for approval', 'Send the result']) {
			await selectCredential(page, node, smtp.name);
		}
		await publishWorkflow(page);
		await waitUntil(async () => await answersWell(await formUrl()));
	});
	after(async () => await rm(folder, { recursive: true, force: true }));
	beforeEach(async () => {
		// A service that pays a reference as often as it is asked to: nothing else holds back a repeat.
		await fixture.control.reset({ uniqueOrderReferences: false, plainReferences: true });
		await mailbox.clear();
	});

	async function formUrl(id = workflowId): Promise<string> {
		return await productionFormUrl(fixture.api, id, trigger);
	}

	/** Uploads a file in the published form. */
	async function uploadRows(name: string, ...rows: string[]): Promise<void> {
		const file = path.join(folder, `${name}.csv`);
		await writeFile(file, [columns, ...rows, ''].join('\n'));
		await page.goto(await formUrl());
		await submitFile(page, file);
	}

	/** Decides on what was uploaded, and reads what the form shows then. */
	async function resultOf(approval: Page, decision: string, comment = '', form = page) {
		const result = readResult(form);
		await decide(approval, decision, comment);
		return await result;
	}

	it('pays what was approved, and reports on every row in the form and by e-mail', async () => {
		const orderReference = 'JUNE04';
		await fixture.control.reset(strictService);
		await fixture.control.addFault({ kind: 'dropAfter', operation, orderReference });
		// Looked up three times: the service does not show it in time.
		const times = 3;
		await fixture.control.addFault({ kind: 'recordLate', orderReference, times });
		await uploadRows(
			'june',
			'JUNE01,450000,TZS,0150384512700,Asha Mushi,CORUTZTZ,ACH',
			'JUNE02,"387,500",TZS,20810014562,Baraka Mollel,NMIBTZTZ,ACH',
			'JUNE03,1250.10,USD,0009120001234,Zanzibar Spice Exports Ltd,SBICTZTX,RTGS',
			'JUNE04,99.99,TZS,011103004821,Kilimanjaro Coffee Traders Ltd,NLCBTZTX,RTGS',
			'JUNE05,84000,TZS,0152209917300,Neema Joseph,CRDBTZTZ,ACH',
		);
		const request = await mailbox.waitForMessage(approver);
		assert.equal(request.subject, 'Payouts to approve: 4');
		const asked = plain(request.html);
		for (const words of [
			/TZS: 3 rows, 534,099\.99, fees 11,500\.00, total 545,599\.99; balance 1,0/,
			/USD: 1 row, 1,250\.10, fees 4\.00, total 1,254\.10; balance 1,000,000\.00/,
			/Rows with a warning: 2/,
			/not valid, will not be paid: 1 row/,
			/june\.csv, uploaded by owner@example\.com/,
		]) {
			assert.match(asked, words);
		}

		const approval = await openApproval(browser, mailbox);
		const known = 'Kilimanjaro Coffee Traders Ltd';
		const zanzibar = 'Zanzibar Spice Exports Ltd';
		assert.deepEqual(await tableOf(approval), [
			'JUNE01 450,000.00 TZS 1,500.00 Asha Mushi Asha Mushi 0150384512700 CORUTZTZ ACH 1-3 Working Days',
			`JUNE03 1,250.10 USD 4.00 ${zanzibar} Juma Hassan 0009120001234 SBICTZTX RTGS Instant`,
			'Warning: The bank knows another name: Juma Hassan',
			`JUNE04 99.99 TZS 10,000.00 ${known} ${known} 011103004821 NLCBTZTX RTGS Instant`,
			'JUNE05 84,000.00 TZS  Neema Joseph not told 0152209917300 CRDBTZTZ ACH ',
			(await tableOf(approval))[5] ?? '',
		]);
		assert.match((await tableOf(approval))[5] ?? '', /^Warning: .*no preview.*CRDBTZTZ/);
		assert.deepEqual(payoutRequests(await fixture.control.ledger()), [], 'nothing before approval');
		const { ending, file, rows } = await resultOf(approval, 'Approve', 'June is right');

		const ledger = await fixture.control.ledger();
		assert.deepEqual(ledger.paid, { JUNE01: 1, JUNE03: 1, JUNE04: 1 });
		// What came too early for the pace of the service was sent once more.
		const sent = bodiesSent(ledger, operation).map(beneficiaryOf);
		const once = [...new Map(sent.map((each) => [String(each), each])).values()];
		assert.deepEqual(once, [
			['JUNE01', 450000, 'TZS', '0150384512700'],
			['JUNE03', 1250.1, 'USD', '0009120001234'],
			['JUNE04', 99.99, 'TZS', '011103004821'],
			['JUNE05', 84000, 'TZS', '0152209917300'],
		]);

		assert.match(ending, /Approved.*accepted: 2, rejected: 1, unknown: 1, invalid: 1/s);
		assert.match(ending, /June is right/);
		assert.deepEqual(rows.map(outcomeOf), [
			['1', 'JUNE01', '0150384512700', 'accepted'],
			['2', 'JUNE02', '20810014562', 'invalid'],
			['3', 'JUNE03', '0009120001234', 'accepted'],
			['4', 'JUNE04', '011103004821', 'unknown'],
			['5', 'JUNE05', '0152209917300', 'rejected'],
		]);
		const [paid, invalid, , unknown, rejected] = rows;
		const [first] = ledger.payouts.filter((payout) => payout.orderReference === 'JUNE01');
		const told = [paid?.payoutId, paid?.payoutStatus, paid?.fee];
		assert.deepEqual(told, [first?.id, 'AUTHORIZED', '1500.00']);
		assert.match(invalid?.message ?? '', /Amount.*387,500/);
		for (const { decidedBy, decidedAt } of rows) {
			assert.equal(decidedBy, 'Neema Joseph');
			assert.match(decidedAt ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d/);
		}
		assert.match(unknown?.message ?? '', /[Ll]ook up order reference JUNE04/);
		assert.match(rejected?.message ?? '', /CRDBTZTZ.*No money moved/s);

		const mailed = await mailbox.waitForMessage(finance);
		assert.match(mailed.subject, /june\.csv: Approved/);
		assert.match(mailed.text, /accepted: 2, rejected: 1, unknown: 1, invalid: 1/);
		assert.deepEqual(mailed.attachments?.[0]?.content, file);
	});

	it('pays nobody a second time when the same file is uploaded and approved again', async () => {
		const twice = ['TWICE1', 'TWICE2'].map((reference) => row(reference));
		for (const outcome of ['accepted', 'alreadySent']) {
			await mailbox.clear();
			await uploadRows('twice', ...twice);
			const { rows } = await resultOf(await openApproval(browser, mailbox), 'Approve');
			assert.deepEqual(outcomes(rows), [outcome, outcome]);
			for (const { payoutId, payoutStatus, fee } of rows) {
				assert.ok(payoutId && payoutStatus && fee, 'each row has the record of the service');
			}
		}
		assert.deepEqual((await fixture.control.ledger()).paid, { TWICE1: 1, TWICE2: 1 });
	});

	it('sends nothing when the answer is Decline, and the form says so', async () => {
		const tooMuch = { amount: '8000.01', currency: 'USD' };
		await uploadRows('declined', row('NO1'), row('NO2', { currency: 'KES' }), row('NO3', tooMuch));
		const approval = await openApproval(browser, mailbox);
		const { ending, rows } = await resultOf(approval, 'Decline', 'Wrong month');

		assert.match(ending, /Declined: nothing was sent.*Wrong month/s);
		assert.deepEqual(rows.map(outcomeOf), [
			['1', 'NO1', '0150384512700', 'notApproved'],
			['2', 'NO2', '0150384512700', 'invalid'],
			['3', 'NO3', '0150384512700', 'invalid'],
		]);
		assert.match(rows[2]?.message ?? '', /Above the limit of 8,000 USD/);
		assert.deepEqual(payoutRequests(await fixture.control.ledger()), []);
		assert.match((await mailbox.waitForMessage(finance)).subject, /Declined: nothing was sent/);
	});

	it('approves nothing when a program opens the link of the e-mail', async () => {
		await uploadRows('scanned', row('SCAN1'));
		const link = await approvalLink(mailbox);
		for (let times = 0; times < 3; times++) assert.ok(await answersWell(link));
		const [execution = ''] = await fixture.api.listExecutions(workflowId);
		assert.equal((await fixture.api.getExecution(execution)).status, 'waiting');

		await resultOf(await openApproval(browser, mailbox), 'Decline');
		assert.deepEqual(payoutRequests(await fixture.control.ledger()), []);
	});

	it('shows markup and expressions in a cell as they were typed, without obeying them', async () => {
		const hostile = '{{ 6 * 7 }} <img src=x onerror="alert(1)"> O\'Hara & "Co"';
		const accountName = `"${hostile.replaceAll('"', '""')}"`;
		await uploadRows('hostile', row('MARKUP1', { accountName }));
		const approval = await openApproval(browser, mailbox);
		assert.ok((await tableOf(approval))[0]?.includes(hostile), hostile);
		assert.equal(await approval.locator('.html img').count(), 0);
		const { rows } = await resultOf(approval, 'Approve', '<img src=x onerror="alert(1)">');

		assert.equal(rows[0]?.accountName, hostile);
		assert.equal(await page.locator('.header img[onerror]').count(), 0);
		const [sent] = bodiesSent(await fixture.control.ledger(), operation);
		assert.equal((sent as { accountName: string }).accountName, hostile);
	});

	it('asks nobody when no row can be paid', async () => {
		const result = readResult(page);
		await uploadRows('invalid', row('BAD1', { amount: '0' }), row('BAD2', { bic: '' }));
		const { ending, rows } = await result;
		assert.match(ending, /No row can be paid: nothing was sent/);
		assert.deepEqual(outcomes(rows), ['invalid', 'invalid']);
		assert.match(rows[1]?.message ?? '', /Bank is required/);
		const recipients = (await mailbox.messages()).flatMap(({ to }) => to);
		assert.deepEqual(recipients, [finance]);
	});

	for (const [what, rows] of [
		['has no rows', []],
		['has rows with too few cells', ['A1,100,TZS']],
	] as const) {
		it(`says that nothing was sent when the file ${what}`, async () => {
			await uploadRows('unreadable', ...rows);
			assert.match(await readFormEnding(page), /No rows could be read\. Nothing was sent/);
			assert.deepEqual(await mailbox.messages(), []);
		});
	}

	it('still shows the result when it cannot be sent by e-mail', async () => {
		await uploadRows('no-mail', row('NOMAIL1'));
		const approval = await openApproval(browser, mailbox);
		await fixture.api.updateCredential(smtp, smtpCredentialData(1));
		const { rows } = await resultOf(approval, 'Approve').finally(
			async () => await fixture.api.updateCredential(smtp, smtpCredentialData(mailbox.smtpPort)),
		);
		assert.deepEqual(outcomes(rows), ['accepted']);
	});

	it('lets nobody upload who has no log-in to this n8n', async () => {
		const file = new FormData();
		file.set('field-0', new Blob([`${columns}\n${row('STRANGER1')}\n`]), 'stranger.csv');
		const answer = await fetch(await formUrl(), { method: 'POST', headers: noReuse, body: file });
		assert.equal(answer.status, 401);
		const stranger = await visit(browser, await formUrl());
		await stranger.waitForURL(/\/signin/);
		await stranger.close();
	});

	/** Begun before all tests, because n8n looks only once a minute whose waiting is over. */
	async function uploadAndDoNotAnswer(): Promise<string> {
		const lateSmtp = await createSmtpCredential(fixture.api, lateMailbox, 'Late mail');
		const example = await readExample('spreadsheet-approval');
		const hasty = await fixture.api.createWorkflow(
			openToAllAndHasty(withCredentials(example, { payments, smtp: lateSmtp })),
		);
		await fixture.api.activateWorkflow(hasty.id);
		const url = await formUrl(hasty.id);
		await waitUntil(async () => await answersWell(url));
		const file = new FormData();
		file.set('field-0', new Blob([`${columns}\n${row('LATE1')}\n`]), 'late.csv');
		assert.ok((await fetch(url, { method: 'POST', headers: noReuse, body: file })).ok);
		await lateMailbox.waitForMessage(approver);
		return (await fixture.api.listExecutions(hasty.id))[0]!;
	}

	it('can be tried out of the editor with the file that is shipped with it', async () => {
		await openWorkflow(page, workflowId);
		const form = await openTestForm(page);
		await submitFile(form, path.join(repositoryRoot, 'examples/payouts.csv'));
		const { rows } = await resultOf(await openApproval(browser, mailbox), 'Approve', '', form);
		const expected = ['accepted', 'accepted', 'accepted', 'accepted', 'invalid', 'accepted'];
		assert.deepEqual(outcomes(rows), expected);
	});

	it('sends nothing when nobody answers in time', async () => {
		const { subject, attachments } = await lateMailbox.waitForMessage(finance, 150_000);
		assert.match(subject, /Nobody answered in time: nothing was sent/);
		const [late] = parseCsv(attachments?.[0]?.content ?? Buffer.alloc(0));
		assert.equal(late?.outcome, 'notApproved');
		// It now waits for somebody who looks at the last page of the form.
		const ran = async () => (await fixture.api.getExecution(lateExecution)).data.resultData.runData;
		await waitUntil(async () => (await ran())['Send the result'] !== undefined);
		assert.equal((await ran())['Create bank payout'], undefined);
	});
});

/** The example with a form that asks for no log-in, and three seconds to answer. */
function openToAllAndHasty(example: WorkflowDefinition): WorkflowDefinition {
	const limit = { limitType: 'afterTimeInterval', resumeAmount: 0.05, resumeUnit: 'minutes' };
	return changeNodes(example, {
		[trigger]: ({ parameters }) => ({
			webhookId: 'hasty',
			parameters: { ...parameters, authentication: 'none' },
		}),
		'Ask for approval': ({ parameters }) => {
			const options = { ...(parameters.options as object), limitWaitTime: { values: limit } };
			return { webhookId: 'hasty-approval', parameters: { ...parameters, options } };
		},
	});
}

const outcomes = (rows: ResultRow[]) => rows.map(({ outcome }) => outcome);

function outcomeOf({ row: number, orderReference, accountNumber, outcome }: ResultRow) {
	return [number, orderReference, accountNumber, outcome];
}

function beneficiaryOf(body: unknown): unknown[] {
	const { orderReference, amount, currency, accountNumber } = body as Record<string, unknown>;
	return [orderReference, amount, currency, accountNumber];
}

function plain(html: string): string {
	return html.replace(/<[^>]*>/g, '');
}
