import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';

/** Rows of cells; the first row is the head. */
export type MarkdownTable = string[][];

/**
 * Writes parts of a page anew, each between its marks: `<!-- bench:goals -->` … `<!-- /bench:goals -->`.
 *
 * @param page path of a Markdown file
 * @param parts Markdown, by the name in the marks
 * @throws {Error} when the page has lost one of the marks
 */
export async function writeParts(page: string, parts: Record<string, string>): Promise<void> {
	let text = await readFile(page, 'utf8');
	for (const [name, part] of Object.entries(parts)) {
		const [open, close] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
		const start = text.indexOf(open);
		const end = text.indexOf(close);
		if (start === -1 || end < start) {
			throw new Error(`${page} has no place for "${name}": put ${open} and ${close} into it`);
		}
		text = `${text.slice(0, start + open.length)}\n\n${part}\n\n${text.slice(end)}`;
	}
	const options = await resolveConfig(page);
	await writeFile(page, await format(text, { ...options, filepath: page }));
}

/**
 * A table in Markdown.
 *
 * @param align of the columns after the first one
 */
export function markdown(
	[head = [], ...rows]: MarkdownTable,
	align: 'left' | 'right' = 'right',
): string {
	const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
	const others = align === 'right' ? '--:' : '---';
	const ruler = line(head.map((_, column) => (column === 0 ? '---' : others)));
	return [line(head), ruler, ...rows.map(line)].join('\n');
}

/** 12345.6 as "12,346". */
export function whole(value: number): string {
	return Math.round(value).toLocaleString('en');
}
