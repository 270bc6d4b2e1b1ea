/** HTML that may go into a page as it is. Made only by {@link html}. */
export class Html {
	constructor(readonly text: string) {}
}

type Part = string | number | Html | Html[];

const entities: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Template tag that escapes every value except HTML made by itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(
		strings.reduce((text, piece, index) => text + render(parts[index - 1] ?? '') + piece),
	);
}

function render(part: Part): string {
	if (part instanceof Html) return part.text;
	if (Array.isArray(part)) return part.map(({ text }) => text).join('');
	return String(part).replace(/[&<>"']/g, (character) => entities[character]!);
}
