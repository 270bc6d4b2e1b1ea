import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { outcomes } from '../../../nodes/CardBankPayments/sentences/outcomes';

const folder = path.resolve(__dirname, '../../../examples');
const ourNode = 'n8n-nodes-card-bank-payments.cardBankPayments';
const sticky = 'n8n-nodes-base.stickyNote';
const needsCredential = /cardBankPayments(Tool)?$|emailSend$|googleSheets$|lmChat\w+$/;

/** What a builder can still read and change in a field. */
const longestExpression = 300;

/** Examples that somebody in an office can change, and their most nodes. */
const small: Record<string, number> = {
	'google-sheets-payouts.json': 23,
	'scheduled-payouts.json': 23,
};
const longestInSmall = 160;

/** Of a yellow note, which is 208 wide, as the editor draws it. */
const charactersInALine = 30;
const lineHeight = 20;

interface Node {
	id: string;
	name: string;
	type: string;
	parameters: Record<string, unknown>;
	position: [number, number];
	executeOnce?: boolean;
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

	it('uses our node, and beside it only nodes that every n8n has', () => {
		const types = steps.map(({ type }) => type.replace(/Tool$/, ''));
		expect(types).toContain(ourNode);
		for (const type of types) {
			expect(type).toMatch(/^(n8n-nodes-(base|card-bank-payments)|@n8n\/n8n-nodes-langchain)\./);
		}
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
		const longest = file in small ? longestInSmall : longestExpression;
		const long = expressions.filter((each) => JSON.parse(`"${each}"`).length > longest);
		expect(long).toEqual([]);
		expect(steps.length).toBeLessThanOrEqual(small[file] ?? Infinity);
	});

	// For each row, an expression takes n8n about half a millisecond; a thousand open rows have thirty each.
	it('compares all rows with the list at once', () => {
		const perRow = new Set(
			['set', 'filter', 'if', 'switch'].map((type) => `n8n-nodes-base.${type}`),
		);
		const compared = follow(workflow, 'Match rows and payouts', 'n8n-nodes-base.splitOut');
		const slow = compared.filter(({ type, executeOnce }) => perRow.has(type) && !executeOnce);
		expect(slow.map(({ name }) => name)).toEqual([]);
		expect(compared.length > 0).toBe(text.includes('"Match rows and payouts"'));
	});

	it('breaks no line right before a value in a template, where n8n would add a space', () => {
		expect(text).not.toMatch(/\\n\$\{/);
	});

	it('covers no words of a yellow note with the node that it stands at', () => {
		const covered = notes.filter(({ name, parameters, position: [, top] }) => {
			const node = steps.find((step) => name === `Change: ${step.name}`);
			const lines = Math.ceil(String(parameters.content).length / charactersInALine);
			return node !== undefined && node.position[1] < top + lines * lineHeight;
		});
		expect(covered.map(({ name }) => name)).toEqual([]);
	});

	it('calls nothing paid for want of a status', () => {
		expect(text).not.toMatch(/undefined\]\.includes|\.status \?\? '(paid|SUCCESS)'/);
	});

	it('takes order references from the data, of letters and digits where they are fixed', () => {
		const references = orderReferencesIn(steps).map(String);
		expect(references.length > 0).toBe(text.includes('"orderReference"'));
		// Whatever is new each time it is asked for would be another payment in a retry.
		const repeated = /^(?!.*(\$execution|\$now|\$today|\bDate\b|random|uuid))(=.+|[A-Za-z0-9]+)$/is;
		for (const reference of references) expect(reference).toMatch(repeated);
		expect(text.match(withHyphen)).toBeNull();
	});

	// n8n takes the table that was changed last: "Employees" also finds "Former Employees".
	it('warns of other tables with such a name, and counts its data table nodes', () => {
		const tables = steps.filter(({ type }) => type === 'n8n-nodes-base.dataTable');
		if (tables.length > 0 && file in small) {
			expect(text).toMatch(
				/whose name contains .* Give yours a name .* write it into \*\*Settings/,
			);
			return;
		}
		const counted = { 2: 'both', 3: 'all three', 6: 'all six' }[tables.length];
		const names = new Set(
			tables.map(({ parameters }) => (parameters.dataTableId as { value: string }).value),
		);
		for (const name of names) {
			expect(text).toContain(
				`whose name contains \\"${name}\\"? Choose yours *From list* in ${counted} data table nodes.`,
			);
		}
	});

	it('explains itself in notes, which name every node that needs a credential', () => {
		expect(index).toContain(`](${file})`);
		const explained = notes.map(({ parameters }) => parameters.content as string).join('\n');
		expect(explained.length).toBeGreaterThan(100);
		if (file.startsWith('starter')) return;
		expect(explained).toMatch(/^#+ .+\n\n\*\*Dry run: /);
		const needing = steps.filter(({ type }) => needsCredential.test(type));
		for (const name of ['credential', ...needing.map((node) => node.name)]) {
			expect(explained).toContain(name);
		}
	});
});

// docs/outcomes.md sends whoever has an unknown payout to the first.
it.each(['get-payout', 'get-card-payment'])(
	'starter/%s says to type a reference, and that nothing is paid, before it names what pays',
	(name) => {
		const text = readFileSync(path.join(folder, 'starter', `${name}.json`), 'utf8');
		expect(text).toMatch(
			/1\. Open .*type the order reference.*(pays nothing|charges nobody).*Starter:/,
		);
	},
);

// Somebody who tries it out would take the red node for one that does not work.
it.each(['create-bank-payout', 'initiate-card-payment'])(
	'starter/%s says that a second click ends red, with the words of the node',
	(name) => {
		const text = readFileSync(path.join(folder, 'starter', `${name}.json`), 'utf8');
		const said = /ends \*\*red\*\*, on purpose, with \*(.*?)\*/.exec(text)?.[1];
		expect(said).toBe(outcomes.money.common.alreadySent);
	},
);

it.each([
	...['examples/payouts.csv', 'examples/payouts-table.csv', 'examples/README.md'],
	'workbench/instance/exampleTables.ts',
])('%s writes order references of letters and digits only', (file) => {
	const text = readFileSync(path.resolve(folder, '..', file), 'utf8');
	expect(text.match(withHyphen)).toBeNull();
});

// "Nobody in my office can change one."
it.each([
	['spreadsheet-approval', 26],
	['salary-run', 28],
])('%s has at most %d nodes, and no expression above 160 signs', (name, most) => {
	const text = readFileSync(path.join(folder, `${name}.json`), 'utf8');
	const { nodes } = JSON.parse(text) as Workflow;
	expect(nodes.filter(({ type }) => type !== sticky).length).toBeLessThanOrEqual(most);
	const expressions = [...text.matchAll(/\{\{.*?\}\}(?!\})/g)].map(([each]) => each);
	const long = expressions.filter((each) => JSON.parse(`"${each}"`).length > 160);
	expect(long).toEqual([]);
});

/** The nodes behind this one, up to those of a type. */
function follow(workflow: Workflow, from: string, until: string): Node[] {
	const outputs = Object.values(workflow.connections[from] ?? {}).flat(2);
	return outputs.flatMap((target) => {
		const node = workflow.nodes.find(({ name }) => name === target?.node);
		if (node === undefined || node.type === until) return [];
		return [node, ...follow(workflow, node.name, until)];
	});
}

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
