import { readFileSync, writeFileSync } from 'node:fs';

export type Cell = string | number | boolean;

/** By the names of the columns. */
export type SheetRow = Record<string, Cell>;

/** One sheet with column names in its first row. Whole columns are formatted as plain text. */
export class Sheet {
	/**
	 * @param title that ranges begin with
	 * @param numbers the columns in which what is typed may become a number; all others are text
	 * @param file keeps the cells for the next start, when there is one
	 */
	constructor(
		readonly title: string,
		private cells: Cell[][],
		private readonly numbers: string[],
		private readonly file?: string,
	) {
		if (file === undefined) return;
		try {
			this.cells = JSON.parse(readFileSync(file, 'utf8')) as Cell[][];
		} catch {
			// The first start.
		}
	}

	/** The rows below the column names, by these names. */
	rows(): SheetRow[] {
		const [names = [], ...rows] = this.cells;
		return rows.map((row) =>
			Object.fromEntries(names.map((name, at) => [String(name), row[at] ?? ''])),
		);
	}

	/** Puts these rows below the column names, and no others. */
	fill(rows: SheetRow[]): void {
		const [names = []] = this.cells;
		this.keep([names, ...rows.map((row) => names.map((name) => row[String(name)] ?? ''))]);
	}

	/**
	 * The cells of a range, without the empty ones at the end of each row and of the range, as Google
	 * answers them.
	 *
	 * @param range in A1 notation, e.g. `Payouts`, `'Payouts'`, `Payouts!1:1` or `Payouts!H3`
	 * @throws {Error} when there is no such range
	 */
	read(range: string): Cell[][] {
		const { first, last } = this.areaOf(range);
		const rows = this.cells.slice(first.row, last.row + 1).map((row) => {
			return withoutTail(row.slice(first.column, last.column + 1), (cell) => cell === '');
		});
		return withoutTail(rows, (row) => row.length === 0);
	}

	/**
	 * Writes cells from the upper left corner of a range.
	 *
	 * @param typed whether the values are read as if somebody had typed them
	 * @throws {Error} when there is no such range
	 */
	write(range: string, values: Cell[][], typed: boolean): void {
		const { row: top, column: left } = this.areaOf(range).first;
		const cells = this.cells.map((row) => [...row]);
		for (const [down, row] of values.entries()) {
			for (const [across, value] of row.entries()) {
				const target = (cells[top + down] ??= []);
				while (target.length < left + across) target.push('');
				target[left + across] = typed ? this.typed(value, left + across) : value;
			}
		}
		this.keep(cells);
	}

	/** What becomes of a value that is typed into a column. */
	private typed(value: Cell, column: number): Cell {
		const isNumber = this.numbers.includes(String(this.cells[0]?.[column]));
		return isNumber && String(value).trim() !== '' && !Number.isNaN(Number(value))
			? Number(value)
			: value;
	}

	private keep(cells: Cell[][]): void {
		this.cells = cells;
		if (this.file !== undefined) writeFileSync(this.file, JSON.stringify(cells));
	}

	private areaOf(range: string) {
		const parts = /^'?(?<title>[^!']+)'?(?:!(?<from>\w+)(?::(?<to>\w+))?)?$/.exec(range)?.groups;
		const { title, from = '', to = from } = parts ?? {};
		if (title !== this.title) throw new Error(`Unable to parse range: ${range}`);
		return { first: corner(from, 0), last: corner(to, Infinity) };
	}
}

/**
 * The place of a cell such as `H3`, counted from 0: `H` alone is a whole column, and `3` a whole row.
 *
 * @param open the place where the range has no end
 */
function corner(cell: string, open: number) {
	const [letter] = /[A-Z]/.exec(cell) ?? [];
	const [digits] = /\d+/.exec(cell) ?? [];
	return {
		column: letter === undefined ? open : letter.charCodeAt(0) - 65,
		row: digits === undefined ? open : Number(digits) - 1,
	};
}

function withoutTail<Each>(list: Each[], isEmpty: (each: Each) => boolean): Each[] {
	return list.slice(0, list.map(isEmpty).lastIndexOf(false) + 1);
}
