import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { parse } from 'yaml';
import { CardBankPaymentsApi } from '../../../credentials/CardBankPaymentsApi.credentials';
import { MOST_RECORDS } from '../../../nodes/CardBankPayments/executor/check/agentRules';
import { PAUSES_MS } from '../../../nodes/CardBankPayments/executor/common/waits';
import { statuses } from '../../../nodes/CardBankPayments/executor/report/rows/rowStatuses';
import { resources } from '../../../nodes/CardBankPayments/resources';
import { options } from '../../../nodes/CardBankPayments/resources/options';
import { MAXIMUM_BODY_BYTES, MAXIMUM_LEVELS } from '../../../nodes/CardBankPayments/wire/readBody';
import { faultKinds } from '../../../sandbox/faults';
import { defaultSettings } from '../../../sandbox/settings';
import { asNumber, quotePayout } from '../../../sandbox/payoutQuote';
import { outputSchemas } from '../../../workbench/contract/outputSchemas';
import type { Schema } from '../../../workbench/contract/spec';
import { n8nVersion } from '../../../workbench/install/paths';
import { payouts } from '../../../workbench/instance/exampleTables';
import { outcomes } from '../support/payments';

/* Whatever a page says of the code is held against the code, so that no page goes stale in silence. */

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const exists = (file: string) => existsSync(path.join(root, file));
const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
	cwd: root,
	encoding: 'utf8',
})
	.trim()
	.split('\n')
	.filter(exists);
const pages = tracked.filter((file) => file.endsWith('.md'));
const repository = 'https://github.com/n8n-nodes-card-bank-payments/n8n-nodes-card-bank-payments';

/** The first group of each match. */
const found = (text: string, pattern: RegExp) =>
	[...text.matchAll(pattern)].map(([, group]) => String(group));

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
	!exists(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));

/** Markdown links to other places of this repository, and the sources of pictures. */
function linksOf(page: string): Link[] {
	const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)];
	const pictures = [...read(page).matchAll(/\b(?:src|srcset)="(?!https?:)([^"#]+)"/g)];
	return [...links, ...pictures].map(([, file, anchor]) => ({
		file: file ? path.join(path.dirname(page), file) : page,
		anchor,
	}));
}

/** The screenshots that a page shows, dark and light in turn. */
const screenshotsOf = (page: string) =>
	linksOf(page).flatMap(({ file }) => (file.endsWith('.png') ? [file] : []));

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };

it('CONTRIBUTING.md names every command, unless another one runs it', () => {
	const page = read('CONTRIBUTING.md');
	const inOthers = Object.values(scripts).flatMap((command) => found(command, /npm run ([\w:]+)/g));
	const named = [...found(page, /npm (?:run )?([\w:]+)/g), ...inOthers];
	expect(Object.keys(scripts).filter((name) => !named.includes(name))).toEqual([]);
});

