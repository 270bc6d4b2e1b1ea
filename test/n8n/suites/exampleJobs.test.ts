import { before, describe } from 'node:test';
import { DateTime } from 'luxon';
import { executeToTheEnd, writeField } from '../../../workbench/editor/builder';
import { allowAccess, payByCard, readFormEnding, submitForm } from '../../../workbench/editor/user';
import { requireFromN8n } from '../../../workbench/install/paths';
import { DataTable } from '../../../workbench/instance/dataTable';
import { employees, invoices } from '../../../workbench/instance/exampleTables';
import { strictService } from '../../../workbench/workflows/examples';
import { fromItem } from '../../../workbench/workflows/workflows';
import { payoutToAsha, pendingRow, ExampleFixture } from '../examples/exampleFixture';
import { runTwice, useEditor } from '../examples/twice';

/** The rows of the first sheet of an Excel file. */
function sheetRows(file: Buffer): Array<Record<string, unknown>> {
	type Xlsx = {
		read(data: Buffer): { SheetNames: string[]; Sheets: Record<string, object> };
		utils: { sheet_to_json(sheet: object): Array<Record<string, unknown>> };
	};
	const { read, utils } = requireFromN8n<Xlsx>('@e965/xlsx');
	const { SheetNames, Sheets } = read(file);
	return utils.sheet_to_json(Sheets[SheetNames[0]!]!);
}

/** At another bank than the other rows, and in another way. */
const byRtgs = { bic: 'NMIBTZTZ', transferType: 'RTGS' };

const month = DateTime.now();
const monthInWords = month.toFormat('LLLL yyyy');
const salaryOf = (employeeNumber: string) => `SAL${month.toFormat('yyyyMM')}${employeeNumber}`;

const statementMail =
	/^accountant@.*Statement of \w+ \d{4}\n.*TZS: Opening balance .*out 5,000\.00.*Differences: 2\./s;

