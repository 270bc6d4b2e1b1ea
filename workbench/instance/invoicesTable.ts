import { rowsOf, textColumn, type Column, type TableDefinition } from './dataTable';

const columns: Column[] = [
	textColumn('orderReference'),
	{ name: 'amount', type: 'number' },
	...['customerName', 'email', 'phoneNumber', 'status', 'link', 'note'].map(textColumn),
];

/** The table that the example "Invoices with payment links" works on. */
export const invoices: TableDefinition = {
	name: 'Invoices',
	columns,
	samples: rowsOf(columns, [
		['INV3101', 12.5, 'Grace Mwakyusa', 'grace@example.com', '255712345678', 'pending'],
		['INV3102', 8, 'Omari Said', 'omari@example.com', '255754000111', 'pending'],
	]),
};
