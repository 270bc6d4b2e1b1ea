import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Fault, Payout } from '../../../sandbox';
import { fixedToken } from '../../../workbench/editor/editor';
import { standIn } from '../../../workbench/servers/forSuite';
import { waitUntil } from '../../../workbench/servers/waiting';
import { changeNodes } from '../../../workbench/workflows/changeNodes';
import {
	addColumn,
	insertRows,
	removeColumn,
	type Row,
} from '../../../workbench/workflows/dataTables';
import { withCredentials } from '../../../workbench/workflows/examples';
import { paidTwice } from '../../../workbench/workflows/outcomes';
import { fromItem } from '../../../workbench/workflows/workflows';
import { payingRepeats, pendingRow, Stage } from '../examples/stage';

const scheduled = { file: 'scheduled-payouts', trigger: 'Every weekday at 9:00' };
const rowByRow = { file: 'row-by-row-payouts', trigger: 'Every minute' };
const operation = 'createBankPayout';

/** One execution, and what it leaves behind. */
interface Run {
	before?: () => Promise<void>;
	trigger?: string;
	/** The status of each row, see {@link letters}. */
	leaves: string | RegExp;
	/** The notes of some rows, by their place. */
	notes?: Record<number, RegExp>;
	mails?: RegExp[];
	/** How many requests it may make. */
	requests?: number;
}

interface Case {
	example: typeof scheduled;
	rows: Row[];
	/** Whether an unclear payout is left to the next run. */
	lookUp?: boolean;
	/** A credential of its own, whose pace nobody else waits for. */
	alone?: boolean;
	runs: Run[];
}

const letters: Record<string, string> = {
	...{ pending: 'p', accepted: 'a', paid: 'P', rejected: 'r', unknown: 'u', reversed: 'B' },
};
const rowsOf = (...references: string[]) => references.map((each) => pendingRow(each));
const many = (count: number) => Array.from({ length: count }, (_, at) => pendingRow(`MANY${at}`));

