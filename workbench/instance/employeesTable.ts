import { rowsOf, textColumn, type Column, type TableDefinition } from './dataTable';

const columns: Column[] = [
	...['employeeNumber', 'name', 'email'].map(textColumn),
	{ name: 'salary', type: 'number' },
	...['accountNumber', 'bic', 'orderReference', 'status', 'note'].map(textColumn),
];

/** The table that the example "Salary run" pays from, with salaries that an account without papers may pay. */
export const employees: TableDefinition = {
	name: 'Employees',
	columns,
	samples: rowsOf(columns, [
		['E017', 'Asha Mushi', 'asha@example.com', 6000, '0150384512700', 'CORUTZTZ'],
		['E018', 'Baraka Mollel', 'baraka@example.com', 5500.5, '20810014562', 'NMIBTZTZ'],
		['E021', 'Neema Joseph', 'neema@example.com', 5000, '0009120001236', 'CORUTZTZ'],
		['E022', 'Juma Hamisi', 'juma@example.com', 0, '0152209917300', 'CORUTZTZ'],
	]),
};
