import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../install/paths';
import type { GoogleOptions } from '../servers/google';
import type { Column, TableDefinition, TableRow } from './dataTable';

/*
 * The tables that the examples work on, with the columns of the files that a builder imports. An empty cell is none,
 * as when somebody leaves it out.
 */

/**
 * All other columns are text, which account numbers and references are, or n8n would drop their leading zeros.
 * Of these, n8n refuses "150,000" when the row is typed in, and not on payday.
 */
const numbers = ['amount', 'salary', 'collectedAmount'];

/**
 * The table that most examples pay from: four rows can be sent, one has a BIC that no bank has, and one no account
 * name. In the file, each row waits: forgotten, it would be paid with real money.
 */
export const payouts = tableOf(
	'Payouts',
	linesOf('Payouts')
		.slice(1)
		.map((row) => row.replace(',hold,', ',pending,')),
);

/** The table of "Salary run", with salaries that an account without papers may pay. */
export const employees = tableOf('Employees', [
	'E017,Asha Mushi,asha@example.com,6000,0150384512700,CORUTZTZ',
	'E018,Baraka Mollel,baraka@example.com,5500.5,20810014562,NMIBTZTZ',
	'E021,Neema Joseph,neema@example.com,5000,0009120001236,CORUTZTZ',
	'E022,Juma Hamisi,juma@example.com,4000,0152209917300,CORUTZTZ,,left',
]);

/** The table of "Form to payment link by e-mail", in which nobody has asked for a link yet. */
export const orders = tableOf('Orders', []);

/** The table of "Invoices with payment links". */
export const invoices = tableOf('Invoices', [
	'INV3101,12.5,Grace Mwakyusa,grace@example.com,255712345678,pending',
	'INV3102,8,Omari Said,omari@example.com,0754 000 111,pending',
]);

const sheet = tableOf('Payouts', [
	'S042INV881,4500.5,TZS,0150384512700,Asha Mushi,CORUTZTZ,ACH,pending',
	'S017INV23,4000,TZS,20810014562,Baraka Mollel,NMIBTZTZ,ACH,pending',
	'S017INV24,3500,TZS,20810014562,Baraka Mollel,NMBTZTZ,ACH,pending',
]);
const names = sheet.columns.map(({ name }) => name);

/** The sheet that "Google Sheets payouts" pays from; the last row has a BIC that no bank has. */
export const payoutsSheet: Pick<GoogleOptions, 'cells' | 'numbers'> = {
	cells: [names, ...sheet.samples.map((row) => names.map((name) => row[name] ?? ''))],
	numbers: ['amount'],
};

/** The lines of the file with commas that a builder imports, its header first. */
function linesOf(name: string): string[] {
	const file = path.join(repositoryRoot, `examples/${name.toLowerCase()}-table.csv`);
	return readFileSync(file, 'utf8').trim().split('\n');
}

/** @param rows as such a file holds them */
function tableOf(name: string, rows: string[]): TableDefinition {
	const [header = ''] = linesOf(name);
	const columns = header.split(',').map((column): Column => ({
		name: column,
		type: numbers.includes(column) ? 'number' : 'string',
	}));
	const filled = (cells: string[]) =>
		columns.flatMap(({ name: column, type }, at) => {
			const cell = cells[at] ?? '';
			return cell === '' ? [] : [[column, type === 'number' ? Number(cell) : cell]];
		});
	const samples = rows.map((row) => Object.fromEntries(filled(row.split(','))) as TableRow);
	return { name, columns, samples };
}