it.each(['.', 'test', 'workbench'])('CONTRIBUTING.md has every folder in %s', (folder) => {
	const map = read('CONTRIBUTING.md');
	const from = folder === '.' ? '' : `${folder}/`;
	const folders = tracked.flatMap((file) =>
		file.startsWith(from) ? found(file.slice(from.length), /^([^./][^/]*)\//g) : [],
	);
	// Those of test/ and workbench/ are named behind them.
	const told = folders.map((name) => `\`${name}/`);
	expect([...new Set(told)].filter((name) => !map.includes(name))).toEqual([]);
});

it.each(pages)('%s names places, files and commands that exist', (page) => {
	const text = read(page);
	expect(linksOf(page).filter(isBroken)).toEqual([]);
	// In the colours of the reader.
	const pairs = text.matchAll(
		/<picture><source media="\(prefers-color-scheme:dark\)" srcset="([^"]+)-dark\.png"><img alt="[^"]+" src="\1\.png"><\/picture>/g,
	);
	expect([...pairs]).toHaveLength(screenshotsOf(page).length / 2);
	const commands = found(text, /npm run ([\w:]+)/g);
	expect(commands.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
	const tops = /`((?:nodes|credentials|sandbox|workbench|test|scripts|bench|deploy)\/[\w./-]+)`/g;
	const rooms = /`((?:executor|wire|credential|resources)\/[\w./-]*)`/g;
	const inRooms = found(text, rooms).map((name) => `nodes/CardBankPayments/${name}`);
	expect([...found(text, tops), ...inRooms].filter((name) => !exists(name))).toEqual([]);
});

it('every screenshot is on a page, and every example workflow has one', () => {
	const taken = tracked.filter((file) => file.startsWith('docs/images/') && file.endsWith('.png'));
	expect(taken.sort()).toEqual([...new Set(pages.flatMap(screenshotsOf))].sort());
	const examples = tracked.flatMap((file) => /^examples\/([\w-]+)\.json$/.exec(file)?.[1] ?? []);
	const pictures = examples.map((name) => `docs/images/examples/${name}.png`);
	expect(screenshotsOf('examples/README.md')).toEqual(expect.arrayContaining(pictures));
});

const sources = tracked.filter(
	(file) =>
		/\.(ts|js|mjs|cjs|json|ya?ml|env|sh)$|Dockerfile$|\.env/.test(file) &&
		!file.endsWith('package-lock.json'),
);

// In messages, notes of workflows, forms and comments.
it.each(
	sources.map((file) => [file, read(file)] as const).filter(([, text]) => /\.md\b|#/.test(text)),
)('%s points to pages and parts of pages that exist', (_, text) => {
	// A page of the repository, named by its path, by its address, or as an issue form has it.
	const named =
		/(?:\b|\/blob\/main\/)((?:docs|examples|sandbox|deploy)\/[\w-]+\.md|(?:README|SECURITY|CHANGELOG|CONTRIBUTING|AGENTS)\.md)(?:#([\w-]+))?/g;
	const home = new RegExp(`${repository}#([\\w-]+)`, 'g');
	const links: Link[] = [
		...[...text.matchAll(named)].map(([, file, anchor]) => ({ file: String(file), anchor })),
		...[...text.matchAll(home)].map(([, anchor]) => ({ file: 'README.md', anchor })),
	];
	// GitHub's own name for the page of a repository.
	expect(links.filter(({ anchor }) => anchor !== 'readme').filter(isBroken)).toEqual([]);
});

/** The part below a heading, up to the next one of the same level. */
const below = (page: string, heading: string) =>
	read(page).split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
/** Rows of the tables below a heading, without the head. */
const rowsBelow = (page: string, heading: string) =>
	[...below(page, heading).matchAll(/^\| (?!-)(.+) \|$/gm)]
		.slice(1)
		.map(([, row = '']) => row.trim().split(/ *\| */));

/** The payout that the pages tell of. */
const samplePayout = {
	amount: 150000,
	currency: 'TZS',
	accountNumber: '0150384512700',
	bic: 'CORUTZTZ',
	transferType: 'ACH',
} as const;

const offered = options.options as INodeProperties[];
const agentChoices = offered.find(({ name }) => name === 'agentPayouts')?.options ?? [];
const operationNames = resources.flatMap((resource) =>
	resource.operations.map(({ option }) => `${resource.option.name} → ${option.name}`),
);

it('docs/operations.md and the form for what does not work offer every operation', () => {
	const told = found(read('docs/operations.md'), /^## (.+ → .+)$/gm);
	expect(told.sort()).toEqual([...operationNames].sort());
	const form = parse(read('.github/ISSUE_TEMPLATE/bug.yml')) as {
		body: Array<{ id?: string; attributes: { options?: string[] } }>;
	};
	const choices = form.body.find(({ id }) => id === 'operation')?.attributes.options;
	expect(choices).toEqual([...operationNames, 'The credential', 'Something else']);
});

/** The fields that hold a value, e.g. `order.amount`; those of a list as of its one object. */
function fieldsOf({ properties, items }: Schema): string[] {
	if (items) return fieldsOf(items);
	return Object.entries(properties ?? {}).flatMap(([key, value]) => {
		const parts = fieldsOf(value);
		return parts.length === 0 ? [key] : parts.map((part) => `${key}.${part}`);
	});
}

const valuesIn = (value: unknown): string[] => {
	if (Array.isArray(value)) return [...new Set(value.flatMap(valuesIn))];
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, one]) => {
		const parts = valuesIn(one);
		return parts.length === 0 ? [key] : parts.map((part) => `${key}.${part}`);
	});
};

const schemas = outputSchemas();
const operationsWithSchemas = resources.flatMap(({ option: { name: of, value }, operations }) =>
	operations.map(({ option }) => {
		const file = `${String(value)}/${String(option.value)}.json`;
		const schema = JSON.parse(schemas.get(`v1.0.0/${file}`)!) as Schema;
		return [`${of} → ${option.name}`, fieldsOf(schema).sort()] as const;
	}),
);

const samplesOf = (name: string) =>
	found(below('docs/operations.md', name), /```json\n(.+?)```/gs).map(
		(text) => JSON.parse(text) as Record<string, unknown>,
	);

it.each(operationsWithSchemas)(
	'docs/operations.md has every field of %s, and shows no other',
	(name, fields) => {
		const [table = ''] = below('docs/operations.md', name).split('| Field')[1]?.split('\n\n') ?? [];
		expect(found(table, /^\| `([\w.]+)` +\|/gm).sort()).toEqual(fields);
		const samples = samplesOf(name);
		expect(samples.length).toBeGreaterThan(0);
		expect(samples.flatMap(valuesIn).filter((field) => !fields.includes(field))).toEqual([]);
	},
);

it.each(['README.md', 'docs/operations.md'])(
	'%s says what each setting of the fee does',
	(page) => {
		const told = [...read(page).matchAll(/^ *\| `(\w+)` +\| ([\d,]+) +\| ([\d,]+)/gm)];
		const quoted = told.map(([, , ...amounts]) => amounts.map((one) => one.replace(',', '')));
		const terms = { ...samplePayout, orderReference: 'S042INV001' };
		const expected = (['merchant', 'beneficiary', 'both'] as const).map((feeBearer) => {
			const { total, received } = quotePayout(terms, { ...defaultSettings, feeBearer });
			return [asNumber(total), asNumber(received)].map(String);
		});
		expect(told.map(([, bearer]) => bearer)).toEqual(['merchant', 'customer', 'both']);
		expect(quoted).toEqual(expected);
	},
);

/** @returns e.g. `1, 4 and 10` */
const inWords = (list: string[]) => new Intl.ListFormat('en-GB').format(list);

it.each<[page: string, says: string]>([
	['docs/ai-agents.md', `at most ${MOST_RECORDS.toLocaleString('en')} records`],
	['docs/outcomes.md', `${inWords(PAUSES_MS.map((ms) => String(ms / 1000)))} seconds`],
	['docs/design.md', `up to ${MAXIMUM_BODY_BYTES / 1e6} MB, ${MAXIMUM_LEVELS} levels`],
])('%s says "%s"', (page, says) => {
	expect(plain(read(page))).toContain(says);
});

it('docs/options.md has every option and its default', () => {
	const told = rowsBelow('docs/options.md', 'All options').map(([label, value]) => [label, value]);
	expect(told).toEqual(offered.map(optionRow));
});

it('docs/outcomes.md has every outcome', () => {
	const told = found(below('docs/outcomes.md', 'Outcomes'), /^\| `(\w+)` +\|/gm);
	expect(told).toEqual(outcomes);
});

it('docs/outcomes.md has every status of a row', () => {
	const told = rowsBelow('docs/outcomes.md', 'Rows').map(([status]) => status);
	const lines = Object.values(statuses).flat();
	const words = new Set(
		lines.map(([, status]) => (status === 'as it came in' ? 'pending' : status)),
	);
	expect(told.sort()).toEqual([...words].map((word) => `**${word}**`).sort());
});

it('the README has at most 1,800 words', () => {
	expect(read('README.md').split(/\s+/).length).toBeLessThanOrEqual(1800);
});

const settings = new CardBankPaymentsApi().properties.filter(({ type }) => type !== 'hidden');
const ofSandbox = [...Object.keys(defaultSettings), ...faultKinds];

it.each([
	['README.md', 'setting of the credential', settings.map((field) => field.displayName)],
	['docs/ai-agents.md', 'choice for agents', agentChoices.slice(1).map(({ name }) => `_${name}_`)],
	['sandbox/README.md', 'setting and fault', ofSandbox.map((name) => `\`${name}\``)],
])('%s names every %s', (page, _, names) => {
	const text = plain(below(page, 'Credentials') || read(page));
	expect(names.filter((name) => !text.includes(name))).toEqual([]);
});

it('the README has the versions of n8n that the tests run on', () => {
	const version = n8nVersion();
	const both = `n8n ${version} (SQLite, PostgreSQL)`;
	expect(below('README.md', 'Install')).toContain(both);
	expect(below('README.md', 'Install')).toContain(`n8nio/n8n:${version}`);
});

/** An option as its page has it: a time is in the unit that the builder types. */
function optionRow({ displayName, default: value, options: choices }: INodeProperties) {
	const [, label = '', unit = ''] = /^(.+?)(?: \((\w+).*\))?$/.exec(displayName) ?? [];
	const chosen = (choices as INodePropertyOptions[] | undefined)?.find(
		(choice) => choice.value === value,
	);
	if (value === 0 && label.startsWith('Maximum')) return [label, 'no limit'];
	const number = Number(value).toLocaleString('en');
	const words = { true: 'on', false: 'off', '': 'none' }[String(value)] ?? chosen?.name;
	const typedIn = { Ms: ' ms', Seconds: ' s' }[unit] ?? '';
	return [label, words ?? `${number}${typedIn}`];
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

it('docs/queue-mode.md names settings with their values', () => {
	const told = rowsBelow('docs/queue-mode.md', 'Settings').flatMap(([names = '', values = '']) => {
		const each = values.split(', ');
		return found(names, /`(\w+)`/g).map((name, at) => `${name}=${each[at] ?? each[0]}`);
	});
	const inEnv = told.filter((setting) => !setting.startsWith('N8N_ENCRYPTION_KEY='));
	expect(inEnv.length).toBeGreaterThan(8);
	expect(read('deploy/n8n.env').split('\n')).toEqual(expect.arrayContaining(inEnv));
});

it('examples/README.md and the note in the workflow list the columns of the data table', () => {
	const listed = [...read('examples/README.md').matchAll(/^\| `(\w+)` +\| (text|number) /gm)];
	const columns = listed.map(([, name, type]) => ({ name, type: type?.replace('text', 'string') }));
	expect(columns).toEqual(payouts.columns);
	const names = payouts.columns.map(({ name }) => name);
	expect(read('examples/scheduled-payouts.json')).toContain(names.join(', '));
});

/** Without what Prettier adds to a table. */
const plain = (text: string) =>
	text
		.replace(/-{2,}(:?)/g, '---$1')
		.replace(/\s+/g, ' ')
		.trim();
