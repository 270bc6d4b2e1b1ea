import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { outputOf, type OutputItem } from '../../../workbench/executions/executions';
import { useFixture } from '../forSuite';
import { nodeType } from '../../../workbench/install/paths';
import type { WorkflowNode } from '../../../workbench/workflows/definition';
import {
	fromItem,
	nodeNames,
	nodeOf,
	rawJson,
	samplePayouts,
	selected,
	workflowOf,
} from '../../../workbench/workflows/workflows';

type FileRow = Record<string, unknown>;

const trigger = nodeOf(nodeNames.trigger, 'n8n-nodes-base.manualTrigger', 1);
const [good, another] = samplePayouts(2).map((row) => ({ ...row })) as [FileRow, FileRow];
const columns = Object.keys(good);

/** A file as somebody uploads it, read by n8n. */
function read(text: string, options = {}): Array<ReturnType<typeof nodeOf>> {
	const file = Buffer.from(text).toString('base64');
	const named = { fileName: 'payouts.csv', mimeType: 'text/csv' };
	const moved = { operation: 'toBinary', sourceProperty: 'file', options: named };
	return [
		nodeOf('File', 'n8n-nodes-base.set', 3.4, rawJson(JSON.stringify({ file }))),
		nodeOf('Upload', 'n8n-nodes-base.convertToFile', 1.1, moved),
		nodeOf('Read', 'n8n-nodes-base.extractFromFile', 1.1, { operation: 'csv', options }),
	];
}

/** The same as a workbook of Excel, which knows numbers from texts. */
function readWorkbook(rows: FileRow[]): Array<ReturnType<typeof nodeOf>> {
	const list = rawJson(JSON.stringify({ rows }));
	const split = { fieldToSplitOut: 'rows', options: {} };
	return [
		nodeOf('List', 'n8n-nodes-base.set', 3.4, list),
		nodeOf('Rows', 'n8n-nodes-base.splitOut', 1, split),
		nodeOf('Save', 'n8n-nodes-base.convertToFile', 1.1, { operation: 'xlsx' }),
		nodeOf('Read', 'n8n-nodes-base.extractFromFile', 1.1, { operation: 'xlsx', options: {} }),
	];
}

const csv = (rows: FileRow[], separator = ',', head = columns) =>
	[head, ...rows.map((row) => columns.map((name) => row[name]))]
		.map((cells) => cells.join(separator))
		.join('\r\n');

// What a text is taken for: test/unit/wire/broken.test.ts. Here stands what n8n's readers make of files.
describe('a list of payouts that n8n reads from a file', () => {
	const fixture = useFixture();
	beforeEach(async () => await fixture.control.reset());

	/** Pays what these nodes read, and goes on after rows that cannot be paid. */
	async function pay(nodes: WorkflowNode[]) {
		const node = {
			...nodeOf(nodeNames.payments, nodeType, 1, fromItem.createBankPayout),
			credentials: selected(await fixture.createCredential()),
			onError: 'continueRegularOutput',
		};
		const workflow = workflowOf('Payouts of a file', [trigger, ...nodes, node]);
		const { id } = await fixture.api.createWorkflow(workflow);
		const execution = await fixture.api.execute(id, nodeNames.trigger);
		const { paid } = await fixture.control.ledger();
		return { told: outputOf(execution).map(toldBy), paid: Object.keys(paid) };
	}
	const toldBy = ({ json }: OutputItem) => ((json.error && json.message) ?? 'paid') as string;

	it('with a byte order mark names the column that looks right', async () => {
		const { told, paid } = await pay(read(`\uFEFF${csv([good])}`));
		const [first, ...others] = columns;
		assert.match(
			told.join(),
			new RegExp(
				`is empty.*\\. The row has: "${first}" \\(with a blank or a sign that nobody can see\\), ${others.join(', ')}`,
			),
		);
		assert.deepEqual(paid, []);
		const again = await pay(read(`\uFEFF${csv([good])}`, { enableBOM: true }));
		assert.deepEqual([again.told, again.paid], [['paid'], [good.orderReference]]);
	});

	it('with semicolons, as Excel saves it in many countries, says what to set', async () => {
		const { told, paid } = await pay(read(csv([good], ';')));
		assert.match(told.join(), /several columns in one: set the delimiter of the file/);
		assert.deepEqual(paid, []);
		const again = await pay(read(csv([good], ';'), { delimiter: ';' }));
		assert.deepEqual([again.told, again.paid], [['paid'], [good.orderReference]]);
	});

	it('as a workbook of Excel, which knows numbers, pays none that has lost digits', async () => {
		const rows = [
			{ ...good, accountNumber: 150384512700 },
			{ ...another, accountNumber: 1234567890123450 },
			Object.fromEntries(columns.map((name) => [name, ''])),
			{ ...another, orderReference: '202612E017' },
		];
		const { told, paid } = await pay(readWorkbook(rows));
		assert.equal(told[0], 'paid');
		assert.match(told[1] ?? '', /spreadsheets keep only 15 digits/);
		assert.deepEqual(
			told.slice(2, -1).filter((text) => !/The row is empty/.test(text)),
			[],
		);
		assert.deepEqual(paid, [good.orderReference, '202612E017']);
	});
});
