import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { resources } from '../../../nodes/CardBankPayments/resources';
import { options } from '../../../nodes/CardBankPayments/resources/options';
import { versionIn } from '../../../workbench/instance/paths';
import { outcomes } from '../support/payments';

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

	it('names files and folders that exist', () => {
		const tops = /`((?:nodes|credentials|sandbox|workbench|test|scripts|bench|deploy)\/[\w./-]+)`/g;
		// What a command has written there is of the day on which it ran.
		const byHand = read(page).replace(/<!-- (\w+:[\w-]+) -->.*?<!-- \/\1 -->/gs, '');
		const named = [...byHand.matchAll(tops)].map(([, name]) => name as string);
		expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
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
	const [newest, older] = ['workbench/n8n', 'workbench/n8n1'].map((each) =>
		versionIn(path.join(root, each)),
	);
	expect(tested).toEqual(
		[newest, older].flatMap((version) => [`${version} SQLite`, `${version} PostgreSQL`]),
	);
});

describe('the README tells of', () => {
	const readme = read('README.md');
	/** The part below a heading, up to the next one of the same level. */
	const below = (heading: string) => readme.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
	const firstCells = (heading: string) =>
		[...below(heading).matchAll(/^\| (?!-)(.+?) +\|/gm)].slice(1).map(([, cell]) => cell);

	it('every operation', () => {
		const operations = resources.flatMap((resource) =>
			resource.operations.map(({ option }) => `${resource.option.name} → ${option.name}`),
		);
		expect(firstCells('Operations').sort()).toEqual(operations.sort());
	});

	it('every option, without its unit', () => {
		const labels = options.options?.map((option) =>
			String((option as { displayName?: string }).displayName).replace(/ \(\w+\)$/, ''),
		);
		expect(firstCells('Options')).toEqual(labels);
	});

	it('every outcome', () => {
		const told = firstCells('Outcomes').filter((cell) => cell?.startsWith('`'));
		expect(told).toEqual(outcomes.map((name) => `\`${name}\``));
	});

	it('every setting of the credential', () => {
		const shown = new CardBankPaymentsApi().properties.filter(({ type }) => type !== 'hidden');
		const told = below('Credentials');
		const labels = shown.map((field) => field.displayName);
		expect(labels.filter((label) => !told.includes(label))).toEqual([]);
	});
});
