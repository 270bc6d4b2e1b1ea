import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { partsOf } from '../../../bench/tables';
import type { Results } from '../../../bench/results';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { resources } from '../../../nodes/CardBankPayments/resources';
import { options } from '../../../nodes/CardBankPayments/resources/options';
import { faultKinds } from '../../../sandbox/faults';
import { defaultSettings } from '../../../sandbox/settings';
import { pages as generatedPages } from '../../../scripts/quality';
import { versionIn } from '../../../workbench/instance/paths';
import { payoutsColumns } from '../../../workbench/workflows/payoutsTable';
import { outcomes } from '../support/payments';

// It loads ES modules, which jest cannot, and pages are only read here.
jest.mock('prettier', () => ({}));

/*
 * `npm run docs:check` runs this file alone: whatever a page says of the code is held against the code,
 * so that no page goes stale in silence.
 */

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
	cwd: root,
	encoding: 'utf8',
})
	.trim()
	.split('\n')
	.filter((file) => existsSync(path.join(root, file)));
const pages = tracked.filter((file) => file.endsWith('.md'));
const repository = 'https://github.com/n8n-nodes-card-bank-payments/n8n-nodes-card-bank-payments';

/** How many words each page may have, as `wc -w` counts them, and all of them together. */
const mostWords: Record<string, number> = {
	'README.md': 1000,
	'docs/outcomes.md': 1100,
	'examples/README.md': 1500,
	'docs/ai-agents.md': 450,
	'docs/queue-mode.md': 700,
	'docs/design.md': 900,
	'docs/measurements.md': 1000,
	'CONTRIBUTING.md': 900,
	'AGENTS.md': 200,
	'sandbox/README.md': 700,
	'SECURITY.md': 450,
	'CHANGELOG.md': 150,
	'.github/pull_request_template.md': 50,
};
const mostWordsInAll = 9500;

const wordsOf = (page: string) => read(page).match(/\S+/g)?.length ?? 0;
/** The first group of each match. */
const found = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, group]) => String(group));

describe('the pages', () => {
	it('are those that were agreed on: a new one needs its place in this list', () => {
		expect([...pages].sort()).toEqual(Object.keys(mostWords).sort());
	});

	it.each(Object.entries(mostWords))('%s has at most %d words', (page, most) => {
		expect(wordsOf(page)).toBeLessThanOrEqual(most);
	});

	it(`have at most ${mostWordsInAll} words together`, () => {
		const all = pages.reduce((sum, page) => sum + wordsOf(page), 0);
		expect(all).toBeLessThanOrEqual(mostWordsInAll);
	});
});

interface Link {
	file: string;
	anchor?: string;
}

