import type { N8nApi } from '../instance/api';
import {
	createTable,
	findTable,
	insertRows,
	type DataTable,
	type Row,
	type TableColumn,
} from './dataTables';

/** The table that the examples pay from; docs/schedule-payouts.md lists it. */
export const payoutsTableName = 'Payouts';

/**
 * Account numbers and references are text, or n8n would drop their leading zeros. The amount is a
 * number: n8n then refuses "150,000" when the row is typed in, and not on payday.
 */
export const payoutsColumns: TableColumn[] = [
	{ name: 'orderReference', type: 'string' },
	{ name: 'amount', type: 'number' },
	{ name: 'currency', type: 'string' },
	{ name: 'accountNumber', type: 'string' },
	{ name: 'accountName', type: 'string' },
	{ name: 'bic', type: 'string' },
	{ name: 'transferType', type: 'string' },
	{ name: 'status', type: 'string' },
	{ name: 'note', type: 'string' },
	{ name: 'payoutId', type: 'string' },
	{ name: 'fee', type: 'string' },
];

/**
 * Rows that show the ways a payout can end without a fault of the service: four are sent, one has a
 * BIC that no bank has, and one has no account name.
 */
export const samplePayoutRows: Row[] = [
	{
		...pending('SAL202611A', 450000, 'TZS', 'ACH'),
		...to('0150384512700', 'Asha Mushi', 'CORUTZTZ'),
	},
	{
		...pending('SAL202611B', 387500.5, 'TZS', 'ACH'),
		...to('20810014562', 'Baraka Mollel', 'NMIBTZTZ'),
	},
	{
		...pending('INV7715', 12500000, 'TZS', 'RTGS'),
		...to('011103004821', 'Kilimanjaro Coffee Traders Ltd', 'NLCBTZTX'),
	},
	{
		...pending('INV7718', 1200, 'USD', 'RTGS'),
		...to('9120001234567', 'Zanzibar Spice Exports Ltd', 'SBICTZTX'),
	},
	{
		...pending('INV7720', 84000, 'TZS', 'ACH'),
		...to('0152209917300', 'Neema Joseph', 'CRDBTZTZ'),
	},
	{ ...pending('INV7721', 260000, 'TZS', 'ACH'), ...to('40210098765', '', 'NMIBTZTZ') },
];

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

function pending(
	orderReference: string,
	amount: number,
	currency: string,
	transferType: string,
): Row {
	return { orderReference, amount, currency, transferType, status: 'pending' };
}

function to(accountNumber: string, accountName: string, bic: string): Row {
	return { accountNumber, accountName, bic };
}
