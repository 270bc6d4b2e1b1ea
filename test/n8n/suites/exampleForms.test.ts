import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../../../sandbox';
import { bodiesSent, sentTo } from '../../../workbench/executions/assertions';
import { answersWell, noReuse, waitUntil } from '../../../workbench/servers/waiting';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import { smtpCredentialData } from '../../../workbench/workflows/examples';
import { paidTwice, payoutRequests } from '../../../workbench/executions/outcomes';
import { DataTable } from '../../../workbench/instance/dataTable';
import { employees } from '../../../workbench/instance/exampleTables';
import { callWebhook, waitForWebhook } from '../../../workbench/instance/webhook';
import { fromItem } from '../../../workbench/workflows/workflows';
import { requireFromN8n } from '../../../workbench/install/paths';
import {
	asha,
	monthsAgo,
	payingRepeats,
	payoutToAsha,
	ExampleFixture,
} from '../examples/exampleFixture';

const initiate = 'initiateCardPayment';
const names = ['orderReference', 'amount', 'currency', 'accountNumber', 'accountName', 'bic'];
const columns = [...names, 'transferType'];

type NodeChanges = Parameters<typeof changeNodes>[1];
const validateOnly = (node: string): NodeChanges => ({
	[node]: ({ parameters }) => ({
		parameters: {
			...parameters,
			options: { ...(parameters as { options: object }).options, validateOnly: true },
		},
	}),
});
const deactivated = (node: string): NodeChanges => ({ [node]: () => ({ disabled: true }) });

/** As where somebody has renamed the table. */
const unlisted: NodeChanges = {
	'Write down the order': ({ parameters }) => ({
		parameters: { ...parameters, dataTableId: { __rl: true, mode: 'name', value: 'Nowhere' } },
	}),
};

/** As where payers type the number of their invoice. */
const numbered: NodeChanges = {
	'Create payment link': ({ parameters }) => ({
		parameters: { ...parameters, orderReference: 'INV204' },
	}),
};

/** What writes Excel files. */
interface Xlsx {
	utils: { json_to_sheet(rows: object[]): object };
	write(book: object, options: object): Buffer;
}

