import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { maximumPictureBytes, schemes } from '../../../scripts/screenshots/album';

const root = path.resolve(__dirname, '../../..');
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

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
const shown = pages.flatMap(screenshotsOf);

it.each(pages)('%s shows each picture in the colours of the reader', (page) => {
	const text = readFileSync(path.join(root, page), 'utf8');
	const pairs = text.matchAll(
		/<picture><source media="\(prefers-color-scheme:dark\)" srcset="([^"]+)-dark\.png"><img alt="[^"]+" src="\1\.png"><\/picture>/g,
	);
	expect([...pairs]).toHaveLength(screenshotsOf(page).length / 2);
});

it.each(shown)('%s is there, a PNG, and small', (picture) => {
	const content = readFileSync(path.join(root, picture));
	expect(content.subarray(0, pngSignature.length)).toEqual(pngSignature);
	expect(content.length).toBeLessThan(maximumPictureBytes);
});

it('leaves no screenshot that no page shows', () => {
	expect(filesIn('docs/images', '.png').sort()).toEqual([...shown].sort());
});

it('shows each example workflow beside its description', () => {
	const examples = readdirSync(path.join(root, 'examples'))
		.filter((name) => name.endsWith('.json'))
		.flatMap((name) => schemes.map(([, ending]) => `${path.basename(name, '.json')}${ending}`))
		.map((name) => `docs/images/examples/${name}`);
	expect(screenshotsOf('examples/README.md')).toEqual(expect.arrayContaining(examples));
});
