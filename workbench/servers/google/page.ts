import { Html, html } from '../../../sandbox/html';
import { layout } from '../../../sandbox/pages/layout';
import type { Sheet } from './sheet';

/** Enough room for somebody who adds rows. */
const emptyRows = 3;

/** Sends what is typed into a cell, and shows what others have written meanwhile. */
const script = new Html(`
document.addEventListener('change', ({ target }) =>
	fetch('/cells', { method: 'PUT', body: JSON.stringify({ range: target.name, value: target.value }) }));
setInterval(async () => {
	const page = new DOMParser().parseFromString(await (await fetch('')).text(), 'text/html');
	for (const cell of document.querySelectorAll('input')) {
		const written = page.getElementsByName(cell.name)[0];
		if (cell !== document.activeElement && written) cell.value = written.value;
	}
}, 1000);
`);

/** The sheet as a user sees it in the browser: each cell can be typed into. */
export function sheetPage(sheet: Sheet): string {
	const [names = [], ...rows] = sheet.read(sheet.title);
	const empty = Array.from({ length: emptyRows }, () => []);
	const lines = [...rows, ...empty].map((row, below) => {
		const cells = names.map((name, column) => {
			const range = `${sheet.title}!${String.fromCharCode(65 + column)}${below + 2}`;
			const label = `${name} in row ${below + 2}`;
			const value = String(row[column] ?? '');
			return html`<td><input name="${range}" aria-label="${label}" value="${value}" /></td>`;
		});
		return html`<tr>
			<td class="soft">${below + 2}</td>
			${cells}
		</tr>`;
	});
	const content = html`<h1>${sheet.title}</h1>
		<p class="soft">
			A sheet on this machine that n8n takes for one of Google's. Copy the address of this page, as
			you would copy that of your own sheet.
		</p>
		<div class="scroll">
			<table>
				<tr>
					<th></th>
					${names.map((name) => html`<th>${String(name)}</th>`)}
				</tr>
				${lines}
			</table>
		</div>
		<script>
			${script};
		</script>`;
	return layout(sheet.title, content).text;
}