/** As GitHub makes anchors of headings. */
const anchorsOf = (page: string) =>
	[...read(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

const isBroken = ({ file, anchor }: Link) =>
	!existsSync(path.join(root, file)) || (anchor !== undefined && !anchorsOf(file).includes(anchor));

/** Markdown links to other places of this repository, and the sources of pictures. */
function linksOf(page: string): Link[] {
	const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
	const pictures = [...read(page).matchAll(/\b(?:src|srcset)="(?!https?:)([^"#]+)"/g)];
	return [...links, ...pictures].map(([, file, anchor]) => ({
		file: file ? path.join(path.dirname(page), file) : page,
		anchor,
	}));
}

describe.each(pages)('%s', (page) => {
	/** What a command has written there is of the day on which it ran. */
	const byHand = read(page).replace(/<!-- (\w+:[\w-]+) -->.*?<!-- \/\1 -->/gs, '');

	it('links to places that exist', () => {
		expect(linksOf(page).filter(isBroken)).toEqual([]);
	});

	it('names files and folders that exist', () => {
		const tops = /`((?:nodes|credentials|sandbox|workbench|test|scripts|bench|deploy)\/[\w./-]+)`/g;
		const rooms = /`((?:executor|wire|credential|resources)\/[\w./-]*)`/g;
		const inRooms = found(byHand, rooms).map((name) => `nodes/CardBankPayments/${name}`);
		const named = [...found(byHand, tops), ...inRooms];
		expect(named.filter((name) => !existsSync(path.join(root, name)))).toEqual([]);
	});

	it('names commands that exist', () => {
		const { scripts } = JSON.parse(read('package.json')) as { scripts: object };
		const named = found(read(page), /npm run ([\w:]+)/g);
		expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
	});
});

describe('links to pages elsewhere: in messages, notes of workflows, forms and comments', () => {
	const sources = tracked.filter(
		(file) =>
			/\.(ts|js|mjs|cjs|json|ya?ml|env|sh)$|Dockerfile$|\.env/.test(file) &&
			!file.endsWith('package-lock.json'),
	);
	// A page of the repository, named by its path, by its address, or as an issue form has it.
	const named =
		/(?:\b|\/blob\/main\/)((?:docs|examples|sandbox|deploy)\/[\w-]+\.md|(?:README|SECURITY|CHANGELOG|CONTRIBUTING|AGENTS)\.md)(?:#([\w-]+))?/g;
	const home = new RegExp(`${repository}#([\\w-]+)`, 'g');

	it.each(
		sources.map((file) => [file, read(file)] as const).filter(([, text]) => /\.md\b|#/.test(text)),
	)('%s', (_, text) => {
		const links: Link[] = [
			...[...text.matchAll(named)].map(([, file, anchor]) => ({ file: String(file), anchor })),
			...[...text.matchAll(home)].map(([, anchor]) => ({ file: 'README.md', anchor })),
		];
		// GitHub's own name for the page of a repository.
		expect(links.filter(({ anchor }) => anchor !== 'readme').filter(isBroken)).toEqual([]);
	});
});

/** The part below a heading, up to the next one of the same level. */
const below = (page: string, heading: string) =>
	read(page).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
/** Rows of the tables below a heading, without the head. */
const rowsBelow = (page: string, heading: string) =>
	[...below(page, heading).matchAll(/^\| (?!-)(.+) \|$/gm)]
		.map(([, row]) =>
			String(row)
				.split('|')
				.map((cell) => cell.trim()),
		)
		.slice(1);

describe('the README tells of', () => {
	it('every operation', () => {
		const told = found(below('README.md', 'Operations'), /^- \*\*(.+?)\*\*/gm);
		const operations = resources.flatMap((resource) =>
			resource.operations.map(({ option }) => `${resource.option.name} → ${option.name}`),
		);
		expect(told.sort()).toEqual(operations.sort());
	});

	it('every option and its default', () => {
		const told = rowsBelow('README.md', 'Options').map(([label, value]) => [label, value]);
		expect(told).toEqual((options.options as INodeProperties[]).map(optionRow));
	});

	it('every setting of the credential', () => {
		const shown = new CardBankPaymentsApi().properties.filter(({ type }) => type !== 'hidden');
		const told = below('README.md', 'Credentials');
		const labels = shown.map((field) => field.displayName);
		expect(labels.filter((label) => !told.includes(label))).toEqual([]);
	});

	it('every outcome, as docs/outcomes.md does', () => {
		const [told = ''] = below('README.md', 'Outcomes').split('\n|');
		expect(found(told, /`(\w+)`/g)).toEqual(outcomes);
		expect(found(read('docs/outcomes.md'), /^\| `(\w+)` +\|/gm)).toEqual(outcomes);
	});

	it('the versions of n8n that the tests run on', () => {
		const [newest, older] = ['workbench/n8n', 'workbench/n8n1'].map((each) =>
			versionIn(path.join(root, each)),
		);
		const both = `n8n ${newest} (SQLite, PostgreSQL), ${older} (SQLite, PostgreSQL)`;
		expect(generatedPart('README.md', 'quality:readme-versions')).toContain(both);
		expect(below('README.md', 'Install')).toContain(`n8nio/n8n:${newest}`);
		const rows = rowsBelow('docs/measurements.md', 'Versions of n8n');
		expect(rows.map(([version]) => version)).toEqual([newest, newest, older, older]);
	});
});

/** An option as the README's table has it: the unit stands behind the default. */
function optionRow({ displayName, default: value, options: choices }: INodeProperties) {
	const [, label = '', unit = ''] = /^(.+?)(?: \((\w+)\))?$/.exec(displayName) ?? [];
	const chosen = (choices as INodePropertyOptions[] | undefined)?.find(
		(choice) => choice.value === value,
	);
	if (chosen) return [label, chosen.name];
	if (typeof value === 'boolean') return [label, value ? 'on' : 'off'];
	if (value === '') return [label, 'none'];
	if (value === 0 && label.startsWith('Maximum')) return [label, 'no limit'];
	const short = unit === 'Seconds' ? 's' : unit.toLowerCase();
	return [label, `${Number(value).toLocaleString('en')} ${short}`.trim()];
}

it('docs/outcomes.md quotes messages as the node has them', () => {
	const sources = tracked.filter((file) => /^(nodes|credentials)\/.*\.ts$/.test(file));
	const source = sources.map(read).join('\n');
	const quoted = rowsBelow('docs/outcomes.md', 'Messages')
		.filter(([message]) => !message?.includes("service's own"))
		.flatMap(([message]) => String(message).split('…'))
		.map((part) => part.trim());
	expect(quoted.length).toBeGreaterThan(5);
	expect(quoted.filter((part) => !source.includes(part))).toEqual([]);
});

it('docs/ai-agents.md names options and choices as the node has them', () => {
	const offered = options.options as INodeProperties[];
	const agents = offered.find(({ name }) => name === 'agentPayouts');
	const page = read('docs/ai-agents.md');
	for (const { name } of agents?.options?.slice(1) ?? []) expect(page).toContain(`_${name}_`);
});

it('docs/queue-mode.md names settings with their values', () => {
	const rows = rowsBelow('docs/queue-mode.md', 'Settings');
	const env = Object.fromEntries(
		[...read('deploy/n8n.env').matchAll(/^(\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
	) as Record<string, string>;
	const told = rows.flatMap(([names = '', values = '']) => {
		const each = values.split(', ');
		return found(names, /`(\w+)`/g).map((name, at) => [name, each[at] ?? each[0]]);
	});
	const inEnv = told.filter(([name]) => name !== 'N8N_ENCRYPTION_KEY');
	expect(inEnv.length).toBeGreaterThan(8);
	expect(inEnv).toEqual(inEnv.map(([name]) => [name, env[String(name)]]));
});

it('examples/README.md and the note in the workflow list the columns of the data table', () => {
	const listed = [...read('examples/README.md').matchAll(/^\| `(\w+)` +\| (text|number) /gm)];
	expect(
		listed.map(([, name, type]) => ({ name, type: type === 'text' ? 'string' : type })),
	).toEqual(payoutsColumns);
	const names = payoutsColumns.map(({ name }) => name);
	expect(read('examples/scheduled-payouts.json')).toContain(names.join(', '));
});

it('sandbox/README.md names every setting and every fault', () => {
	const page = read('sandbox/README.md');
	const names = [...Object.keys(defaultSettings), ...faultKinds];
	expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

/** What stands between two marks of a page, with one space between words. */
function generatedPart(page: string, name: string): string {
	const [, part] = new RegExp(`<!-- ${name} -->(.*?)<!-- /${name} -->`, 's').exec(read(page)) ?? [];
	if (part === undefined) throw new Error(`${page} has no marks of ${name}`);
	return plain(part);
}

/** Without what Prettier adds to a table. */
const plain = (text: string) =>
	text
		.replace(/-{2,}(:?)/g, '---$1')
		.replace(/\s+/g, ' ')
		.trim();

describe('generated parts', () => {
	const benchParts = partsOf(JSON.parse(read('bench/results.json')) as Results);
	const known: Record<string, string[]> = Object.fromEntries(
		Object.entries(generatedPages).map(([page, parts]) => [page, Object.keys(parts)]),
	);
	known['docs/measurements.md']?.push(...Object.keys(benchParts));

	it('have a command that writes them, and their place on a page', () => {
		const marked = pages
			.map((page) => [page, found(read(page), /<!-- (\w+:[\w-]+) -->/g).sort()] as const)
			.filter(([, names]) => names.length > 0);
		for (const names of Object.values(known)) names.sort();
		expect(Object.fromEntries(marked)).toEqual(known);
	});

	it.each(Object.entries(benchParts))('%s is what bench/results.json says', (name, part) => {
		expect(generatedPart('docs/measurements.md', name)).toBe(plain(part));
	});
});
