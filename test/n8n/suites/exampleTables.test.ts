import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Fault } from '../../../sandbox';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import type { WorkflowNode } from '../../../workbench/workflows/definition';
import { paidTwice } from '../../../workbench/executions/outcomes';
import { waitUntil } from '../../../workbench/servers/waiting';
import { payingRepeats, pendingRow, ExampleFixture } from '../examples/exampleFixture';

const trigger = 'Every weekday at 9:00';

type Row = ReturnType<typeof pendingRow>;
type Changes = Parameters<typeof changeNodes>[1];

/** Lays other values over those of the node Settings. */
const settings =
	(values: Record<string, unknown>) =>
	({ parameters }: WorkflowNode) => {
		type Assignments = { assignments: { assignments: Array<{ name: string; value: unknown }> } };
		const { assignments } = (parameters as unknown as Assignments).assignments;
		const laid = assignments.map((one) => ({ ...one, value: values[one.name] ?? one.value }));
		return { parameters: { ...parameters, assignments: { assignments: laid } } };
	};

// What the node makes of a row: test/engine/rows. What the examples make of it: test/unit/examples.
describe('an example that pays a table or a sheet, at a service that would pay each repeat', () => {
	const exampleFixture = new ExampleFixture(payingRepeats);
	const { fixture, mailbox, sheet } = exampleFixture;
	const fault = async (one: Fault) =>
		await fixture.control.addFault({ operation: 'createBankPayout', ...one });
	const setStatus = async (reference: string, status: string) =>
		await fixture.control.setPayoutStatus(reference, status);
	afterEach(async () => assert.deepEqual(paidTwice(await fixture.control.ledger()), []));

	/** Where the rows are, for each of the examples. */
	const places = {
		'scheduled-payouts': {
			rows: async () => await exampleFixture.table.rows(),
			fill: async (rows: Row[]) => await exampleFixture.table.fill(rows),
			change: async (reference: string, data: Partial<Row>) =>
				await exampleFixture.table.change('orderReference', reference, data),
		},
		'google-sheets-payouts': {
			rows: sheet.rows,
			fill: async (rows: Row[]) => void (await sheet.fill(rows)),
			change: async (reference: string, data: Partial<Row>) => {
				const rows = await sheet.rows();
				const changed = rows.map((row) =>
					row.orderReference === reference ? { ...row, ...data } : row,
				);
				await sheet.fill(changed as typeof rows);
			},
		},
	};

	/**
	 * Fills the table and stores the example.
	 *
	 * @returns a run of it, after which the rows have these statuses
	 */
	async function paying(file: keyof typeof places, rows: Row[], changes: Changes = {}) {
		await places[file].fill(rows);
		const address = { Settings: settings({ sheet: sheet.address }) };
		const id = await exampleFixture.store(file, (workflow) =>
			changeNodes(workflow, { ...address, ...changes }),
		);
		return async (statuses: string, mails: RegExp[], meanwhile = async () => {}) => {
			await mailbox.clear();
			const execution = await fixture.api.startExecution(id, trigger);
			await meanwhile();
			const { status } = await fixture.api.waitForExecution(execution);
			assert.equal(status, 'success');
			const now = await places[file].rows();
			assert.equal(now.map((row) => row.status).join(', '), statuses);
			await exampleFixture.expectMails(mails);
			return now;
		};
	}
	const untilPaid = async (count: number) =>
		await waitUntil(async () => (await fixture.control.ledger()).payouts.length >= count);

	for (const file of Object.keys(places) as Array<keyof typeof places>) {
		describe(file, () => {
			it('takes statuses as people type them, and names rows that have none, or another word', async () => {
				const rows = [
					pendingRow('TYPED1', { status: 'Pending ' }),
					pendingRow('TYPED2', { status: 'pendng', amount: 1001 }),
					pendingRow('TYPED3', { status: '', amount: 1002 }),
					pendingRow('TYPED4', { status: 'HOLD', amount: 1003 }),
					pendingRow('TYPED5', { payOn: '28/12/2026', amount: 1004 }),
					pendingRow('TYPED6', { payOn: '2099-12-28', amount: 1005 }),
				];
				const run = await paying(file, rows);
				await run('accepted, pendng, , HOLD, pending, pending', [
					/^finance@.*Payouts: 3 need you, 1 on their way, 0 paid\nNEEDS YOU, not understood: 3, 3,007\.00 TZS\n- TYPED2 .*"pendng".*TYPED3 .*"".*TYPED5 .*"28\/12\/2026".*ON ITS WAY: 1, 1,000\.00 TZS\n- TYPED1 /s,
				]);
				assert.deepEqual((await fixture.control.ledger()).paid, { TYPED1: 1 });
			});

			it('says of a row that was paid that the money came back, days later and once', async () => {
				const rows = [pendingRow('BACK1'), pendingRow('KEPT1', { amount: 1001 })];
				const run = await paying(file, rows);
				await run('accepted, accepted', [/0 need you, 2 on their way/]);
				for (const { orderReference } of rows) await setStatus(orderReference, 'SUCCESS');
				const [first] = await run('paid, paid', [/0 on their way, 2 paid/]);
				assert.match(String(first!.note), /^Paid: /);
				await run('paid, paid', []);
				await setStatus('BACK1', 'REVERSED');
				await run('reversed, paid', [/^finance@.*1 need you, 0 .*NEEDS YOU, reversed: 1.*BACK1/s]);
				await run('reversed, paid', []);
			});

			it('keeps what it could not look up or send, says so, and the next run goes on', async () => {
				const [open, down] = [`OPEN${file.length}`, `DOWN${file.length}`] as const;
				const run = await paying(file, [pendingRow(open), pendingRow(down, { amount: 1001 })]);
				const lookUp = { operation: 'getPayout', times: 9 } as const;
				const unanswered = { ...lookUp, kind: 'statusBefore', status: 500 } as const;
				const unreadable = { ...lookUp, kind: 'malformedJson' } as const;
				await fault({ ...unanswered, orderReference: down });
				await run('accepted, pending', [/1 need you, 1 on .*NEEDS YOU, pending: 1.*DOWN/s]);
				await fixture.control.clearFaults();
				await fault({ ...unreadable, orderReference: open });
				await run('accepted, accepted', [
					/1 need you, 1 on .*NEEDS YOU, accepted: 1.*OPEN.*could not be looked up.*DOWN/s,
				]);
			});

			it('begins with an e-mail where there are more than five, and writes rows that were corrected meanwhile', async () => {
				await fixture.control.settings({ paceSeconds: 2 });
				const rows = [1, 2, 3, 4, 5, 6].map((at) => pendingRow(`EDIT${at}`, { amount: 1000 + at }));
				const run = await paying(file, rows);
				const statuses = 'accepted, accepted, hold, accepted, accepted, accepted';
				await run(
					statuses,
					[
						/^finance@.*6 payouts begin.*by hand/s,
						/1 need you, 5 on .*NEEDS YOU, not written: 1.*EDIT3 .*NOT WRITTEN.*On its way/s,
					],
					async () => {
						await untilPaid(3);
						await places[file].change('EDIT1', { orderReference: 'RIGHT1' });
						await places[file].change('EDIT3', { status: 'hold' });
					},
				);
				const [corrected] = await places[file].rows();
				assert.match(String(corrected!.note), /^For order reference EDIT1: On its way/);
			});

			it('says that a node is switched off, and leaves the rows as they are', async () => {
				const run = await paying(file, [pendingRow('OFF1')], { Pay: () => ({ disabled: true }) });
				await run('pending', [/1 need you.*NEEDS YOU, pending: 1.*Nothing was done/s]);
			});

			it('says that it could not read its rows', async () => {
				const nowhere = settings({ table: 'Nothing', sheet: sheet.address, tab: 'Nothing' });
				const run = await paying(file, [pendingRow('READ1')], { Settings: nowhere });
				await run('pending', [
					/1 need you.*NEEDS YOU, (table|sheet) not read: 1\n.*Nothing was looked up or paid/s,
				]);
			});

			it('tells of what was paid where the rows cannot be read again', async () => {
				const nowhere = ({ parameters }: WorkflowNode) => {
					const name = { __rl: true, mode: 'name', value: 'Nothing' };
					const place = 'sheetName' in parameters! ? { sheetName: name } : { dataTableId: name };
					return { parameters: { ...parameters, ...place } };
				};
				const run = await paying(file, [pendingRow('AGAIN1')], { 'Read again': nowhere });
				await run('pending', [
					/2 need you.*NEEDS YOU, not written: 1.*AGAIN1 .*On its way.*(table|sheet) not written: 1\n/s,
				]);
			});
		});
	}

	it('tells of what was paid where the rows cannot be written, and pays once', async () => {
		const run = await paying('scheduled-payouts', [pendingRow('LOST1')]);
		await exampleFixture.table.removeColumn('payoutId');
		await run('pending', [/1 need you, 1 on .*table not written.*ON ITS WAY.*LOST1/s]);
		await exampleFixture.table.addColumn('payoutId');
		await run('accepted', [/1 on their way/]);
	});
});
