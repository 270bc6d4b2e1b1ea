import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import type { WorkflowNode } from '../../../workbench/workflows/definition';
import { paidTwice } from '../../../workbench/executions/outcomes';
import { waitUntil } from '../../../workbench/servers/waiting';
import { payingRepeats, pendingRow, ExampleFixture } from '../examples/exampleFixture';

const trigger = 'Every weekday at 9:00';

type Example = 'scheduled-payouts' | 'google-sheets-payouts';
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

	/** Where the rows of an example are. */
	const placeOf = (file: Example) =>
		file === 'scheduled-payouts' ? exampleFixture.table : fixture.sheet;

	/**
	 * Fills the table and stores the example.
	 *
	 * @returns a run of it, after which the rows have these statuses
	 */
	async function paying(file: Example, rows: Row[], changes: Changes = {}) {
		await placeOf(file).fill(rows);
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
			const now = await placeOf(file).rows();
			assert.equal(now.map((row) => row.status).join(', '), statuses);
			await exampleFixture.expectMails(mails);
		};
	}
	it('writes into rows that were corrected meanwhile, and tells of one that must not be written', async () => {
		await fixture.control.settings({ paceSeconds: 2 });
		const rows = [1, 2, 3, 4, 5, 6].map((at) => pendingRow(`EDIT${at}`, { amount: 1000 + at }));
		const run = await paying('google-sheets-payouts', rows);
		await run(
			'accepted, accepted, hold, accepted, accepted, accepted',
			[
				/^finance@.*6 payouts begin.*by hand/s,
				/1 need you, 5 on .*NEEDS YOU, not written: 1.*EDIT3 .*NOT WRITTEN.*On its way/s,
			],
			async () => {
				await waitUntil(async () => (await fixture.control.ledger()).payouts.length >= 3);
				const [first, second, third, ...others] = rows;
				const corrected = { ...first!, orderReference: 'RIGHT1' };
				const held = { ...third!, status: 'hold' };
				await fixture.sheet.fill([corrected, second!, held, ...others]);
			},
		);
		const [corrected] = await fixture.sheet.rows();
		assert.match(String(corrected!.note), /^For order reference EDIT1: On its way/);
	});

	const elsewhere = ({ parameters }: WorkflowNode) => ({
		parameters: { ...parameters, sheetName: { __rl: true, mode: 'name', value: 'Nothing' } },
	});
	for (const [file, what, changes, told] of [
		[
			'scheduled-payouts',
			'that a node is switched off',
			{ Pay: () => ({ disabled: true }) },
			/1 need you.*NEEDS YOU, pending: 1.*Nothing was done/s,
		],
		[
			'scheduled-payouts',
			'that it could not read its rows',
			{ Settings: settings({ table: 'Nothing' }) },
			/1 need you.*NEEDS YOU, table not read: 1\n.*Nothing was looked up or paid/s,
		],
		[
			'google-sheets-payouts',
			'what was paid where the rows cannot be read again',
			{ 'Read again': elsewhere },
			/2 need you.*NEEDS YOU, not written: 1.*SAID1 .*On its way.*sheet not written: 1\n/s,
		],
	] as Array<[Example, string, Changes, RegExp]>) {
		it(`${file} says ${what}, and leaves the rows as they are`, async () => {
			const run = await paying(file, [pendingRow('SAID1')], changes);
			await run('pending', [told]);
		});
	}

	it('tells of what was paid where the rows cannot be written, and pays once', async () => {
		const run = await paying('scheduled-payouts', [pendingRow('LOST1')]);
		await exampleFixture.table.removeColumn('payoutId');
		await run('pending', [/1 need you, 1 on .*table not written.*ON ITS WAY.*LOST1/s]);
		await exampleFixture.table.addColumn('payoutId');
		await run('accepted', [/0 need you, 1 on their way/]);
	});
});
