import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { writeFigures, type Figures } from '../../../workbench/figures';
import { runCommand } from '../../../workbench/servers/processes';
import { ensureCheckers } from '../../../workbench/instance/install';
import { givenTarball } from '../../../workbench/instance/pack';
import { lintPackage, repositoryRoot } from '../../../workbench/instance/paths';

const tools = path.join(lintPackage, 'node_modules');

/** What `n8n-node lint` expects to find, word for word, in strict mode. */
const defaultConfig = path.join(
	tools,
	'@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs',
);

/** n8n's rules want logic that waits to use n8n's own helper, and logs to go through n8n's logger. */
const forbidden = '\nexport const late = () => setTimeout(() => console.log(process.env), 1);\n';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	buildScanConfig(): Promise<object[]>;
}

interface LintResult {
	filePath: string;
	messages: Array<{ ruleId: string | null; message: string }>;
}

interface EslintModule {
	ESLint: new (options: object) => { lintFiles(patterns: string[]): Promise<LintResult[]> };
}

/** A dynamic import that stays one when this file is compiled to CommonJS. */
async function importTool<Module>(file: string): Promise<Module> {
	return (await import(pathToFileURL(path.join(tools, file)).href)) as Module;
}

const importScanner = async () =>
	await importTool<Scanner>('@n8n/scan-community-package/scanner/scanner.mjs');

describe("n8n's own checkers", () => {
	let folder: string;
	let sources: string;
	let packed: string;
	const nothing = { files: 0, findings: 0 };
	const figures: Figures['rules'] = { lint: nothing, sources: nothing, packed: nothing };

	before(async () => {
		await ensureCheckers();
		folder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-rules-'));
		sources = await copySources('sources');
		packed = path.join(folder, 'packed');
		await mkdir(packed);
		const tarball = await givenTarball(path.join(folder, 'tarball'));
		await runCommand('tar', ['-xzf', tarball, '-C', packed, '--strip-components=1'], {
			cwd: folder,
			logFile: path.join(folder, 'unpack.log'),
		});
	});
	after(async () => {
		writeFigures('rules', figures);
		await rm(folder, { recursive: true, force: true });
	});

	/** The shipped sources alone, with the checker's default configuration. */
	async function copySources(name: string): Promise<string> {
		const copy = path.join(folder, name);
		for (const part of ['nodes', 'credentials', 'package.json', 'tsconfig.json']) {
			await cp(path.join(repositoryRoot, part), path.join(copy, part), { recursive: true });
		}
		await cp(defaultConfig, path.join(copy, 'eslint.config.mjs'));
		await symlink(tools, path.join(copy, 'node_modules'));
		return copy;
	}

	/** How many files the checker looks at: n8n-node lint itself does not tell. */
	async function sourceFiles(): Promise<number> {
		const files = await readdir(sources, { recursive: true });
		return files.filter((file) => /^(nodes|credentials)\b.*\.ts$/.test(file)).length;
	}

	/** A copy with code in the node that n8n's rules forbid. */
	async function copyWithFindings(name: string): Promise<string> {
		const copy = await copySources(name);
		const node = path.join(copy, 'nodes/CardBankPayments/CardBankPayments.node.ts');
		await writeFile(node, (await readFile(node, 'utf8')) + forbidden);
		return copy;
	}

	async function n8nNodeLint(cwd: string): Promise<string> {
		const logFile = path.join(folder, `${path.basename(cwd)}.log`);
		const program = path.join(tools, '@n8n/node-cli/bin/n8n-node.mjs');
		await runCommand(process.execPath, [program, 'lint'], { cwd, logFile });
		return await readFile(logFile, 'utf8');
	}

	/** Runs the scanner's rules on a folder, inline configuration off; warnings count, too. */
	async function scan(cwd: string, patterns: string[]) {
		const { buildScanConfig } = await importScanner();
		const { ESLint } = await importTool<EslintModule>('eslint/lib/api.js');
		const eslint = new ESLint({
			cwd,
			allowInlineConfig: false,
			overrideConfigFile: true,
			overrideConfig: await buildScanConfig(),
		});
		const results = await eslint.lintFiles(patterns);
		assert.ok(results.length > 0, `No file of ${cwd} was looked at`);
		const findings = results.flatMap(({ filePath, messages }) => {
			const file = path.relative(cwd, filePath);
			return messages.map(({ ruleId, message }) => ({ file, rule: ruleId, message }));
		});
		return { files: results.length, findings };
	}

	it('find nothing with n8n-node lint, in strict mode and its default configuration', async () => {
		const manifest = await readFile(path.join(sources, 'package.json'), 'utf8');
		const { n8n } = JSON.parse(manifest) as { n8n: { strict: boolean } };
		assert.equal(n8n.strict, true);
		const output = await n8nNodeLint(sources);
		assert.match(output, /n8n-node lint/);
		const lines = output.split('\n');
		const findings = lines.filter((line) => /warning|error|Strict mode violation/i.test(line));
		assert.deepEqual(findings, []);
		figures.lint = { files: await sourceFiles(), findings: findings.length };
	});

	it('find nothing in the sources with the rules of the package scanner', async () => {
		const { SOURCE_FILE_PATTERNS } = await importScanner();
		const { files, findings } = await scan(sources, SOURCE_FILE_PATTERNS);
		assert.deepEqual(findings, []);
		figures.sources = { files, findings: findings.length };
	});

	it('find nothing in the packed files with the rules of the package scanner', async () => {
		const { files, findings } = await scan(packed, ['**/*.js', 'package.json']);
		assert.deepEqual(findings, []);
		figures.packed = { files, findings: findings.length };
	});

	it('would find what their rules forbid', async () => {
		const copy = await copyWithFindings('forbidden');
		await assert.rejects(n8nNodeLint(copy), /setTimeout/);
		const { findings } = await scan(copy, ['nodes/**/*.ts']);
		const rules = findings.map(({ rule }) => rule);
		assert.ok(rules.includes('@n8n/community-nodes/no-restricted-globals'), String(rules));
		assert.ok(rules.includes('no-console'), String(rules));
	});
});
