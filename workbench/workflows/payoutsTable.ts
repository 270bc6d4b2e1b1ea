import type { N8nApi } from '../instance/api';
import {
	createTable,
	findTable,
	insertRows,
	type Cell,
	type DataTable,
	type Row,
	type TableColumn,
} from './dataTables';

/** The table that the examples pay from; examples/README.md lists it. */
export const payoutsTableName = 'Payouts';

const text = (name: string): TableColumn => ({ name, type: 'string' });

/**
 * Account numbers and references are text, or n8n would drop their leading zeros. The amount is a
 * number: n8n then refuses "150,000" when the row is typed in, and not on payday.
 */
export const payoutsColumns: TableColumn[] = [
	text('orderReference'),
	{ name: 'amount', type: 'number' },
	...['currency', 'accountNumber', 'accountName', 'bic', 'transferType'].map(text),
	...['status', 'note', 'payoutId', 'fee'].map(text),
];

/** In the order of the columns, up to the status. */
const samples: Cell[][] = [
	['SAL202611A', 450000, 'TZS', '0150384512700', 'Asha Mushi', 'CORUTZTZ', 'ACH'],
	['SAL202611B', 387500.5, 'TZS', '20810014562', 'Baraka Mollel', 'NMIBTZTZ', 'ACH'],
	[
		'INV7715',
		12500000,
		'TZS',
		'011103004821',
		'Kilimanjaro Coffee Traders Ltd',
		'NLCBTZTX',
		'RTGS',
	],
	['INV7718', 1200, 'USD', '9120001234567', 'Zanzibar Spice Exports Ltd', 'SBICTZTX', 'RTGS'],
	['INV7720', 84000, 'TZS', '0152209917300', 'Neema Joseph', 'CRDBTZTZ', 'ACH'],
	['INV7721', 260000, 'TZS', '40210098765', '', 'NMIBTZTZ', 'ACH'],
];

/**
 * Rows that show the ways a payout can end without a fault of the service: four are sent, one has a
 * BIC that no bank has, and one has no account name.
 */
export const samplePayoutRows: Row[] = samples.map((sample) =>
	Object.fromEntries(
		[...sample, 'pending'].map((cell, index) => [payoutsColumns[index]!.name, cell]),
	),
);

/**
 * Makes the table with its sample rows. A table that is there already is left as it is: its rows
 * say who was paid.
 */
export async function ensurePayoutsTable(api: N8nApi): Promise<DataTable> {
	const known = await findTable(api, payoutsTableName);
	if (known !== undefined) return known;
	const table = await createTable(api, payoutsTableName, payoutsColumns);
	await insertRows(api, table, samplePayoutRows);
	return table;
}
