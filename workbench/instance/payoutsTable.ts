import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../install/paths';
import type { N8nApi } from './api';

/** A row as n8n keeps it; it adds `id`, `createdAt` and `updatedAt` to our columns. */
export type Row = Record<string, string | number | boolean | null>;

interface Column {
	name: string;
	type: 'string' | 'number';
}

/** The table that the examples pay from; examples/README.md lists it. */
const tableName = 'Payouts';

/** The most tables or rows that n8n answers at a time. */
const pageSize = 250;

/** The rows that the examples begin with: four can be sent, one has a BIC that no bank has, and one has no account name. */
const [header = [], ...samples] = readFileSync(
	path.join(repositoryRoot, 'examples/payouts-table.csv'),
	'utf8',
)
	.trim()
	.split('\n')
	.map((line) => line.split(','));

/**
 * Account numbers and references are text, or n8n would drop their leading zeros. The amount is a
 * number: n8n then refuses "150,000" when the row is typed in, and not on payday.
 */
export const payoutsColumns: Column[] = header.map((name) =>
	name === 'amount' ? { name, type: 'number' } : { name, type: 'string' },
);

/** An empty cell is none, as when somebody leaves it out. */
export const samplePayoutRows: Row[] = samples.map((cells) =>
	Object.fromEntries(
		payoutsColumns.flatMap(({ name, type }, at) =>
			cells[at] ? [[name, type === 'number' ? Number(cells[at]) : cells[at]]] : [],
		),
	),
);

/** The data table of n8n with this name, in the personal project of its owner. */
export class PayoutsTable {
	private constructor(
		private readonly api: N8nApi,
		private readonly path: string,
	) {}

	/** The table; undefined when there is none. */
	static async find(api: N8nApi): Promise<PayoutsTable | undefined> {
		const path = await pathOfTables(api);
		type Tables = { data: Array<{ id: string; name: string }> };
		const { data } = await api.request<Tables>('GET', `${path}?take=${pageSize}`);
		const found = data.find(({ name }) => name === tableName);
		return found && new PayoutsTable(api, `${path}/${found.id}`);
	}

	/**
	 * Makes the table with its sample rows. A table that is there already is left as it is: its rows
	 * say who was paid.
	 */
	static async ensure(api: N8nApi): Promise<PayoutsTable> {
		const known = await PayoutsTable.find(api);
		if (known !== undefined) return known;
		const path = await pathOfTables(api);
		const made = { name: tableName, columns: payoutsColumns };
		const { id } = await api.request<{ id: string }>('POST', path, made);
		const table = new PayoutsTable(api, `${path}/${id}`);
		await table.insert(samplePayoutRows);
		return table;
	}

	async insert(rows: Row[]): Promise<void> {
		await this.api.request('POST', `${this.path}/insert`, { data: rows });
	}

	/** Puts these rows into it, and no others. */
	async fill(rows: Row[]): Promise<void> {
		const filter = encodeURIComponent(JSON.stringify(rowsWhere('id', 'gt', 0)));
		await this.api.request('DELETE', `${this.path}/rows?filter=${filter}`);
		await this.insert(rows);
	}

	/** All rows, in the order in which they were inserted. */
	async rows(): Promise<Row[]> {
		const rows: Row[] = [];
		for (;;) {
			const page = `${this.path}/rows?skip=${rows.length}&take=${pageSize}&sortBy=id:asc`;
			const { data } = await this.api.request<{ data: Row[] }>('GET', page);
			rows.push(...data);
			if (data.length < pageSize) return rows;
		}
	}

	/** Sets the rows with this value in a column back to pending, as somebody does who wants them paid. */
	async backToPending(column: string, value: string): Promise<void> {
		await this.change(column, value, { status: 'pending' });
	}

	/** Writes into the rows with this value in a column, as a person does. */
	async change(column: string, value: string, data: Row): Promise<void> {
		const change = { filter: rowsWhere(column, 'eq', value), data };
		await this.api.request('PATCH', `${this.path}/rows`, change);
	}

	async addColumn(name: string): Promise<void> {
		await this.api.request('POST', `${this.path}/columns`, { name, type: 'string' });
	}

	/** Removes a column with everything in it. */
	async removeColumn(name: string): Promise<void> {
		type Columns = Array<{ id: string; name: string }>;
		const columns = await this.api.request<Columns>('GET', `${this.path}/columns`);
		const column = columns.find((each) => each.name === name);
		await this.api.request('DELETE', `${this.path}/columns/${column?.id}`);
	}
}

const rowsWhere = (columnName: string, condition: 'eq' | 'gt', value: string | number) => ({
	type: 'and',
	filters: [{ columnName, condition, value }],
});

async function pathOfTables(api: N8nApi): Promise<string> {
	const { id } = await api.request<{ id: string }>('GET', '/rest/projects/personal');
	return `/rest/projects/${id}/data-tables`;
}
