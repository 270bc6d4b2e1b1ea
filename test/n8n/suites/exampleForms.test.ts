import assert from 'node:assert/strict';
import { afterEach, before, beforeEach, describe, it } from 'node:test';
import { DateTime } from 'luxon';
import type { Fault } from '../../../sandbox';
import { answersWell, noReuse, waitUntil } from '../../../workbench/servers/waiting';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import { smtpCredentialData } from '../../../workbench/workflows/examples';
import { paidTwice, payoutRequests } from '../../../workbench/executions/outcomes';
import { DataTable } from '../../../workbench/instance/dataTable';
import { employees } from '../../../workbench/instance/exampleTables';
import { callWebhook, waitForWebhook } from '../../../workbench/instance/webhook';
import { fromItem } from '../../../workbench/workflows/workflows';
import { requireFromN8n } from '../../../workbench/install/paths';
import { asha, payingRepeats, payoutToAsha, ExampleFixture } from '../examples/exampleFixture';

const initiate = 'initiateCardPayment';
const names = ['orderReference', 'amount', 'currency', 'accountNumber', 'accountName', 'bic'];
const columns = [...names, 'transferType'];

type NodeChanges = Parameters<typeof changeNodes>[1];

/** As where somebody has renamed the table. */
const unlisted: NodeChanges = {
	'Write down the order': ({ parameters }) => ({
		parameters: { ...parameters, dataTableId: { __rl: true, mode: 'name', value: 'Nowhere' } },
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
const thisMonth = DateTime.now().toFormat('yyyyMM');
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
			['unlisted', 'Payment form', 'form-payment-link', unlisted],
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
	const executionOf = (page: string) => /form-waiting\/(\w+)/.exec(page)![1]!;
	const read = async (url: string) => await (await fetch(url, { headers: browserHeaders })).text();
	/** Reports that the last page is shown, as a browser does, and reads what the run then ends with. */
	async function errorBehind(page: string): Promise<string | undefined> {
		await fetch(page, { method: 'POST', headers: browserHeaders });
		const { data } = await fixture.api.waitForExecution(executionOf(page));
		return data.resultData.error?.message;
	}

	/** Fills in a form, and reads the page on which it ends. */
	const fillIn = async (name: string, values: Array<string | File>) =>
		await read(await send(formOf(name), values));
	const payByCard = async (name = 'form-payment-link') => await fillIn(name, Object.values(asha));

	it('asks for another try where a link was lost, and tells the team and the table that nobody has it', async () => {
		await exampleFixture.orders.fill([]);
		await fault({ kind: 'dropAfter', operation: initiate });
		const page = await send(formOf('form-payment-link'), Object.values(asha));
		const said =
			/Sorry.*Nothing was charged.*try again in a few minutes.*FORM[0-9A-Z]{8}[0-9A-F]{6}\b/s;
		assert.match(await read(page), said);
		assert.equal(await errorBehind(page), undefined);
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
		await expectMails([
			/^payments@.*Order FORM\w+: no payment link.*Asha Mushi.*Status: unknown/s,
			/^asha@/,
		]);
	});

	it('sends the link, and tells the team, where the order is not in the table', async () => {
		assert.match(await payByCard('unlisted'), /check your e-mail/);
		await expectMails([/^payments@.*Order FORM.* not in the table Orders.*n8n/s, /^asha@/]);
	});

	describe('where no e-mail can be sent', () => {
		const mailAt = async (port: number) =>
			await fixture.api.updateCredential(exampleFixture.credentials.smtp, smtpCredentialData(port));
		beforeEach(async () => await mailAt(1));
		afterEach(async () => await mailAt(mailbox.smtpPort));

		it('fails, behind the page, where the team could not be told of a link', async () => {
			await fault({ kind: 'statusBefore', status: 402, operation: initiate });
			const linkShown =
				/Here is your payment link.*You can pay 25\.50 USD here:.*<a href="http[^"]*\/pay\/[^"]+".*order reference is FORM/s;
			for (const [name, said, failed] of [
				['form-payment-link', /Sorry.*Nothing was charged/s, /could not be sent to the team/],
				['unlisted', linkShown, /could not be sent to the team/],
			] as const) {
				const page = await send(formOf(name), Object.values(asha));
				assert.match(await read(page), said);
				assert.match((await errorBehind(page)) ?? 'It succeeded', failed);
			}
		});

		it('says on the page that nobody could be asked to approve, sends nothing, and fails', async () => {
			const file = csv(columns.join(), line('UNASKED1'), '');
			const page = await send(formOf('spreadsheet-approval'), [file]);
			const said =
				/approver could not be sent: nothing was sent.*not paid: 1.*e-mail with it could not be sent/s;
			assert.match(await read(page), said);
			assert.equal(
				await errorBehind(page),
				'The e-mail to the approver could not be sent. The e-mail with the result could not be sent.',
			);
			assert.deepEqual(payoutRequests(await ledger()), []);
		});
	});

	it('tells payer and team once what was paid, whoever looks meanwhile', async () => {
		const { orders } = exampleFixture;
		await orders.fill([]);
		await payByCard();
		await payByCard();
		const { orderReference } = (await ledger()).cardPayments[0]!;
		await fixture.control.setPaymentStatus(orderReference, 'SUCCESS');
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
			/^payments@.*: PAID, 25\.50 USD/,
		]);
		// Nobody has paid the other order.
		const seen = async () =>
			(await orders.rows()).map((row) => `${row.status} ${row.collectedAmount}`);
		await waitUntil(async () => (await seen()).join() === 'paid 25.5,not paid 0');
		await fixture.api.deactivateWorkflow(id);
	});

	it('shows an Excel file as text, and sends nothing where the approver declines, whatever a program did with the link', async () => {
		const { utils, write } = requireFromN8n<Xlsx>('@e965/xlsx');
		const sheet = utils.json_to_sheet([
			{ ...payoutToAsha, accountName: hostile, orderReference: 'XLS1', Remark: 'first' },
			{ ...payoutToAsha, currency: 'KES', orderReference: 'XLS2', Remark: 'second' },
			{ Remark: ' ' },
		]);
		const book = { SheetNames: ['Payouts'], Sheets: { Payouts: sheet } };
		const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }));
		const file = new File([bytes], 'payouts.xlsx');
		const ending = await send(formOf('spreadsheet-approval'), [file]);
		const link = await exampleFixture.approvalLink();
		for (let times = 0; times < 3; times++) await answersWell(link);
		const page = await read(link);
		assert.doesNotMatch(page, /<img src=x/);
		assert.match(page, /XLS1.*6 \* 7.*THE BANK HAS ANOTHER NAME.*XLS2.*NOT PAID NOW/s);
		await send(link, ['', JSON.stringify(['Decline']), 'Neema Joseph', 'Wrong month']);
		const { attachments } = await mailbox.waitForMessage('finance@example.com');
		assert.match(
			String(attachments?.[0]?.content),
			/XLS1,first,not paid,It was not approved.*XLS2,second,not paid,/s,
		);
		await waitUntil(isWaiting(executionOf(ending)));
		assert.equal(await errorBehind(ending), undefined);
		assert.deepEqual(payoutRequests(await ledger()), []);
		await expectMails([
			/^approver@.*: 1 to pay, 1 not.*TZS .*of which fees 1,500\.00; balance 1,0.*a remark: 2\./s,
			/^finance@.*payouts\.xlsx: .*Declined by Neema Joseph: nothing was sent.*Wrong month/s,
		]);
	});

	it('asks nobody to approve a file without rows', async () => {
		for (const [text, said] of [
			['A1,100,TZS', /No rows could be read\. Nothing was sent/],
			['orderReference,amount\nA1,100', /Missing columns: currency, accountNumber,/],
			[`${columns.join()}\n,,,,,,\n`, /Missing columns: none\. The file has no rows/],
		] as const) {
			assert.match(await fillIn('spreadsheet-approval', [csv(text)]), said);
		}
		await expectMails([]);
	});

	it('pays salaries where one row has no e-mail, one no salary, and the table cannot be written, and says so', async () => {
		const table = await DataTable.ensure(fixture.api, employees);
		const [first, second, third] = employees.samples;
		await table.fill([]);
		assert.match(await fillIn('salary-run', [thisMonth]), /The table Employees has no rows/);
		await table.fill([first!, { ...second!, email: '' }, { ...third!, salary: null }]);
		const page = await send(formOf('salary-run'), [thisMonth]);
		const link = await exampleFixture.approvalLink();
		assert.match(await read(link), /Neema Joseph.*NOT PAID NOW: .*salary is empty/is);
		await table.removeColumn('note');
		await send(link, ['', JSON.stringify(['Approve']), 'Neema Joseph']);
		const told = '1 need you, 2 sent.*Neema Joseph, .*, not paid: .*No e-mail to: Baraka Mollel';
		await expectMails([
			/^approver@.*approve: 2 to pay, 1 not/,
			/^asha@/,
			new RegExp(`^finance@.*${told}`, 's'),
		]);
		await waitUntil(isWaiting(executionOf(page)));
		await table.addColumn('note');
		const said =
			/1 need you, 2 sent.*Neema Joseph: not paid.*TABLE EMPLOYEES COULD NOT BE WRITTEN/s;
		assert.match(await read(page), said);
		assert.equal(await errorBehind(page), 'The table Employees could not be written.');
	});

	it('tells once of a payout that came back, and of what the service cannot be asked', async () => {
		const item = { ...payoutToAsha, orderReference: 'BACK1' };
		const { payments } = exampleFixture.credentials;
		await fixture.pay([item], { parameters: fromItem.createBankPayout }, payments);
		await fixture.control.setPayoutStatus('BACK1', 'REVERSED');
		const link = { orderReference: 'DOWN1', amount: '25.00', currency: 'USD', customerId: 'CUST1' };
		await fixture.pay([link], { parameters: fromItem.initiate }, payments);
		const down = { operation: 'getPayment', orderReference: 'DOWN1' } as const;
		await fault({ kind: 'statusBefore', status: 503, ...down });
		for (const orderReference of ['BACK1', 'BACK1', 'DOWN1']) {
			const { status } = await fixture.api.executionBy(ids.received!, async () => {
				await callWebhook(fixture.n8n.url, 'payment-events', { data: { orderReference } });
			});
			assert.equal(status, 'success');
		}
		const back = /Order BACK1: reversed.*to Asha Mushi, status REVERSED/s;
		await expectMails([back, /Order DOWN1: look it up/]);
	});
});
