import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { Fault } from '../../../sandbox';
import { pastedToken } from '../../../workbench/servers/sandboxClient';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import { withCredentials } from '../../../workbench/workflows/examples';
import { paidTwice } from '../../../workbench/executions/outcomes';
import type { Row } from '../../../workbench/instance/payoutsTable';
import { fromItem } from '../../../workbench/workflows/workflows';
import { payingRepeats, pendingRow, Stage } from '../examples/stage';

const scheduled = { file: 'scheduled-payouts', trigger: 'Every weekday at 9:00' };
const rowByRow = { file: 'row-by-row-payouts', trigger: 'Every minute' };

/** A thousand rows take n8n 40 seconds on a machine that has nothing else to do. */
const runTimeoutMs = 300_000;

/** The statuses of rows, so that a whole table is one word. */
const letters: Record<string, string> = {
	...{ pending: 'p', accepted: 'a', paid: 'P', rejected: 'r', unknown: 'u', reversed: 'B' },
};
const rowsOf = (...references: string[]) => references.map((each) => pendingRow(each));
const many = (count: number) => rowsOf(...Array.from({ length: count }, (_, at) => `MANY${at}`));

// What a record of the service makes of a row: test/unit/examples. That a row becomes paid: start.
describe('an example that pays a table, at a service that would pay each repeat', () => {
	const stage = new Stage(payingRepeats);
	const { fixture } = stage;
	const fault = async (one: Fault) =>
		await fixture.control.addFault({ operation: 'createBankPayout', ...one });
	const setStatuses = async (changes: Record<string, string>) => {
		for (const each of Object.entries(changes)) await fixture.control.setPayoutStatus(...each);
	};
	const requests = async () => (await fixture.control.ledger()).requests.length;
	const left = async () =>
		(await stage.table.rows()).map(({ status }) => letters[String(status)] ?? '?').join('');
	afterEach(async () => assert.deepEqual(paidTwice(await fixture.control.ledger()), []));

	/** Fills the table and stores the example. @returns a run of it, after which the rows have these statuses */
	async function paying(
		{ file, trigger }: typeof scheduled,
		rows: Row[],
		{ options = {}, payments = stage.credentials.payments } = {},
	) {
		await stage.table.fill(rows);
		const id = await stage.store(file, (workflow) =>
			changeNodes(withCredentials(workflow, [payments]), {
				'Create bank payout': ({ parameters }) => ({
					parameters: {
						...parameters,
						options: { ...(parameters as { options: object }).options, ...options },
					},
				}),
			}),
		);
		return async (statuses: string | RegExp, mails?: RegExp[], from = trigger) => {
			await stage.mailbox.clear();
			const execution = await fixture.api.startExecution(id, from);
			await fixture.api.waitForExecution(execution, runTimeoutMs);
			assert.match(await left(), new RegExp(statuses));
			const now = await stage.table.rows();
			for (const [index, { status, ...given }] of rows.entries()) {
				assert.deepEqual({ ...now[index], ...given }, now[index], `${status} row was changed`);
			}
			if (mails !== undefined) await stage.expectMails(mails);
			return now.map(({ note }) => String(note));
		};
	}

	it('keeps its rows where the list cannot be read, and pays what is pending', async () => {
		const run = await paying(scheduled, rowsOf('OPEN1'));
		await run('^a$');
		await stage.table.insert(rowsOf('NEXT'));
		await fault({ kind: 'malformedJson', operation: 'getManyPayouts' });
		assert.match((await run('^aa$'))[0]!, /records were read/);
	});

	it('follows up a thousand open rows with a few requests', async () => {
		const rows = many(1000);
		const run = await paying(
			scheduled,
			rows.map((row) => ({ ...row, status: 'accepted' })),
		);
		const { payments } = stage.credentials;
		await fixture.pay(rows, { parameters: fromItem.createBankPayout }, payments);
		await fixture.control.settings({ settlementMs: 0 });
		const before = await requests();
		await run('^P{1000}$');
		const made = (await requests()) - before;
		assert.ok(made <= 30, `${made} requests`);
	});

	it('calls a payout paid when the service says SUCCESS, and never for want of a status', async () => {
		const run = await paying(scheduled, rowsOf('ATONCE', 'SILENT', 'BACK'));
		const kind = 'payoutStatus';
		await fault({ kind, orderReference: 'ATONCE', payoutStatus: 'SUCCESS' });
		await fault({ kind, orderReference: 'BACK' });
		const silent = { orderReference: 'SILENT' };
		await fault({ kind: 'answer', ...silent, body: silent });
		assert.match((await run('^PaB$'))[2]!, /REVERSED/);
	});

	it('keeps what was not sent as pending, and the next run pays it, but nothing unclear', async () => {
		const run = await paying(scheduled, many(10), { options: { lookUpUnclear: false } });
		await fault({ kind: 'statusBefore', status: 503, times: 10 });
		// Some are under way when the third one stays unclear.
		await run(/^(?=(.*u){3})(?=.*p)[up]{10}$/, [/STILL PENDING.*- MANY9/s]);
		await fixture.control.clearFaults();
		await run(/^(?=(.*u){3})(?=.*a)[ua]{10}$/);
	});

	it('pays nothing and loses no row when the credential is refused', async () => {
		const run = await paying(scheduled, rowsOf('KEY1', 'KEY2'));
		await fixture.control.settings({ apiKey: 'another key' });
		await run('^rp$');
		await fixture.control.reset(payingRepeats);
		await stage.table.backToPending('status', 'rejected');
		await run('^aa$');
	});

	it('takes neither of two pending rows with the same reference', async () => {
		const again = pendingRow('SAME', { amount: 2000 });
		const run = await paying(scheduled, [...rowsOf('SAME', 'OTHER'), again]);
		await run('^rar$');
	});

	it('takes one row at a time, and tells the team only of what needs a person', async () => {
		const run = await paying(rowByRow, rowsOf('DONE1', 'BACK1', 'GOING1'));
		for (const statuses of ['^app$', '^aap$', '^aaa$']) await run(statuses);
		await setStatuses({ DONE1: 'SUCCESS', BACK1: 'REFUNDED', GOING1: 'PENDING' });
		const back = /Payout BACK1: reversed.*1,000\.00 TZS, Asha Mushi.*REFUNDED.*new order/s;
		await run('^PBa$', [back], 'Every hour');
		await run('^PBa$', [], 'Every hour');
	});

	for (const example of [scheduled, rowByRow]) {
		it(`${example.file} pays once although the rows could not be written`, async () => {
			const run = await paying(example, rowsOf('LOST1', 'LOST2'));
			await stage.table.removeColumn('payoutId');
			await run('^pp$');
			await stage.table.addColumn('payoutId');
			await run(example === scheduled ? '^aa$' : '^ap$');
			await run('^aa$');
		});

		it(`${example.file} keeps a row as pending that has to wait longer than the node may`, async () => {
			// Its pace is nobody else's.
			const payments = await fixture.createCredential(pastedToken);
			const run = await paying(example, rowsOf('LATER'), { payments });
			await fault({ kind: 'paceRefusal', waitSeconds: 3600 });
			await run('^p$');
		});
	}
});
