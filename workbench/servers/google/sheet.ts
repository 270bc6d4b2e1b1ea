import { readFileSync, writeFileSync } from 'node:fs';

export type Cell = string | number | boolean;

/** By the names of the columns. */
export type SheetRow = Record<string, Cell>;

/** The corners of a range, counted from 0. */
interface Area {
	top: number;
	left: number;
	bottom: number;
	right: number;
}

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
		const { top, left, bottom, right } = this.areaOf(range);
		const rows = this.cells.slice(top, bottom + 1).map((row) => {
			return withoutTail(row.slice(left, right + 1), (cell) => cell === '');
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
		const { top, left } = this.areaOf(range);
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

	private areaOf(range: string): Area {
		const parts =
			/^(?:'(?<quoted>.+)'|(?<plain>[^!']+))(?:!(?<first>[A-Z]*\d*)(?::(?<last>[A-Z]*\d*))?)?$/;
		const { quoted, plain, first = '', last } = parts.exec(range)?.groups ?? {};
		if ((quoted ?? plain) !== this.title) throw new Error(`Unable to parse range: ${range}`);
		const from = corner(first);
		const to = corner(last ?? first);
		return {
			top: from.row ?? 0,
			left: from.column ?? 0,
			bottom: to.row ?? Infinity,
			right: to.column ?? Infinity,
		};
	}
}

/** The place of a cell such as `H3`, or of what is said of it: `H` is a column and `3` a row. */
function corner(text: string): { row?: number; column?: number } {
	const [, letters = '', digits = ''] = /^([A-Z]*)(\d*)$/.exec(text) ?? [];
	const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
	return {
		...(digits !== '' && { row: Number(digits) - 1 }),
		...(letters !== '' && { column: column - 1 }),
	};
}

function withoutTail<Each>(list: Each[], isEmpty: (each: Each) => boolean): Each[] {
	const tail = [...list].reverse().findIndex((each) => !isEmpty(each));
	return tail === -1 ? [] : list.slice(0, list.length - tail);
}
