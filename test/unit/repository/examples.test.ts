import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { employees, invoices, orders, payouts } from '../../../workbench/instance/exampleTables';
import { outcomes } from '../../../nodes/CardBankPayments/sentences/outcomes';

const folder = path.resolve(__dirname, '../../../examples');
const sticky = 'n8n-nodes-base.stickyNote';
const needsCredential = /cardBankPayments(Tool)?$|emailSend$|googleSheets$|lmChat\w+$/;

/** What a builder can still read and change in a field. */
const longestExpression = 160;
/** With more, nobody in an office changes a workflow. */
const mostNodes = 28;

/** These may send several e-mails, so they go on where one fails. */
const sendsSeveral = /^(Send the link|Thank the \w+|Tell employees|Tell the team at once)$/;

interface Node {
	id: string;
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	executeOnce?: boolean;
	retryOnFail?: boolean;
	maxTries?: number;
	onError?: string;
}

interface Workflow {
	name: string;
	nodes: Node[];
	connections: Record<string, Record<string, Array<Array<{ node: string }> | null>>>;
	active: boolean;
	pinData: object;
	[key: string]: unknown;
}

/** An order reference as the real service refuses it, e.g. INV-7718. */
const withHyphen = /\b(?!UTF-8)[A-Z]{2,}-\d[\w-]*/g;

const files = [folder, path.join(folder, 'starter')].flatMap((each) =>
	readdirSync(each)
		.filter((name) => name.endsWith('.json'))
		.map((name) => path.relative(folder, path.join(each, name))),
);
const index = readFileSync(path.join(folder, 'README.md'), 'utf8');

describe.each(files)('the example workflow %s', (file) => {
	const text = readFileSync(path.join(folder, file), 'utf8');
	const workflow = JSON.parse(text) as Workflow;
	const { nodes } = workflow;
	const notes = nodes.filter(({ type }) => type === sticky);
	const steps = nodes.filter(({ type }) => type !== sticky);

	it('is inactive, and carries nothing of the n8n that it was made in, no secret above all', () => {
		expect(workflow).toMatchObject({ active: false, pinData: {} });
		const keys = ['active', 'connections', 'name', 'nodes', 'pinData', 'settings'];
		expect(Object.keys(workflow).sort()).toEqual(keys);
		for (const node of nodes) expect(node).not.toHaveProperty('credentials');
		expect(text).not.toMatch(/sandbox-(client|key|access|checksum)|Bearer |sk-|127\.0\.0\.1/);
	});

	it('connects nodes that are there, each under a name and an id of its own', () => {
		const names = new Set(nodes.map(({ name }) => name));
		expect(names.size).toBe(nodes.length);
		expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
		for (const [from, outputs] of Object.entries(workflow.connections)) {
			expect(names).toContain(from);
			const targets = Object.values(outputs).flat(2);
			for (const target of targets) if (target) expect(names).toContain(target.node);
		}
	});

	it('can be read and changed by a builder: no Code node, no long expression', () => {
		expect(steps.filter(({ type }) => type.endsWith('.code'))).toEqual([]);
		const expressions = [...text.matchAll(/\{\{.*?\}\}(?!\})/g)].map(([each]) => each);
		const long = expressions.filter((each) => JSON.parse(`"${each}"`).length > longestExpression);
		expect(long).toEqual([]);
		expect(steps.length).toBeLessThanOrEqual(mostNodes);
	});

	it('breaks no line right before a value in a template, where n8n would add a space', () => {
		expect(text).not.toMatch(/\\n\$\{/);
	});

	// No later run sends the news. But n8n repeats all items: who has the e-mail would get it three times.
	it('tries three times to send one e-mail, and goes on where one of several fails, or the question to an approver', () => {
		for (const { name, type, parameters, maxTries, retryOnFail, onError } of steps) {
			if (!type.endsWith('.emailSend') || name === 'Say that it begins') continue;
			if (sendsSeveral.test(name)) {
				expect([name, retryOnFail, onError]).toEqual([name, undefined, 'continueRegularOutput']);
			} else expect([name, retryOnFail, maxTries]).toEqual([name, true, 3]);
			if (parameters.operation === 'sendAndWait') expect(onError).toBe('continueRegularOutput');
		}
	});

	it('takes order references from the data, of letters and digits where they are fixed', () => {
		const references = orderReferencesIn(steps).map(String);
		expect(references.length > 0).toBe(text.includes('"orderReference"'));
		// Whatever is new each time it is asked for would be another payment in a retry.
		const repeated = /^(?!.*(\$execution|\$now|\$today|\bDate\b|random|uuid))(=.+|[A-Za-z0-9]+)$/is;
		for (const reference of references) expect(reference).toMatch(repeated);
		expect(text.match(withHyphen)).toBeNull();
	});

	// n8n takes the table that was changed last: a builder sets the right one in each of them.
	it('tells in how many nodes a data table is chosen', () => {
		const tables = steps.filter(({ type }) => type === 'n8n-nodes-base.dataTable');
		const isInSettings = text.includes('"value": "={{ $(\'Settings\').first().json.table }}"');
		if (tables.length === 0 || isInSettings) return;
		const counted = { 2: 'both', 3: 'all three' }[tables.length];
		expect(text).toContain(`Choose yours *From list* in ${counted} data table nodes.`);
	});

	it('is listed, and names in its notes every node that needs a credential', () => {
		expect(index).toContain(`](${file})`);
		if (file.startsWith('starter')) return;
		const explained = notes.map(({ parameters }) => parameters.content as string).join('\n');
		const needing = steps.filter(({ type }) => needsCredential.test(type));
		for (const name of ['credential', ...needing.map((node) => node.name)]) {
			expect(explained).toContain(name);
		}
	});
});