describe('an example of a whole job, at a service as strict as the real one', () => {
	const exampleFixture = new ExampleFixture(strictService);
	const { fixture, mailbox } = exampleFixture;
	const { browser, editor, openForm, approve } = useEditor(exampleFixture);
	const tables: Partial<Record<'Employees' | 'Invoices', DataTable>> = {};
	before(async () => {
		tables.Employees = await DataTable.ensure(fixture.api, employees);
		tables.Invoices = await DataTable.ensure(fixture.api, invoices);
	});

	runTwice(exampleFixture, editor, {
		'google-sheets-payouts': {
			async prepare() {
				await writeField(editor, 'Settings', fixture.sheet.address);
				const fault = { kind: 'dropAfter', operation: 'createBankPayout' } as const;
				await fixture.control.addFault({ ...fault, orderReference: 'S042LOST' });
				await fixture.sheet.fill([
					pendingRow('S042INV1', { status: 'paid', payoutId: 'P1' }),
					pendingRow('S042INV2', { ...byRtgs, amount: 9500.5, status: 'Pending ' }),
					pendingRow('S042LOST', { ...byRtgs, amount: 5, currency: 'USD' }),
					pendingRow('S042INV4', { amount: 1002, payOn: '2099-12-28' }),
					pendingRow('S042INV5', { amount: 1003, accountName: 'Juma Hassan' }),
					pendingRow('S043INV1', { amount: 1004 }),
					pendingRow('S043INV01', { amount: 1004 }),
					...[1000, 2000].map((amount) => pendingRow('S042SAME', { amount })),
					pendingRow('S042INV6', { amount: 1006, accountName: '' }),
				]);
			},
			async run(_, time) {
				if (time === 1) {
					await fixture.control.setPayoutStatus('S042INV2', 'SUCCESS');
					await fixture.control.setPayoutStatus('S042LOST', 'SUCCESS');
					const rows = await fixture.sheet.rows();
					const again = { status: 'pending' };
					await fixture.sheet.fill(
						rows.map((each) => (each.orderReference === 'S042LOST' ? { ...each, ...again } : each)),
					);
				}
				return (await executeToTheEnd(editor, fixture.api)).status;
			},
			says: [/^success$/, /^success$/],
			paid: ['S042INV2', 'S042LOST'],
			mails: [
				[
					/^finance@.*8 payouts begin/,
					/^finance@.*Payouts: 7 need you, 2 on their way, 0 paid\nNEEDS YOU, held: 3, 3,011\.00 TZS\n.*S042INV5 .*S043INV1 .*NEEDS YOU, paid: 1.*S042INV1 .*NEEDS YOU, rejected: 3.*ON ITS WAY: 1, 5\.00 USD\n.*ON ITS WAY: 1, 9,500\.50 TZS/s,
				],
				[
					/^finance@.*Payouts: 2 need you, 0 on their way, 1 paid.*NEEDS YOU, already sent: 1.*S042LOST.*PAID: 1, /s,
				],
			],
			rows: async () => await fixture.sheet.rows(),
			statuses: [
				'paid accepted accepted pending held held held rejected rejected rejected',
				'paid paid already sent pending held held held rejected rejected rejected',
			],
		},
		'salary-run': {
			async run(workflowId, time) {
				// A bank may send money back: the second run looks it up, and pays nobody.
				if (time === 1) await fixture.control.setPayoutStatus(salaryOf('E017'), 'REVERSED');
				const form = await openForm(workflowId, 'Start the salary run', time);
				await allowAccess(form, form.getByLabel('Month'));
				await submitForm(form, { Month: month.toFormat('yyyyMM') });
				if (time === 0) await approve(salaryOf('E021'));
				return await readFormEnding(form);
			},
			says: [
				new RegExp(
					`Salaries of ${monthInWords}.*Approved by Neema Joseph.*1 need you, 3 sent`,
					's',
				),
				/Nobody is to be paid: nothing was sent.*2 need you, 0 sent.*Asha Mushi: reversed/s,
			],
			paid: ['E017', 'E018', 'E021'].map(salaryOf),
			mails: [
				[
					/^approver@.*to approve: 3 to pay, 1 not.*The balance is 1,0.*No account that was paid before has changed\. NEW, NEVER PAID BEFORE: 3/s,
					new RegExp(
						`^asha@.*salary of ${monthInWords}.*on its way.*0150384512700: 6,000\\.00 TZS`,
						's',
					),
					/^baraka@/,
					/^neema@/,
					/^finance@.*1 need you, 3 sent\n.*NEED YOU: 1\n- Juma Hamisi, .*left: Stopped by its status: left\..*ALL ROWS\n- Asha Mushi: 6000 TZS, accepted\n.*16500\.50 TZS\n/s,
				],
				[
					/^finance@.*2 need you, 0 sent \(Nobody is to be paid: nothing was sent\)\n.*- Asha Mushi, SAL\d+E017, reversed: /s,
				],
			],
			rows: async () => await tables.Employees!.rows(),
			statuses: ['accepted accepted accepted left', 'reversed accepted accepted left'],
		},
		'invoice-links': {
			async prepare() {
				await tables.Invoices!.change('INV3102', { status: 'Pending ' });
			},
			async run(_, time) {
				// Somebody enters an invoice again.
				const [, entered] = invoices.samples;
				if (time === 1) await tables.Invoices!.insert([{ ...entered!, status: 'pending' }]);
				const { status } = await executeToTheEnd(editor, fixture.api);
				if (time === 0) {
					const { text } = await mailbox.waitForMessage('grace@example.com');
					const [link = ''] = /http\S+\/pay\/\S+/.exec(text) ?? [];
					await payByCard(browser, link);
				}
				return status;
			},
			says: [/^success$/, /^success$/],
			mails: [
				[
					/^grace@.*Invoice INV3101.*12\.50 USD/s,
					/^omari@/,
					/^finance@.*: 0 need you, 2 links e-mailed, 0 paid\n.*LINK MADE: 2/s,
				],
				[
					/^grace@.*12\.50 USD\n.*Thank you: we have received/s,
					/^finance@.*: 1 need you, 0 .*, 1 paid\n.*NEEDS YOU: REFERENCE USED: 1\n\n- INV3102 8 USD Omari Said\n.*PAID: 1\n\n- INV3101 12\.5 USD .*Received: 12\.50 USD/s,
				],
			],
			rows: async () => await tables.Invoices!.rows(),
			statuses: ['link made link made', 'paid not paid reference used'],
		},
		'months-statement': {
			async prepare() {
				const middleOfLastMonth = new Date();
				middleOfLastMonth.setDate(-14);
				const clockAheadMs = middleOfLastMonth.getTime() - Date.now();
				await fixture.control.settings({ clockAheadMs });
				const { payments } = exampleFixture.credentials;
				const payout = { ...payoutToAsha, orderReference: 'SUPPLIER1' };
				await fixture.pay([payout], { parameters: fromItem.createBankPayout }, payments);
				const link = { orderReference: 'INV4001', amount: '25', currency: 'USD', customerId: 'C1' };
				await fixture.pay([link], { parameters: fromItem.initiate }, payments);
				await fixture.control.setPaymentStatus('INV4001', 'SUCCESS');
				// A deposit has no name, and something comes after it.
				await fixture.control.settings({ balances: { TZS: '1000000000.00' } });
				const later = { ...payoutToAsha, orderReference: 'SUPPLIER2' };
				await fixture.pay([later], { parameters: fromItem.createBankPayout }, payments);
				await fixture.control.settings({ clockAheadMs: 0 });
				// The service may list an attempt that failed under the same reference.
				const { payouts } = await fixture.control.ledger();
				const failed = { ...payouts[0], id: 'failed', status: 'FAILED' };
				const body = { data: [failed, ...payouts], totalCount: 3 };
				await fixture.control.addFault({
					...{ kind: 'answer', operation: 'getManyPayouts', body, times: 9 },
				});
			},
			async run() {
				const { status } = await executeToTheEnd(editor, fixture.api);
				const { attachments } = await mailbox.waitForMessage('accountant@example.com');
				const [statement = []] = attachments.map(({ content }) => sheetRows(content));
				const told = statement.map(({ Type, Description, Name, Out, Reference }) => [
					...[Type, Description, Name, Out, Reference],
				]);
				return `${status} ${JSON.stringify(told)}`;
			},
			says: Array(2).fill(
				/^success (?!.*Another amount).*"Payout SUPPLIER1","Asha Mushi",1000.*"Deposit".*"Payout SUPPLIER2".*"Payout","Sum of 2",.*2000.*"Total".*5000.*"Difference","Only in the book: Card payment, SUCCESS".*INV4001/s,
			) as [RegExp, RegExp],
			paid: ['SUPPLIER1', 'SUPPLIER2'],
			bills: async () =>
				await Promise.resolve(['SUPPLIER1', 'SUPPLIER2'].map((each) => pendingRow(each))),
			mails: [[statementMail], [statementMail]],
		},
	});
});
