import type { N8nApi } from '../instance/api';

export interface TableColumn {
	name: string;
	type: 'string' | 'number' | 'boolean' | 'date';
}

export type Cell = string | number | boolean | null;

/** A row as n8n keeps it; it adds `id`, `createdAt` and `updatedAt` to our columns. */
export type Row = Record<string, Cell>;

/** A data table of n8n, in the personal project of its owner. */
export interface DataTable {
	id: string;
	name: string;
	projectId: string;
}

/** The most rows that n8n answers at a time. */
const pageSize = 250;

/** @returns the table with exactly this name; undefined when there is none */
export async function findTable(api: N8nApi, name: string): Promise<DataTable | undefined> {
	const projectId = await personalProject(api);
	// n8n answers every table whose name contains the text.
	const filter = encodeURIComponent(JSON.stringify({ name }));
	const { data } = await api.request<{ data: DataTable[] }>(
		'GET',
		`/rest/projects/${projectId}/data-tables?filter=${filter}&take=${pageSize}`,
	);
	return data.find((table) => table.name === name);
}

/** @throws {Error} when there is a table with this name */
export async function createTable(
	api: N8nApi,
	name: string,
	columns: TableColumn[],
): Promise<DataTable> {
	const projectId = await personalProject(api);
	return await api.request('POST', `/rest/projects/${projectId}/data-tables`, { name, columns });
}

export async function addColumn(api: N8nApi, table: DataTable, column: TableColumn): Promise<void> {
	await api.request('POST', `${pathOf(table)}/columns`, column);
}

/** Removes a column with everything in it. */
export async function removeColumn(api: N8nApi, table: DataTable, name: string): Promise<void> {
	const columns = await api.request<Array<{ id: string; name: string }>>(
		'GET',
		`${pathOf(table)}/columns`,
	);
	const column = columns.find((each) => each.name === name);
	if (column === undefined) throw new Error(`The table ${table.name} has no column ${name}`);
	await api.request('DELETE', `${pathOf(table)}/columns/${column.id}`);
}

export async function insertRows(api: N8nApi, table: DataTable, rows: Row[]): Promise<void> {
	await api.request('POST', `${pathOf(table)}/insert`, { data: rows });
}

/** All rows, in the order in which they were inserted. */
export async function readRows(api: N8nApi, table: DataTable): Promise<Row[]> {
	const rows: Row[] = [];
	for (;;) {
		const { count, data } = await api.request<{ count: number; data: Row[] }>(
			'GET',
			`${pathOf(table)}/rows?skip=${rows.length}&take=${pageSize}&sortBy=id:asc`,
		);
		rows.push(...data);
		if (rows.length >= count || data.length === 0) return rows;
	}
}

/** Changes every row whose column has this value. */
export async function updateRows(
	api: N8nApi,
	table: DataTable,
	where: { column: string; value: Cell },
	changes: Row,
): Promise<void> {
	await api.request('PATCH', `${pathOf(table)}/rows`, {
		filter: filterFor(where.column, 'eq', where.value),
		data: changes,
	});
}

export async function clearTable(api: N8nApi, table: DataTable): Promise<void> {
	const filter = encodeURIComponent(JSON.stringify(filterFor('id', 'gt', 0)));
	await api.request('DELETE', `${pathOf(table)}/rows?filter=${filter}`);
}

function filterFor(columnName: string, condition: string, value: Cell): object {
	return { type: 'and', filters: [{ columnName, condition, value }] };
}

function pathOf({ id, projectId }: DataTable): string {
	return `/rest/projects/${projectId}/data-tables/${id}`;
}

async function personalProject(api: N8nApi): Promise<string> {
	return (await api.request<{ id: string }>('GET', '/rest/projects/personal')).id;
}
