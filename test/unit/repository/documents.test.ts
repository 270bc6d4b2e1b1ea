import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { versionIn } from '../../n8n/harness/paths';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const pages = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
	.trim()
	.split('\n');

/** Links in Markdown to other places of this repository: the file, and the heading behind `#`. */
function linksOf(page: string): Array<{ file: string; heading?: string }> {
	return [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
		([, file, heading]) => ({
			file: file ? path.join(path.dirname(page), file) : page,
			heading,
		}),
	);
}

/** As GitHub makes anchors of headings. */
function anchorsOf(page: string): string[] {
	return [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

it('there are pages to look at', () => {
	expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/reliability.md']));
	expect(pages.flatMap(linksOf).length).toBeGreaterThan(50);
});

describe.each(pages)('%s', (page) => {
	it('links to places that exist', () => {
		const broken = linksOf(page).filter(({ file, heading }) => {
			if (!existsSync(path.join(root, file))) return true;
			return heading !== undefined && !anchorsOf(file).includes(heading);
		});
		expect(broken).toEqual([]);
	});

	it('names commands that exist', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
		const named = [...read(page).matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name as string);
		expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
	});
});

it('the README names the versions of n8n that the tests run on', () => {
	const rows = [...read('README.md').matchAll(/^\| (\d+\.\d+\.\d+) +\| (\w+)/gm)];
	const tested = rows.map(([, version, database]) => `${version} ${database}`);
	const [newest, older] = ['test/n8n', 'test/n8n1'].map((each) => versionIn(path.join(root, each)));
	expect(tested).toEqual([
		`${newest} SQLite`,
		`${newest} PostgreSQL`,
		`${older} SQLite`,
		`${older} PostgreSQL`,
	]);
});
