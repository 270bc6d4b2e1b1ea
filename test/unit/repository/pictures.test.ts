import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { maximumPictureBytes } from '../../../scripts/screenshots/maximumPictureBytes';

const root = path.resolve(__dirname, '../../..');
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const filesIn = (folder: string, ending: string): string[] =>
	readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith(ending))
		.map((name) => path.join(folder, name));

/** The screenshots that a page shows, by their paths from the root. */
function screenshotsOf(page: string): string[] {
	const text = readFileSync(path.join(root, page), 'utf8');
	const links = [...text.matchAll(/!\[[^\]]+\]\(([^)\s]+\.png)\)/g)].map(([, link]) =>
		String(link),
	);
	return links.map((link) => path.join(path.dirname(page), link));
}

const pages = ['README.md', 'examples/README.md', 'sandbox/README.md', ...filesIn('docs', '.md')];
const shown = new Map(pages.map((page) => [page, screenshotsOf(page)]));

it.each(['README.md', 'examples/README.md'])('%s shows screenshots', (page) => {
	expect(shown.get(page)).not.toEqual([]);
});

it.each([...new Set([...shown.values()].flat())])('%s is there, a PNG, and small', (picture) => {
	const content = readFileSync(path.join(root, picture));
	expect(content.subarray(0, pngSignature.length)).toEqual(pngSignature);
	expect(content.length).toBeLessThan(maximumPictureBytes);
});

it('leaves no screenshot that no page shows', () => {
	const used = new Set([...shown.values()].flat());
	expect(filesIn('docs/images', '.png').filter((picture) => !used.has(picture))).toEqual([]);
});

it('shows each example workflow beside its description', () => {
	const examples = readdirSync(path.join(root, 'examples'))
		.filter((name) => name.endsWith('.json'))
		.map((name) => `docs/images/examples/${path.basename(name, '.json')}.png`);
	expect(shown.get('examples/README.md')).toEqual(expect.arrayContaining(examples));
});
