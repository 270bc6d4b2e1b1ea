import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Fault } from '../../../sandbox';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import { paidTwice, payoutRequests } from '../../../workbench/executions/outcomes';
import type { TableRow } from '../../../workbench/instance/dataTable';
import { fromItem } from '../../../workbench/workflows/workflows';
import { payingRepeats, pendingRow, ExampleFixture } from '../examples/exampleFixture';

const scheduled = { file: 'scheduled-payouts', trigger: 'Every weekday at 9:00' };

/** A thousand rows take n8n some seconds on a machine that has nothing else to do. */
const runTimeoutMs = 300_000;

/** The statuses of rows, so that a whole table is one word. */
const letters: Record<string, string> = {
	...{ pending: 'p', accepted: 'a', paid: 'P', rejected: 'r', unknown: 'u', reversed: 'B' },
	...{ 'already sent': 'b', 'reference used': 'x', held: 'h', checked: 'c' },
};
const pendingRows = (...references: string[]) => references.map((each) => pendingRow(each));
const many = (count: number) =>
	pendingRows(...Array.from({ length: count }, (_, at) => `MANY${at}`));

// What an outcome, or a record of the service, makes of a row: test/unit/examples. That a row becomes paid: start.
describe('an example that pays a table, at a service that would pay each repeat', () => {
	const exampleFixture = new ExampleFixture(payingRepeats);
	const { fixture } = exampleFixture;
	const fault = async (one: Fault) =>
		await fixture.control.addFault({ operation: 'createBankPayout', ...one });
	const setStatuses = async (changes: Record<string, string>) => {
		for (const each of Object.entries(changes)) await fixture.control.setPayoutStatus(...each);
	};
	const requests = async () => (await fixture.control.ledger()).requests.length;
	const left = async () =>
		(await exampleFixture.table.rows())
			.map(({ status }) => letters[String(status)] ?? '?')
			.join('');
	afterEach(async () => assert.deepEqual(paidTwice(await fixture.control.ledger()), []));

	/**
	 * Fills the table and stores the example.
	 *
	 * @param options of the node that pays, and what else is changed in it
	 * @returns a run of it, after which the rows have these statuses
	 */
	async function paying(
		{ file, trigger }: typeof scheduled,
		rows: TableRow[],
		{ options = {}, node = {} } = {},
	) {
		await exampleFixture.table.fill(rows);
		const id = await exampleFixture.store(file, (workflow) =>
			changeNodes(workflow, {
				'Create bank payout': ({ parameters }) => ({
					...node,
					parameters: {
						...parameters,
						options: { ...(parameters as { options: object }).options, ...options },
					},
				}),
			}),
		);
		return async (statuses: string | RegExp, mails?: RegExp[], from = trigger) => {
			await exampleFixture.mailbox.clear();
			const execution = await fixture.api.startExecution(id, from);
			await fixture.api.waitForExecution(execution, runTimeoutMs);
			assert.match(await left(), new RegExp(statuses));
			const now = await exampleFixture.table.rows();
			for (const [index, { status, ...given }] of rows.entries()) {
				assert.deepEqual({ ...now[index], ...given }, now[index], `${status} row was changed`);
			}
			if (mails !== undefined) await exampleFixture.expectMails(mails);
			return now.map(({ note }) => String(note));
		};
	}

	it('keeps its rows where the list cannot be read, says so, and pays what is pending', async () => {
		const run = await paying(scheduled, pendingRows('OPEN1'));
		const [accepted] = await run('^a$');
		// Somebody has typed the statuses on a phone.
		await exampleFixture.table.insert([
			pendingRow('NEXT', { status: 'Pending ' }),
			pendingRow('WAITS', { status: 'pending approval' }),
		]);
		await fault({ kind: 'malformedJson', operation: 'getManyPayouts' });
		const [note] = await run('^aa\\?$', [
			/NOT LOOKED UP: 1.*could not be read.*not a list of records/s,
		]);
		assert.equal(note, accepted);
	});

	it('follows up a thousand open rows with a few requests', async () => {
		const rows = many(1000);
		const run = await paying(
			scheduled,
			rows.map((row) => ({ ...row, status: 'accepted' })),
		);
		const { payments } = exampleFixture.credentials;
		await fixture.pay(rows, { parameters: fromItem.createBankPayout }, payments);
		await fixture.control.settings({ settlementMs: 0 });
		const before = await requests();
		await run('^P{1000}$');
		const made = (await requests()) - before;
		assert.ok(made <= 30, `${made} requests`);
	});

	it('keeps what was not sent as pending, and the next run pays it, but nothing unclear', async () => {
		const run = await paying(scheduled, many(10));
		await fault({ kind: 'statusBefore', status: 503, times: 10 });
		// Some are under way when the third one stays unclear.
		await run(/^(?=(.*u){3})(?=.*p)[up]{10}$/, [/PENDING, NOTHING WAS SENT.*- MANY9/s]);
		await fixture.control.clearFaults();
		await run(/^(?=(.*u){3})(?=.*a)[ua]{10}$/);
	});

	it('holds a row for a person whose account is not the one last paid under that name', async () => {
		const known = pendingRow('KNOWN', { status: 'paid' });
		const other = pendingRow('OTHER', { accountNumber: '0150384519999' });
		const noDay = pendingRow('NODAY', { payOn: '28/12/2026' });
		const run = await paying(scheduled, [known, other, noDay]);
		const notes = await run('^Phh$', [/HELD: /]);
		assert.match(notes[1]!, /…9999; the one last paid to Asha Mushi was …2700.*checked/);
		assert.match(notes[2]!, /payOn has to be a day/);
		assert.deepEqual((await fixture.control.ledger()).paid, {});
		await exampleFixture.table.change('orderReference', 'OTHER', { status: 'checked' });
		await run('^Pah$');
	});

	it('holds a row that was copied from a paid one, and says so once', async () => {
		const paid = (reference: string) => pendingRow(reference, { status: 'paid', payoutId: 'P1' });
		const run = await paying(scheduled, [paid('OLD1'), paid('COPY1')]);
		await run('^Ph$', [/HELD: 1, (?!.*- OLD1).*- COPY1 .*NOT PAID: .*payoutId of OLD1/s]);
		await run('^Ph$', []);
	});

	it('takes a row on the day of payOn, and not earlier, whether the table has the column or not', async () => {
		const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
		const rows = [2, -2].map((days) => pendingRow(`DAY${days + 2}`, { payOn: inDays(days) }));
		await (
			await paying(scheduled, rows)
		)('^pa$');
		await fixture.control.reset(payingRepeats);
		await exampleFixture.table.removeColumn('payOn');
		await (
			await paying(scheduled, pendingRows('NODAYS'))
		)('^a$');
		await exampleFixture.table.addColumn('payOn');
	});

	it('says of a row that was paid that the money came back, days later and once', async () => {
		const run = await paying(scheduled, pendingRows('BACK1', 'KEPT1'));
		await run('^aa$');
		await setStatuses({ BACK1: 'SUCCESS', KEPT1: 'SUCCESS' });
		await run('^PP$');
		await run('^PP$', []);
		await setStatuses({ BACK1: 'REVERSED' });
		// With a row that was entered later than the paid ones.
		await exampleFixture.table.insert(pendingRows('NEXT1'));
		await run('^BPa$', [/PAID → REVERSED: 1.*BACK1.*ACCEPTED: 1.*NEXT1/s]);
		await run('^BPa$', []);
	});

	it('leaves rows pending and says so where the node is deactivated', async () => {
		const rows = [...pendingRows('DRY1'), pendingRow('', { amount: 0 })];
		const run = await paying(scheduled, rows, { node: { disabled: true } });
		const told = /PENDING, NOTHING WAS SENT: (?!.*(ACCEPTED|PAID|REJECTED):)/s;
		const [note] = await run('^pp$', [told]);
		assert.match(note!, /deactivated/);
		assert.deepEqual(payoutRequests(await fixture.control.ledger()), []);
	});

	it('pays once although the rows could not be written', async () => {
		const run = await paying(scheduled, pendingRows('LOST1', 'LOST2'));
		await exampleFixture.table.removeColumn('payoutId');
		await run('^pp$');
		await exampleFixture.table.addColumn('payoutId');
		await run('^aa$');
		await run('^aa$');
	});
});
