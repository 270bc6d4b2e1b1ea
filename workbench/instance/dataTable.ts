import type { N8nApi } from './api';

/** A row as n8n keeps it; it adds `id`, `createdAt` and `updatedAt` to our columns. */
export type TableRow = Record<string, string | number | boolean | null>;

export interface Column {
	name: string;
	type: 'string' | 'number';
}

/** A table that an example works on; examples/README.md lists its columns. */
export interface TableDefinition {
	name: string;
	columns: Column[];
	/** The rows that it has before anybody has written into it. */
	samples: TableRow[];
}

/** The most tables or rows that n8n answers at a time. */
const pageSize = 250;

/** A data table of n8n, in the personal project of its owner. */
export class DataTable {
	private constructor(
		private readonly api: N8nApi,
		private readonly path: string,
	) {}

	/** The table with this name; undefined when there is none. */
	static async find(api: N8nApi, name: string): Promise<DataTable | undefined> {
		const path = await pathOfTables(api);
		type Tables = { data: Array<{ id: string; name: string }> };
		const { data } = await api.request<Tables>('GET', `${path}?take=${pageSize}`);
		const found = data.find((each) => each.name === name);
		return found && new DataTable(api, `${path}/${found.id}`);
	}

	/**
	 * Makes the table with its sample rows. A table that is there already is left as it is: its rows
	 * say who was paid.
	 */
	static async ensure(api: N8nApi, definition: TableDefinition): Promise<DataTable> {
		const { name, columns, samples } = definition;
		const known = await DataTable.find(api, name);
		if (known !== undefined) return known;
		const path = await pathOfTables(api);
		const { id } = await api.request<{ id: string }>('POST', path, { name, columns });
		const table = new DataTable(api, `${path}/${id}`);
		await table.insert(samples);
		return table;
	}

	async insert(rows: TableRow[]): Promise<void> {
		if (rows.length === 0) return;
		await this.api.request('POST', `${this.path}/insert`, { data: rows });
	}

	/** Puts these rows into it, and no others. */
	async fill(rows: TableRow[]): Promise<void> {
		const filter = encodeURIComponent(JSON.stringify(rowsWhere('id', 'gt', 0)));
		await this.api.request('DELETE', `${this.path}/rows?filter=${filter}`);
		await this.insert(rows);
	}

	/** All rows, in the order in which they were inserted. */
	async rows(): Promise<TableRow[]> {
		const rows: TableRow[] = [];
		for (;;) {
			const page = `${this.path}/rows?skip=${rows.length}&take=${pageSize}&sortBy=id:asc`;
			const { data } = await this.api.request<{ data: TableRow[] }>('GET', page);
			rows.push(...data);
			if (data.length < pageSize) return rows;
		}
	}

	/** Writes into the rows with this order reference, as a user does. */
	async change(orderReference: string, data: TableRow): Promise<void> {
		const change = { filter: rowsWhere('orderReference', 'eq', orderReference), data };
		await this.api.request('PATCH', `${this.path}/rows`, change);
	}

	/** Adds a column of text. */
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