// Somebody who tries it out would take the red node for one that does not work.
it.each(['create-bank-payout', 'initiate-card-payment'])(
	'starter/%s says that a second click ends red, with the words of the node',
	(name) => {
		const text = readFileSync(path.join(folder, 'starter', `${name}.json`), 'utf8');
		const said = /ends \*\*red\*\*, on purpose, with \*(.*?)\*/.exec(text)?.[1];
		expect(said).toBe(outcomes.money.common.alreadySent);
	},
);

// Whoever forgets them pays real accounts at nine in the morning; by their numbers, n8n makes a column of numbers.
it.each([payouts, employees, orders, invoices])(
	'the file for the table $name has rows that are neither paid nor looked up',
	({ name, columns }) => {
		const file = path.join(folder, `${name.toLowerCase()}-table.csv`);
		const [header = [], ...rows] = readFileSync(file, 'utf8')
			.trim()
			.split('\n')
			.map((line) => line.split(','));
		for (const row of rows) {
			expect(row).toHaveLength(header.length);
			expect(['hold', 'cancelled']).toContain(row[header.indexOf('status')]);
			for (const column of columns) {
				if (column.type === 'number') expect(row[header.indexOf(column.name)]).toMatch(/^[\d.]+$/);
			}
		}
		expect(index.includes(`](${path.basename(file)})`)).toBe(true);
	},
);

it('the page writes order references of letters and digits only', () => {
	expect(index.match(withHyphen)).toBeNull();
});

/** The order references that the nodes are given: in our node, and in the fields that are set. */
function orderReferencesIn(value: unknown): unknown[] {
	if (typeof value !== 'object' || value === null) return [];
	const { name, value: set } = value as { name?: unknown; value?: unknown };
	const field = name === 'orderReference' && set !== undefined ? [set] : [];
	const nested = Object.entries(value).flatMap(([key, each]) =>
		key === 'orderReference' ? [each] : orderReferencesIn(each),
	);
	return [...field, ...nested];
}