/** A user's browser: n8n takes whatever else opens a link for a program. */
const browserHeaders = { ...noReuse, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0' };

/** A line of a CSV file that the sandbox accepts, with `changes` to its cells. */
const line = (orderReference: string, changes: object = {}) => {
	const cells: Record<string, unknown> = { ...payoutToAsha, orderReference, ...changes };
	return columns.map((column) => cells[column]).join();
};
const csv = (...lines: string[]) => new File([lines.join('\n')], 'payouts.csv');
const salaryMonth = (ago: number) => monthsAgo(ago).toFormat('yyyyMM');
const hostile = `{{ 6 * 7 }} <img src=x onerror=alert(1)> O'Hara & Co`;

describe('an example that people or the service begin', () => {
	const exampleFixture = new ExampleFixture(payingRepeats);
	const { fixture, mailbox, expectMails } = exampleFixture;
	const ids: Record<string, string> = {};
	const ledger = async () => await fixture.control.ledger();
	const fault = async (one: Fault) => await fixture.control.addFault(one);
	const formOf = (name: string) => `${fixture.n8n.url}/form/${name}`;

	before(async () => {
		for (const [name, trigger, file, changes] of [
			['form-payment-link', 'Payment form', 'form-payment-link', {}],
			['spreadsheet-approval', 'Upload payouts', 'spreadsheet-approval', {}],
			['dry-approval', 'Upload payouts', 'spreadsheet-approval', validateOnly('Pay')],
			['dry-link', 'Payment form', 'form-payment-link', validateOnly('Create payment link')],
			['no-link', 'Payment form', 'form-payment-link', deactivated('Create payment link')],
			['unlisted', 'Payment form', 'form-payment-link', unlisted],
			['numbered', 'Payment form', 'form-payment-link', numbered],
			['salary-run', 'Start the salary run', 'salary-run', {}],
		] as const) {
			ids[name] = await exampleFixture.store(file, (workflow) =>
				changeNodes(changeNodes(workflow, changes), {
					[trigger]: ({ parameters }) => ({
						webhookId: name,
						// Without the log-in to n8n, which test/n8n/suites/examples uses.
						parameters: { ...parameters, authentication: 'none' },
					}),
				}),
			);
			await fixture.api.activateWorkflow(ids[name]);
			await waitUntil(async () => await answersWell(formOf(name)));
		}
		ids.received = await exampleFixture.store('payment-received');
		await fixture.api.activateWorkflow(ids.received);
		await waitForWebhook(fixture.n8n.url, 'payment-events');
	});
	afterEach(async () => assert.deepEqual(paidTwice(await ledger()), []));

	const isWaiting = (id: string) => async () =>
		(await fixture.api.getExecution(id)).status === 'waiting';

	/** Sends values to a form, and waits until its execution waits for what comes next. */
	async function send(url: string, values: Array<string | File>): Promise<string> {
		const body = new FormData();
		for (const [index, value] of values.entries()) {
			if (typeof value === 'string') body.set(`field-${index}`, value);
			else body.set(`field-${index}`, value, value.name);
		}
		const text = await (await fetch(url, { method: 'POST', headers: browserHeaders, body })).text();
		const [, page = '', id = ''] = /"(http[^"]*\/form-waiting\/(\w+)[^"]*)"/.exec(text) ?? [];
		if (id === '') return text;
		await waitUntil(isWaiting(id));
		return page;
	}
	const read = async (url: string) => await (await fetch(url, { headers: browserHeaders })).text();
	/** Reports that the last page is shown, as a browser does, and reads what the run then ends with. */
	async function errorBehind(page: string): Promise<string | undefined> {
		await fetch(page, { method: 'POST', headers: browserHeaders });
		const { data } = await fixture.api.waitForExecution(/form-waiting\/(\w+)/.exec(page)![1]!);
		return data.resultData.error?.message;
	}

	/** Fills in a form, and reads the page on which it ends. */
	const fillIn = async (name: string, values: Array<string | File>) =>
		await read(await send(formOf(name), values));
	const payByCard = async (changes: object = {}, name = 'form-payment-link') =>
		await fillIn(name, Object.values({ ...asha, ...changes }));
	/** Uploads payouts, and returns the address that the approver is sent. */
	async function upload(...lines: string[]): Promise<string> {
		return await uploadFile(csv(columns.join(), ...lines, ''));
	}
	async function uploadFile(file: File, example = 'spreadsheet-approval'): Promise<string> {
		await send(formOf(example), [file]);
		return await exampleFixture.approvalLink();
	}

	/** @returns the approver's page, and the file of the result */
	async function decide(link: string, decision: string, comment: string): Promise<string> {
		const page = await read(link);
		assert.doesNotMatch(page, /<img src=x/);
		await send(link, ['', JSON.stringify([decision]), 'Neema Joseph', comment]);
		const { attachments } = await mailbox.waitForMessage('finance@example.com');
		return page + String(attachments?.[0]?.content);
	}

	/** Calls as the service does, or as somebody does who says so, and waits for what comes of it. */
	async function call(data: object): Promise<void> {
		const executions = async () => await fixture.api.listExecutions(ids.received!);
		const { length } = await executions();
		await callWebhook(fixture.n8n.url, 'payment-events', { data });
		await waitUntil(async () => (await executions()).length > length);
		const { status } = await fixture.api.waitForExecution((await executions())[0]!);
		assert.equal(status, 'success');
	}
	async function makeLink(orderReference: string): Promise<void> {
		const item = { orderReference, amount: '25.00', currency: 'USD', customerId: 'CUST1' };
		await fixture.pay(
			[item],
			{ parameters: fromItem.initiate },
			exampleFixture.credentials.payments,
		);
	}

	it('keeps a refusal with the team', async () => {
		await fault({ kind: 'statusBefore', status: 402, operation: initiate });
		const page = await payByCard();
		assert.match(
			page,
			/Sorry.*Nothing was charged.*try again in a few.*FORM[0-9A-Z]{8}[0-9A-F]{6}\b/s,
		);
		assert.doesNotMatch(page.replace(/FORM\w+/g, ''), /HTTP 402|"outcome"|rejected/);
		await expectMails([/^payments@.*Order FORM\w+: no payment link.*Asha Mushi.*HTTP 402/s]);
	});

	it('asks for another try where a link was lost, and writes down that nobody has it', async () => {
		await exampleFixture.orders.fill([]);
		await fault({ kind: 'dropAfter', operation: initiate });
		assert.match(await payByCard(), /Sorry.*try again in a few minutes/s);
		assert.match(await payByCard(), /check your e-mail/);
		const rows = await exampleFixture.orders.rows();
		const [lost, made] = (await ledger()).cardPayments;
		assert.deepEqual(
			rows.map(({ status, orderReference, link }) => [status, orderReference, link]),
			[
				['unknown', lost?.orderReference, null],
				['link made', made?.orderReference, made?.cardPaymentLink],
			],
		);
		await expectMails([/^payments@.*no payment link.*Status: unknown/s, /^asha@/]);
	});

	it('sends the link, and tells the team, where the order is not in the table', async () => {
		assert.match(await payByCard({}, 'unlisted'), /check your e-mail/);
		await expectMails([/^payments@.*Order FORM.* not in the table Orders.*n8n/s, /^asha@/]);
	});

	it('leads whoever asks twice for one invoice to the first e-mail', async () => {
		await fixture.control.settings({ uniqueOrderReferences: true });
		assert.match(await payByCard({}, 'numbered'), /check your e-mail/);
		assert.match(await payByCard({}, 'numbered'), /A link for this number was made before/);
		await expectMails([/^asha@/, /^payments@.*Order FORM.*Status: reference used/s]);
	});

	it('asks to check what was typed where the service refuses that, and reads a number with a zero', async () => {
		const phone = { 'Phone number': '0712 345 678' };
		await fault({ kind: 'statusBefore', status: 400, operation: initiate });
		assert.match(
			await payByCard(phone),
			/Sorry.*check the amount.*, the e-mail address and the phone number/s,
		);
		await payByCard(phone);
		const [payment] = (await ledger()).cardPayments;
		assert.deepEqual(payment?.customer, {
			...{ fullName: 'Asha Mushi', email: 'asha@example.com', phoneNumber: '255712345678' },
		});
		assert.ok(payment!.orderReference.length <= 20);
		await expectMails([/^payments@/, /^asha@/]);
	});

	it('sends an amount that cannot be paid nowhere, and markup in a name as it was typed', async () => {
		const sorry = await payByCard({ 'Amount (USD)': '12.345' });
		assert.match(sorry, /Sorry.*check the amount \(such as 25\.00\)/s);
		const shillings = await payByCard({ 'Amount (USD)': '50000' });
		assert.match(shillings, /Sorry.* US dollars, not in shillings, and at most 2000\./s);
		assert.deepEqual(sentTo(await ledger(), initiate), []);
		await payByCard({ 'Full name': `<a href="http://evil.example">O'Hara</a>` });
		const typed = /^asha@(?!.*<a .*<a ).*Hello &#60;a href=&#34;.*O&#39;Hara/s;
		await expectMails([/^payments@/, typed]);
	});

	describe('where no e-mail can be sent', () => {
		const mailAt = async (port: number) =>
			await fixture.api.updateCredential(exampleFixture.credentials.smtp, smtpCredentialData(port));
		beforeEach(async () => await mailAt(1));
		afterEach(async () => await mailAt(mailbox.smtpPort));

		it('shows the link on the page', async () => {
			assert.match(
				await payByCard(),
				/Here is your payment link.*http:\/\/127\.0\.0\.1:\d+\/pay\//s,
			);
		});

		it('fails, behind the page, where the team could not be told of a link', async () => {
			await fault({ kind: 'statusBefore', status: 402, operation: initiate });
			for (const [name, said, failed] of [
				['form-payment-link', /Sorry.*Nothing was charged/s, /could not be sent to the team/],
				['unlisted', /Here is your payment link/, /could not be sent to the team/],
			] as const) {
				const page = await send(formOf(name), Object.values(asha));
				assert.match(await read(page), said);
				assert.match((await errorBehind(page)) ?? 'It succeeded', failed);
			}
		});

		it('says on the page that nobody could be asked to approve, sends nothing, and fails', async () => {
			await (await DataTable.ensure(fixture.api, employees)).fill(employees.samples);
			const file = csv(columns.join(), line('UNASKED1'), '');
			const failed =
				/e-mail to the approver could not be sent.*e-mail (with|to) .* could not be sent/;
			for (const [name, value, said] of [
				['spreadsheet-approval', file, /approver could not be sent: nothing.*not paid: 1/s],
				[
					'salary-run',
					salaryMonth(0),
					/approver could not be sent: nothing.*Asha Mushi: not paid/s,
				],
			] as const) {
				const page = await send(formOf(name), [value]);
				assert.match(await read(page), said);
				assert.match((await errorBehind(page)) ?? 'It succeeded', failed);
			}
			assert.deepEqual(payoutRequests(await ledger()), []);
		});

		it('tries again to tell the team of a payment: another call would tell nobody', async () => {
			await makeLink('LATE1');
			await fixture.control.setPaymentStatus('LATE1', 'SUCCESS');
			const before = (await fixture.api.listExecutions(ids.received!)).length;
			await callWebhook(fixture.n8n.url, 'payment-events', { data: { orderReference: 'LATE1' } });
			const executions = async () => await fixture.api.listExecutions(ids.received!);
			await waitUntil(async () => (await executions()).length > before);
			await setTimeout(2000);
			await mailAt(mailbox.smtpPort);
			assert.equal(
				(await fixture.api.waitForExecution((await executions())[0]!)).status,
				'success',
			);
			await expectMails([/Order LATE1: paid/]);
		});
	});

	it('tells payer and team once what was paid, also where it is less or in another currency', async () => {
		const { orders } = exampleFixture;
		await orders.fill([]);
		for (let times = 0; times < 3; times++) await payByCard();
		const [full, less, other] = (await ledger()).cardPayments;
		// A first card is declined, and a second one pays.
		for (const [record, collected] of [
			[full, { collectedAmount: 25.5, collectedCurrency: 'USD' }],
			[less, { collectedAmount: 20, collectedCurrency: 'USD' }],
			[other, { collectedAmount: 25.5, collectedCurrency: 'TZS' }],
		] as const) {
			const { orderReference } = record!;
			const declined = { ...record, status: 'FAILED', collectedAmount: 0, id: 'declined' };
			const body = [declined, { ...record, ...collected, status: 'SUCCESS' }];
			await fault({ kind: 'answer', operation: 'getPayment', orderReference, body, times: 99 });
		}
		await mailbox.clear();
		const often = { rule: { interval: [{ field: 'seconds', secondsInterval: 1 }] } };
		const id = await exampleFixture.store('form-payment-link', (workflow) =>
			changeNodes(workflow, {
				'Every 15 minutes': ({ parameters }) => ({ parameters: { ...parameters, ...often } }),
				'Payment form': () => ({ webhookId: 'watched' }),
			}),
		);
		await fixture.api.activateWorkflow(id);
		// Executions that begin while another one still asks the service.
		await waitUntil(async () => (await fixture.api.listExecutions(id)).length >= 5);
		await expectMails([
			/^asha@.*25\.50 USD.*we have received your payment\./s,
			/^asha@.*20\.00 USD.*less than your order costs.*Asked for: 25\.50 USD/s,
			/^asha@.*25\.50 TZS.*another currency/s,
			/^payments@.*: PAID, 25\.50 USD/,
			/^payments@.*: PAID LESS, 20\.00 USD.*Settle it with the payer/s,
			/^payments@.*: OTHER CURRENCY, 25\.50 TZS/,
		]);
		await fixture.api.deactivateWorkflow(id);
		const paid = (await orders.rows()).map(({ status, collectedAmount }) => [
			status,
			collectedAmount,
		]);
		assert.deepEqual(paid, [
			['paid', 25.5],
			['paid less', 20],
			['other currency', 25.5],
		]);
	});

	it('shows an approver names, totals and warnings, and sends only what was approved', async () => {
		const orderReference = 'JUNE4';
		await fault({ kind: 'dropAfter', operation: 'createBankPayout', orderReference });
		await fault({ kind: 'recordLate', orderReference, times: 5 });
		const link = await upload(
			line('JUNE1', { amount: 450_000 }),
			line('JUNE2', { amount: '"387,500"' }),
			line('JUNE3', { accountNumber: '0009120001234', accountName: `"${hostile}"` }),
			line('JUNE4'),
			line('JUNE5', { bic: 'CRDBTZTZ' }),
		);
		const told = [
			'JUNE1.*450000.*Asha Mushi.*Asha Mushi.*JUNE3.*6 \\* 7.*THE BANK HAS ANOTHER NAME',
			'JUNE4.*ANOTHER ROW PAYS THIS AMOUNT TO THIS ACCOUNT',
			'JUNE2.*NOT PAID NOW.*387,500.*JUNE5.*NOT PAID NOW.*CRDBTZTZ',
			'JUNE1.*accepted.*1500.*JUNE3.*accepted.*JUNE4.*unknown.*a run in ten minutes',
			'JUNE2.*not paid.*387,500.*JUNE5.*not paid.*CRDBTZTZ',
		];
		assert.match(await decide(link, 'Approve', 'June is right'), new RegExp(told.join('.*'), 's'));
		const sent = bodiesSent(await ledger(), 'createBankPayout') as Array<typeof payoutToAsha>;
		assert.ok(sent.some(({ accountName }) => accountName === hostile));
		await expectMails([
			/^approver@.*: 3 to pay, 2 not.*TZS 45.*of which fees 4,500\.00; balance 1,0.*a remark: 4\./s,
			/^finance@.*: 3 need you, 2 sent.*Approved by Neema.*June is right.*accepted: 2, unknown: 1, not paid: 2.*- JUNE4, unknown: /s,
		]);
	});

	it('reads an Excel file, columns in any order, and no blank lines', async () => {
		const { utils, write } = requireFromN8n<Xlsx>('@e965/xlsx');
		const { orderReference, ...cells } = { ...payoutToAsha, orderReference: 'XLS1' };
		const sheet = utils.json_to_sheet([
			{ ...cells, orderReference, Remark: 'first' },
			{ Remark: ' ' },
		]);
		const book = { SheetNames: ['Payouts'], Sheets: { Payouts: sheet } };
		const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }));
		const link = await uploadFile(new File([bytes], 'payouts.xlsx'));
		const result = await decide(link, 'Approve', '');
		assert.match(result, /XLS1,first,accepted,/);
		await expectMails([
			/^approver@.*to approve: 1 to pay, 0 not/,
			/^finance@.*payouts\.xlsx: 0 need you, 1 sent.*Approved.*accepted: 1\n/s,
		]);
	});

	it('tells in a file that comes again what came back, beside what is new', async () => {
		// The service refuses the preview of a reference that was used, and so the approver learns of it.
		await fixture.control.settings({ uniqueOrderReferences: true });
		await decide(await upload(line('AGAIN1')), 'Approve', '');
		await mailbox.clear();
		await fixture.control.setPayoutStatus('AGAIN1', 'REVERSED');
		const result = await decide(await upload(line('AGAIN1'), line('NEW1')), 'Decline', '');
		assert.match(result, /NEW1,.*,not paid,.*AGAIN1,.*,reversed,/s);
		await expectMails([
			/^approver@.*to approve: 1 to pay, 1 not/,
			/^finance@.*Declined by Neema Joseph: nothing was sent.*AGAIN1, reversed: /s,
		]);
	});

	it('says in a dry run that nothing was sent, and sends no e-mail with an empty link', async () => {
		const file = csv(columns.join(), line('DRY1'));
		const result = await decide(await uploadFile(file, 'dry-approval'), 'Approve', '');
		assert.match(result, /DRY1,.*,not paid,.*Validate Only/);
		await expectMails([/^approver@/, /^finance@.*: 1 need you, 0 sent.*not paid: 1/s]);
		await mailbox.clear();
		for (const example of ['dry-link', 'no-link']) {
			assert.match(await payByCard({}, example), /Sorry.*Nothing was charged/s);
		}
		const nothing = /^payments@.*no payment link.*(Validate Only|deactivated)/s;
		await expectMails([nothing, nothing]);
		assert.deepEqual(payoutRequests(await ledger()), []);
		assert.deepEqual((await ledger()).cardPayments, []);
	});

	it('sends nothing where an approver declines, whatever a program did with the link', async () => {
		const tooMuch = { amount: '8000.01', currency: 'USD' };
		const link = await upload(line('NO1'), line('NO2', { currency: 'KES' }), line('NO3', tooMuch));
		for (let times = 0; times < 3; times++) await answersWell(link);
		assert.match(
			await decide(link, 'Decline', 'Wrong month'),
			/NO3.*above the limit.*NO1,.*,not paid,It was not approved.*NO2,.*,not paid.*NO3,.*,not paid,It is above the limit/s,
		);
		assert.deepEqual(payoutRequests(await ledger()), []);
		await expectMails([
			/^approver@/,
			/^finance@.*Declined by Neema Joseph: nothing was sent.*Wrong month/s,
		]);
	});

	it('asks nobody to approve a file of which no row can be paid, or without rows', async () => {
		for (const [text, said] of [
			[[columns.join(), line('BAD1', { amount: '0' })].join('\n'), /No row can be paid: nothing/],
			['A1,100,TZS', /No rows could be read\. Nothing was sent/],
			['orderReference,amount\nA1,100', /Missing columns: currency, accountNumber,/],
			[`${columns.join()}\n,,,,,,\n`, /Missing columns: none\. The file has no rows/],
		] as const) {
			assert.match(await fillIn('spreadsheet-approval', [csv(text)]), said);
		}
		await expectMails([/^finance@/]);
	});

	it('tells finance of an employee without a salary or an e-mail, and whoever starts it of a wrong month', async () => {
		const table = await DataTable.ensure(fixture.api, employees);
		const [first, second, third] = employees.samples;
		await table.fill([]);
		assert.match(await fillIn('salary-run', [salaryMonth(0)]), /The table Employees has no rows/);
		await table.fill([first!, { ...second!, email: '' }, { ...third!, salary: null }]);
		for (const month of ['2026-12', salaryMonth(2)])
			assert.match(await fillIn('salary-run', [month]), /Nothing was sent.*cannot be paid now/s);
		const page = await send(formOf('salary-run'), [salaryMonth(0)]);
		const link = await exampleFixture.approvalLink();
		assert.match(await read(link), /Neema Joseph.*NOT PAID NOW: .*salary is empty/is);
		await send(link, ['', JSON.stringify(['Approve']), 'Neema Joseph']);
		const told = '1 need you, 2 sent.*Neema Joseph, .*, not paid: .*No e-mail to: Baraka Mollel';
		await expectMails([
			/^approver@.*approve: 2 to pay, 1 not/,
			/^asha@/,
			new RegExp(`^finance@.*${told}`, 's'),
		]);
		await waitUntil(isWaiting(/form-waiting\/(\w+)/.exec(page)![1]!));
		assert.match(await read(page), /1 need you, 2 sent.*Neema Joseph: not paid/s);
		// The form ends the run, so the table is written before.
		const statuses = (await table.rows()).map(({ status }) => status);
		assert.deepEqual(statuses, ['accepted', 'accepted', 'not paid']);
	});

	it('shows a changed account to the approver of salaries, and leaves who was sent or has left', async () => {
		const table = await DataTable.ensure(fixture.api, employees);
		const [first, second, third, left] = employees.samples;
		// Paid this month, before somebody corrected the employee number.
		const sent = { ...first!, orderReference: `SAL${salaryMonth(0)}E710`, status: 'accepted' };
		const { payments } = exampleFixture.credentials;
		const payout = { ...payoutToAsha, amount: 6000, orderReference: sent.orderReference };
		await fixture.pay([payout], { parameters: fromItem.createBankPayout }, payments);
		const changed = { ...third!, employeeNumber: 'E210', lastAccount: '20810014562' };
		await table.fill([sent, { ...second!, status: 'Left' }, changed, left!]);
		await send(formOf('salary-run'), [salaryMonth(0)]);
		const link = await exampleFixture.approvalLink();
		assert.match(
			await read(link),
			/ACCOUNT CHANGED: 1.*E210.*ACCOUNT CHANGED: THE LAST SALARY WENT TO 20810014562/s,
		);
		await send(link, ['', JSON.stringify(['Approve']), 'Neema Joseph']);
		await expectMails([
			/^approver@.*approve: 1 to pay, 3 not/,
			/^neema@/,
			/^finance@.*: 2 need you, 1 sent/,
		]);
		const rows = await table.rows();
		assert.deepEqual(
			rows.map(({ status, lastAccount }) => [status, lastAccount]),
			[
				['accepted', first!.accountNumber],
				['Left', null],
				['accepted', third!.accountNumber],
				['left', null],
			],
		);
		assert.equal(payoutRequests(await ledger()).length, 2);
	});

	it('looks last month up, and pays nobody for a month that is over', async () => {
		const table = await DataTable.ensure(fixture.api, employees);
		const [first, second] = employees.samples;
		const orderReference = `SAL${salaryMonth(1)}E017`;
		const payout = { ...payoutToAsha, amount: 6000, orderReference };
		const { payments } = exampleFixture.credentials;
		await fixture.pay([payout], { parameters: fromItem.createBankPayout }, payments);
		await fixture.control.setPayoutStatus(orderReference, 'REVERSED');
		await table.fill([{ ...first!, orderReference, status: 'accepted' }, second!]);
		assert.match(
			await fillIn('salary-run', [salaryMonth(1)]),
			/Nobody is to be paid.*Asha Mushi: reversed.*Baraka Mollel: not paid/s,
		);
		const statuses = (await table.rows()).map(({ status }) => status);
		assert.deepEqual(statuses, ['reversed', 'not paid']);
		assert.equal(payoutRequests(await ledger()).length, 1);
		await expectMails([/^finance@.*: 2 need you, 0 sent.*That month is over/s]);
	});

	it('says where the table of a salary run could not be written', async () => {
		const table = await DataTable.ensure(fixture.api, employees);
		await table.fill([{ ...employees.samples[0]!, employeeNumber: 'E117' }]);
		const page = await send(formOf('salary-run'), [salaryMonth(0)]);
		const link = await exampleFixture.approvalLink();
		await table.removeColumn('note');
		await send(link, ['', JSON.stringify(['Approve']), 'Neema Joseph']);
		await mailbox.waitForMessage('finance@example.com');
		await waitUntil(isWaiting(/form-waiting\/(\w+)/.exec(page)![1]!));
		await table.addColumn('note');
		const said = /Asha Mushi: accepted.*THE TABLE EMPLOYEES COULD NOT BE WRITTEN/s;
		assert.match(await read(page), said);
		const failed = /The table Employees could not be written/;
		assert.match((await errorBehind(page)) ?? 'It succeeded', failed);
	});

	it('tells once of a payout that came back, and of what the service cannot be asked', async () => {
		const item = { ...payoutToAsha, orderReference: 'BACK1' };
		const { payments } = exampleFixture.credentials;
		await fixture.pay([item], { parameters: fromItem.createBankPayout }, payments);
		await fixture.control.setPayoutStatus('BACK1', 'REVERSED');
		for (let times = 0; times < 2; times++) await call({ orderReference: 'BACK1' });
		await makeLink('DOWN1');
		const down = { orderReference: 'DOWN1' };
		await fault({ kind: 'statusBefore', operation: 'getPayment', status: 503, ...down });
		await call(down);
		const back = /Order BACK1: reversed.*to Asha Mushi, status REVERSED/s;
		await expectMails([back, /Order DOWN1: look it up/]);
	});
});