describe('an example that pays a table, at a service that would pay each repeat', () => {
	const stage = new Stage(payingRepeats);
	const { fixture } = stage;
	const control = standIn(() => fixture.control);
	const fault = (one: Fault) => async () => await control.addFault({ operation, ...one });
	const statuses = (changes: Record<string, string>) => async () => {
		for (const [reference, status] of Object.entries(changes)) {
			await control.setPayoutStatus(reference, status);
		}
	};
	const column = { name: 'payoutId', type: 'string' } as const;
	const loseColumn = async () => await removeColumn(fixture.api, stage.table, column.name);
	const findColumn = async () => await addColumn(fixture.api, stage.table, column);
	const backToPending = async () => await stage.backToPending('status', 'accepted');

	/** The list of the service, with other records of some payouts. */
	async function alterList(): Promise<void> {
		const others: Record<string, (record: Payout) => object[]> = {
			NOSTATUS: (record) => [{ ...record, status: undefined }],
			OTHERSUM: (record) => [{ ...record, status: 'SUCCESS', amount: '999.00' }],
			OTHERTO: (record) => [
				{ ...record, status: 'SUCCESS', beneficiary: { accountNumber: '0150384512799' } },
			],
			TWICE: (record) => [record, { ...record, id: 'another' }],
			NOTYET: () => [],
		};
		const { payouts } = await control.ledger();
		const data = payouts.flatMap((record) => others[record.orderReference]?.(record) ?? [record]);
		const body = { data, totalCount: data.length };
		await control.addFault({ kind: 'answer', operation: 'getManyPayouts', body });
	}

	const later = { MADE: 'SUCCESS', WORKING: 'PROCESSING', BACK: 'REVERSED', BROKEN: 'FAILED' };
	const altered = ['STRANGE', 'NOSTATUS', 'OTHERSUM', 'OTHERTO', 'TWICE', 'NOTYET'];

	const cases: Record<string, Case> = {
		'looks up what it has sent, and says paid only of what is so': {
			example: scheduled,
			rows: rowsOf(...Object.keys(later), ...altered),
			runs: [
				{ leaves: 'aaaaaaaaaa', mails: [/finance/] },
				{ leaves: 'aaaaaaaaaa', mails: [] },
				{
					before: async () => {
						await statuses({ ...later, STRANGE: 'HELD' })();
						await alterList();
					},
					leaves: 'PaBBuuuuua',
					notes: {
						...{ 2: /REVERSED/, 6: /another amount/, 7: /another account/ },
						...{ 8: /more than one/, 9: /does not list it/ },
					},
					mails: [/some unknown.*- MADE, 1,000\.00 TZS, Asha Mushi: accepted → paid/s],
				},
				{
					before: statuses({ OTHERSUM: 'SUCCESS' }),
					leaves: 'PaBBuaPaaa',
					mails: [/OTHERSUM.*: unknown → paid/],
				},
			],
		},
		'keeps its rows as they are where the list cannot be read, and pays what is pending': {
			example: scheduled,
			rows: rowsOf('OPEN1'),
			runs: [
				{ leaves: 'a' },
				{
					before: async () => {
						await insertRows(fixture.api, stage.table, rowsOf('NEXT'));
						await control.addFault({ kind: 'malformedJson', operation: 'getManyPayouts' });
					},
					leaves: 'aa',
					notes: { 0: /records were read/ },
				},
			],
		},
		'follows up a thousand open rows with a few requests': {
			example: scheduled,
			rows: many(1000).map((row) => ({ ...row, status: 'accepted' })),
			runs: [
				{
					before: async () => {
						const { payments } = stage.credentials;
						await fixture.pay(many(1000), { parameters: fromItem.createBankPayout }, payments);
						await control.settings({ settlementMs: 0 });
					},
					leaves: 'P'.repeat(1000),
					requests: 30,
				},
			],
		},
		'calls a payout paid when the service says SUCCESS, and never for want of a status': {
			example: scheduled,
			rows: rowsOf('ATONCE', 'SILENT', 'BACK'),
			runs: [
				{
					before: async () => {
						const kind = 'payoutStatus';
						await fault({ kind, orderReference: 'ATONCE', payoutStatus: 'SUCCESS' })();
						await fault({ kind, orderReference: 'BACK' })();
						const silent = { orderReference: 'SILENT' };
						await fault({ kind: 'answer', ...silent, body: silent })();
					},
					leaves: 'PaB',
					notes: { 2: /REVERSED/ },
				},
			],
		},
		'keeps what was not sent as pending, and the next run pays it, but nothing unclear': {
			example: scheduled,
			rows: many(10),
			lookUp: false,
			runs: [
				{
					before: fault({ kind: 'statusBefore', status: 503, times: 10 }),
					// Some are under way when the third one stays unclear.
					leaves: /^(?=(.*u){3})(?=.*p)[up]{10}$/,
					mails: [/STILL PENDING.*- MANY9/s],
				},
				{
					before: async () => await control.clearFaults(),
					leaves: /^(?=(.*u){3})(?=.*a)[ua]{10}$/,
				},
			],
		},
		'pays nobody a second time when rows are set back to pending by hand': {
			example: scheduled,
			rows: rowsOf('HAND1', 'HAND2', 'HAND3'),
			runs: [
				{ leaves: 'aaa' },
				{
					before: async () => {
						await statuses({ HAND1: 'SUCCESS', HAND2: 'REVERSED', HAND3: 'PROCESSING' })();
						await backToPending();
					},
					leaves: 'PBa',
				},
			],
		},
		'pays nothing and loses no row when the credential is refused': {
			example: scheduled,
			rows: rowsOf('KEY1', 'KEY2'),
			runs: [
				{ before: async () => await control.settings({ apiKey: 'another key' }), leaves: 'rp' },
				{
					before: async () => {
						await control.reset(payingRepeats);
						await stage.backToPending('status', 'rejected');
					},
					leaves: 'aa',
				},
			],
		},
		'takes neither of two pending rows with the same reference': {
			example: scheduled,
			rows: [...rowsOf('SAME', 'OTHER'), pendingRow('SAME', { amount: 2000 })],
			runs: [{ leaves: 'rar' }],
		},
		'takes one row at a time, and tells the team only of what needs a person': {
			example: rowByRow,
			rows: rowsOf('DONE1', 'BACK1', 'GOING1'),
			runs: [
				...['app', 'aap', 'aaa'].map((leaves) => ({ leaves })),
				{
					before: statuses({ DONE1: 'SUCCESS', BACK1: 'REFUNDED', GOING1: 'PENDING' }),
					trigger: 'Every hour',
					leaves: 'PBa',
					mails: [/Payout BACK1: reversed.*1,000\.00 TZS, Asha Mushi.*REFUNDED.*new order/s],
				},
				{ trigger: 'Every hour', leaves: 'PBa', mails: [] },
			],
		},
	};
	for (const example of [scheduled, rowByRow]) {
		cases[`${example.file} pays once although the rows could not be written`] = {
			example,
			rows: rowsOf('LOST1', 'LOST2'),
			runs: [
				{ before: loseColumn, leaves: 'pp' },
				{ before: findColumn, leaves: example === scheduled ? 'aa' : 'ap' },
				{ leaves: 'aa' },
			],
		};
		cases[`${example.file} keeps a row as pending that has to wait longer than the node may`] = {
			example,
			rows: rowsOf('LATER'),
			alone: true,
			runs: [{ before: fault({ kind: 'paceRefusal', waitSeconds: 3600 }), leaves: 'p' }],
		};
	}

	/** Of all rows, by the letters of {@link Run.leaves}. */
	const left = async () =>
		(await stage.rows()).map(({ status }) => letters[String(status)] ?? '?').join('');

	for (const [title, { example, rows, lookUp, alone, runs }] of Object.entries(cases)) {
		it(title, async () => {
			await stage.fill(rows);
			const payments = alone
				? await fixture.createCredential(fixedToken)
				: stage.credentials.payments;
			const id = await stage.store(example.file, (workflow) =>
				changeNodes(withCredentials(workflow, { payments }), {
					'Create bank payout': ({ parameters }) => {
						const options = { ...(parameters.options as object), lookUpUnclear: lookUp ?? true };
						return { parameters: { ...parameters, options } };
					},
				}),
			);
			for (const { before, trigger, leaves, notes, mails, requests } of runs) {
				await stage.mailbox.clear();
				await before?.();
				const { length } = (await control.ledger()).requests;
				await fixture.api.execute(id, trigger ?? example.trigger);
				assert.match(await left(), typeof leaves === 'string' ? new RegExp(`^${leaves}$`) : leaves);
				const now = await stage.rows();
				for (const [index, { status, ...given }] of rows.entries()) {
					assert.deepEqual({ ...now[index], ...given }, now[index], `${status} row was changed`);
				}
				for (const [at, pattern] of Object.entries(notes ?? {})) {
					assert.match(String(now[Number(at)]?.note), pattern);
				}
				if (mails !== undefined) await stage.expectMails(mails);
				const made = (await control.ledger()).requests.length - length;
				if (requests !== undefined) assert.ok(made <= requests, `${made} requests`);
			}
			assert.deepEqual(paidTwice(await control.ledger()), []);
		});
	}

	it('pays each row once at the pace of the service when its schedule is published', async () => {
		await stage.fill(rowsOf('PACE1', 'PACE2', 'PACE3'));
		const interval = [{ field: 'seconds', secondsInterval: 1 }];
		const id = await stage.store(rowByRow.file, (workflow) =>
			changeNodes(workflow, {
				[rowByRow.trigger]: () => ({ parameters: { rule: { interval } } }),
			}),
		);
		await control.settings({ paceSeconds: 1 });
		await fixture.api.activateWorkflow(id);
		// Where two executions meet at a row, the one that knows nothing of it may write first.
		const paid = async () => (await control.ledger()).paid;
		await waitUntil(
			async () => !(await left()).includes('p') && Object.keys(await paid()).length === 3,
		).finally(async () => await fixture.api.deactivateWorkflow(id));
		assert.deepEqual(await paid(), { PACE1: 1, PACE2: 1, PACE3: 1 });
	});
});
