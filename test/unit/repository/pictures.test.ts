import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');
const filesIn = (folder: string, ending: string): string[] =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => path.join(folder, name));

/** The screenshots that a page shows, dark and light in turn, by their paths from the root. */
function screenshotsOf(page: string): string[] {
	const text = readFileSync(path.join(root, page), 'utf8');
	const links = text.matchAll(/(?:srcset="|src="|\]\()([^")\s]+\.png)/g);
	return [...links].map(([, link]) => path.join(path.dirname(page), String(link)));
}

const pages = ['README.md', 'examples/README.md', 'sandbox/README.md', ...filesIn('docs', '.md')];

it.each(pages)('%s shows each picture in the colours of the reader', (page) => {
	const text = readFileSync(path.join(root, page), 'utf8');
	const pairs = text.matchAll(
		/<picture><source media="\(prefers-color-scheme:dark\)" srcset="([^"]+)-dark\.png"><img alt="[^"]+" src="\1\.png"><\/picture>/g,
	);
	expect([...pairs]).toHaveLength(screenshotsOf(page).length / 2);
});

it('every screenshot is on a page, and every example workflow has one', () => {
	expect(filesIn('docs/images', '.png').sort()).toEqual(pages.flatMap(screenshotsOf).sort());
	const examples = readdirSync(path.join(root, 'examples')).filter((name) =>
		name.endsWith('.json'),
	);
	const pictures = examples.map((name) => `docs/images/examples/${name.replace('json', 'png')}`);
	expect(screenshotsOf('examples/README.md')).toEqual(expect.arrayContaining(pictures));
});
