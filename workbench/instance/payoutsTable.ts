import type { N8nApi } from './api';
import { DataTable, rowsOf, text, type Column, type Row } from './dataTable';

/**
 * Account numbers and references are text, or n8n would drop their leading zeros. The amount is a
 * number: n8n then refuses "150,000" when the row is typed in, and not on payday.
 */
export const payoutsColumns: Column[] = [
	text('orderReference'),
	{ name: 'amount', type: 'number' },
	...['currency', 'accountNumber', 'accountName', 'bic', 'transferType'].map(text),
	...['status', 'note', 'payoutId', 'fee'].map(text),
];

/** In the order of the columns, up to the status. */
const samples: Array<Array<Row[string]>> = [
	['SAL202611A', 450000, 'TZS', '0150384512700', 'Asha Mushi', 'CORUTZTZ', 'ACH'],
	['SAL202611B', 387500.5, 'TZS', '20810014562', 'Baraka Mollel', 'NMIBTZTZ', 'ACH'],
	['INV7715', 12500000, 'TZS', '011103004821', 'Kilimanjaro Coffee Ltd', 'NLCBTZTX', 'RTGS'],
	['INV7718', 1200, 'USD', '9120001234567', 'Zanzibar Spice Exports Ltd', 'SBICTZTX', 'RTGS'],
	['INV7720', 84000, 'TZS', '0152209917300', 'Neema Joseph', 'CRDBTZTZ', 'ACH'],
	['INV7721', 260000, 'TZS', '40210098765', '', 'NMIBTZTZ', 'ACH'],
];

/**
 * Rows that show the ways a payout can end without a fault of the service: four are sent, one has a
 * BIC that no bank has, and one has no account name.
 */
export const samplePayoutRows: Row[] = rowsOf(
	payoutsColumns,
	samples.map((sample) => [...sample, 'pending']),
);

/** The table that the examples pay from; examples/README.md lists it. */
const payouts = { name: 'Payouts', columns: payoutsColumns, samples: samplePayoutRows };

export type { Row };
export type PayoutsTable = DataTable;
export const PayoutsTable = {
	find: async (api: N8nApi) => await DataTable.find(api, payouts.name),
	ensure: async (api: N8nApi) => await DataTable.ensure(api, payouts),
};
