import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../install/paths';
import type { N8nApi } from './api';
import { DataTable, type Column, type TableRow } from './dataTable';

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
export const samplePayoutRows: TableRow[] = samples.map((cells) =>
	Object.fromEntries(
		payoutsColumns.flatMap(({ name, type }, at) =>
			cells[at] ? [[name, type === 'number' ? Number(cells[at]) : cells[at]]] : [],
		),
	),
);

/** The table that the examples pay from; examples/README.md lists it. */
const payouts = { name: 'Payouts', columns: payoutsColumns, samples: samplePayoutRows };

export type { TableRow };
export type PayoutsTable = DataTable;
export const PayoutsTable = {
	find: async (api: N8nApi) => await DataTable.find(api, payouts.name),
	ensure: async (api: N8nApi) => await DataTable.ensure(api, payouts),
};
