import type { GoogleOptions } from '../servers/google';
import { payoutsColumns } from './payoutsTable';

/** The columns of the data table; a Google Sheet has no others. */
const columns = [...new Set([...payoutsColumns.map(({ name }) => name), 'payOn'])];

/** What is written under these names in the rows of the sheet. */
const rows: Array<Record<string, string | number>> = [
	{
		...{ orderReference: 'S042INV881', amount: 4500.5, currency: 'TZS' },
		...{ accountNumber: '0150384512700', accountName: 'Asha Mushi', bic: 'CORUTZTZ' },
		...{ transferType: 'ACH', status: 'pending' },
	},
	{
		...{ orderReference: 'S017INV23', amount: 4000, currency: 'TZS' },
		...{ accountNumber: '20810014562', accountName: 'Baraka Mollel', bic: 'NMIBTZTZ' },
		...{ transferType: 'ACH', status: 'pending' },
	},
	{
		...{ orderReference: 'S017INV24', amount: 3500, currency: 'TZS' },
		...{ accountNumber: '20810014562', accountName: 'Baraka Mollel', bic: 'NMBTZTZ' },
		...{ transferType: 'ACH', status: 'pending' },
	},
];

/** The sheet that the example "Google Sheets payouts" pays from; the last row has a BIC that no bank has. */
export const payoutsSheet: Pick<GoogleOptions, 'cells' | 'numbers'> = {
	cells: [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))],
	numbers: ['amount'],
};
