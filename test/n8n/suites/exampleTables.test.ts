import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
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
	const { fixture, mailbox } = exampleFixture;
	afterEach(async () => assert.deepEqual(paidTwice(await fixture.control.ledger()), []));

	/** Where the rows are, for each of the examples. */
	const places = {
		'scheduled-payouts': {
			rows: async () => await exampleFixture.table.rows(),
			fill: async (rows: Row[]) => await exampleFixture.table.fill(rows),
			change: async (reference: string, data: Partial<Row>) =>
				await exampleFixture.table.change(reference, data),
		},
		'google-sheets-payouts': {
			rows: async () => await fixture.sheet.rows(),
			fill: async (rows: Row[]) => void (await fixture.sheet.fill(rows)),
			change: async (reference: string, data: Partial<Row>) => {
				const rows = await fixture.sheet.rows();
				const changed = rows.map((row) =>
					row.orderReference === reference ? { ...row, ...data } : row,
				);
				await fixture.sheet.fill(changed as typeof rows);
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
		const address = { Settings: settings({ sheet: fixture.sheet.address }) };
		const id = await exampleFixture.store(file, (workflow) =>
			changeNodes(changeNodes(workflow, address), changes),
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
		};
	}
	const untilPaid = async (count: number) =>
		await waitUntil(async () => (await fixture.control.ledger()).payouts.length >= count);

	for (const file of Object.keys(places) as Array<keyof typeof places>) {
		describe(file, () => {
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

			const elsewhere = ({ parameters }: WorkflowNode) => {
				const name = { __rl: true, mode: 'name', value: 'Nothing' };
				const place = 'sheetName' in parameters ? { sheetName: name } : { dataTableId: name };
				return { parameters: { ...parameters, ...place } };
			};
			for (const [what, changes, told] of [
				[
					'that a node is switched off',
					{ Pay: () => ({ disabled: true }) },
					/1 need you.*NEEDS YOU, pending: 1.*Nothing was done/s,
				],
				[
					'that it could not read its rows',
					{ Settings: settings({ table: 'Nothing', tab: 'Nothing' }) },
					/1 need you.*NEEDS YOU, (table|sheet) not read: 1\n.*Nothing was looked up or paid/s,
				],
				[
					'what was paid where the rows cannot be read again',
					{ 'Read again': elsewhere },
					/2 need you.*NEEDS YOU, not written: 1.*SAID1 .*On its way.*(table|sheet) not written: 1\n/s,
				],
			] as Array<[string, Changes, RegExp]>) {
				it(`says ${what}, and leaves the rows as they are`, async () => {
					const run = await paying(file, [pendingRow('SAID1')], changes);
					await run('pending', [told]);
				});
			}
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
