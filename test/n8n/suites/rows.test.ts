import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { paidTwice } from '../../../workbench/executions/outcomes';
import { DataTable, type TableDefinition } from '../../../workbench/instance/dataTable';
import { googleCredentialData, sharedSheet } from '../../../workbench/instance/google';
import { nodeType } from '../../../workbench/install/paths';
import type { WorkflowNode } from '../../../workbench/workflows/definition';
import {
	errorModes,
	fromItem,
	nodeNames,
	nodeOf,
	selected,
	workflowOf,
} from '../../../workbench/workflows/workflows';
import { payingRepeats, pendingRow } from '../examples/exampleFixture';
import { useFixture } from '../forSuite';

const trigger = nodeOf(nodeNames.trigger, 'n8n-nodes-base.manualTrigger', 1);

/** What is written back, and nothing else of the row. */
const filledIn = ['status', 'note', 'payoutId', 'fee', 'paidOn'];

const table: TableDefinition = {
	name: 'Rows with their status',
	columns: [
		...['orderReference', 'currency', 'accountNumber', 'accountName', 'bic', 'transferType'],
		...filledIn.filter((name) => name !== 'fee'),
	].map((name) => ({ name, type: 'string' })),
	samples: [],
};
table.columns.push(...['amount', 'fee'].map((name) => ({ name, type: 'number' as const })));

const named = (mode: string, value: string) => ({ __rl: true, mode, value });

/** Columns of a node that writes rows. */
const columnsOf = (names: string[], matchingColumns: string[]) => ({
	mappingMode: 'defineBelow',
	value: Object.fromEntries(names.map((name) => [name, `={{ $json.${name} }}`])),
	matchingColumns,
	schema: names.map((id) => ({
		...{ id, displayName: id, required: false, defaultMatch: false, display: true },
		...{ type: 'string', canBeUsedToMatch: true, removed: false },
	})),
	attemptToConvertTypes: false,
	convertFieldsToString: false,
});

// What becomes of a row: test/engine/rows. Here stands what n8n's own nodes make of the rows.
describe('the rows of a table, with their status', () => {
	const fixture = useFixture();
	beforeEach(async () => await fixture.control.reset(payingRepeats));
	afterEach(async () => assert.deepEqual(paidTwice(await fixture.control.ledger()), []));

	const rows = [
		pendingRow('ROW1', { status: '' }),
		pendingRow('ROW2', { amount: 1001 }),
		pendingRow('ROW3', { amount: 1002, payoutId: 'P0' }),
		pendingRow('ROW4', { amount: 1003 }),
	];

	/** Of four rows, one is accepted, one refused, one was paid before, and one stays unknown. */
	async function prepare(): Promise<void> {
		const { control } = fixture;
		const credential = await fixture.createCredential();
		await fixture.pay([rows[2]!], { parameters: fromItem.createBankPayout }, credential);
		await control.setPayoutStatus('ROW3', 'SUCCESS');
		const create = { operation: 'createBankPayout', times: 100 } as const;
		const refused = {
			kind: 'statusBefore',
			status: 422,
			body: { message: 'Unknown bank' },
		} as const;
		await control.addFault({ ...create, ...refused, orderReference: 'ROW2' });
		await control.addFault({ ...create, kind: 'dropBefore', orderReference: 'ROW4' });
	}

	/** Reads the rows, pays them, and writes them back, with each of n8n's ways to go on. */
	async function run(read: WorkflowNode, write: WorkflowNode, onError: string): Promise<void> {
		const pay = {
			...nodeOf(nodeNames.payments, nodeType, 1, {
				...fromItem.createBankPayout,
				options: { output: 'row' },
			}),
			...{ credentials: selected(await fixture.createCredential()), onError },
		};
		const { id } = await fixture.api.createWorkflow(
			workflowOf('Rows with their status', [trigger, read, pay, write]),
		);
		const { status, data } = await fixture.api.execute(id, nodeNames.trigger);
		assert.equal(status, 'success', data.resultData.error?.message);
	}

	function assertFilledIn(now: Array<Record<string, unknown>>): void {
		const statuses = now.map(({ status }) => status);
		assert.deepEqual(statuses, ['accepted', 'rejected', 'already sent', 'unknown']);
		assert.match(String(now[1]!.note), /^Correct it, then write pending\. .*Unknown bank/);
		assert.match(String(now[2]!.note), /it was sent before \(\S+, SUCCESS, /);
		assert.match(String(now[3]!.note), /^Do not pay it by hand/);
		assert.match(String(now[0]!.payoutId), /\w/);
		assert.equal(Number(now[0]!.fee), 1500);
		for (const [index, { accountNumber, amount }] of rows.entries()) {
			assert.deepEqual([now[index]!.accountNumber, now[index]!.amount], [accountNumber, amount]);
		}
	}

	for (const onError of errorModes) {
		it(`are written into a Google Sheet by their number (${onError})`, async () => {
			await prepare();
			const sheet = sharedSheet();
			await sheet.fill(rows as Parameters<typeof sheet.fill>[0]);
			const google = await fixture.api.createCredential(
				'Practice Google account',
				'googleApi',
				googleCredentialData(sheet.account),
			);
			const place = {
				authentication: 'serviceAccount',
				// As an expression, since Google's own addresses look otherwise.
				documentId: named('url', `={{ "${sheet.address}" }}`),
				sheetName: named('name', 'Payouts'),
			};
			const sheetNode = (name: string, parameters: object) => ({
				...nodeOf(name, 'n8n-nodes-base.googleSheets', 4.7, { ...place, ...parameters }),
				credentials: selected(google),
			});
			const columns = columnsOf(
				['row_number', 'status', 'note', 'payoutId', 'fee'],
				['row_number'],
			);
			await run(
				sheetNode('Read', { options: {} }),
				sheetNode('Write', { operation: 'update', columns, options: { cellFormat: 'RAW' } }),
				onError,
			);
			assertFilledIn(await sheet.rows());
		});

		it(`are written into a table of n8n by their id (${onError})`, async () => {
			await prepare();
			const data = await DataTable.ensure(fixture.api, table);
			await data.fill(rows);
			const dataTableId = named('name', table.name);
			const filters = {
				conditions: [{ keyName: 'id', condition: 'eq', keyValue: '={{ $json.id }}' }],
			};
			const tableNode = (name: string, parameters: object) =>
				nodeOf(name, 'n8n-nodes-base.dataTable', 1.1, { dataTableId, ...parameters });
			await run(
				tableNode('Read', {
					...{ operation: 'get', returnAll: true },
					...{ orderBy: true, orderByColumn: 'id', orderByDirection: 'ASC' },
				}),
				tableNode('Write', {
					...{ operation: 'update', matchType: 'allConditions', filters, options: {} },
					columns: columnsOf(filledIn, []),
				}),
				onError,
			);
			assertFilledIn(await data.rows());
		});
	}
});
