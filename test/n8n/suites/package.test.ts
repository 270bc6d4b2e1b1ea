import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { runCommand, temporaryFolder } from '../../../workbench/servers/processes';
import { ensureCheckers } from '../../../workbench/install/install';
import { givenTarball } from '../../../workbench/install/pack';
import { lintPackage, repositoryRoot } from '../../../workbench/install/paths';

const tools = path.join(lintPackage, 'node_modules');
/** What `n8n-node lint` expects to find, word for word, in strict mode. */
const defaultConfig = '@n8n/node-cli/dist/template/templates/shared/default/eslint.config.mjs';

/** n8n's rules want logic that waits to use n8n's own helper, and logs to go through n8n's logger. */
const forbidden = '\nexport const late = () => setTimeout(() => console.log(process.env), 1);\n';

interface Scanner {
	SOURCE_FILE_PATTERNS: string[];
	buildScanConfig(): Promise<object[]>;
}
interface EslintModule {
	ESLint: new (options: object) => {
		lintFiles(patterns: string[]): Promise<Array<{ messages: object[] }>>;
	};
}

/** A dynamic import that stays one when this file is compiled to CommonJS. */
const importTool = async <Module>(file: string): Promise<Module> =>
	(await import(pathToFileURL(path.join(tools, file)).href)) as Module;
const importScanner = async () =>
	await importTool<Scanner>('@n8n/scan-community-package/scanner/scanner.mjs');

describe('the packed package', () => {
	let folder: string;
	let sources: string;
	let tarball: string;

	before(async () => {
		await ensureCheckers();
		folder = temporaryFolder('rules');
		sources = await copySources('sources', 'nodes', 'credentials');
		tarball = await givenTarball(path.join(folder, 'tarball'));
	});

	/** The shipped sources alone, or one of them, with the checker's default configuration. */
	async function copySources(name: string, ...sources: string[]): Promise<string> {
		const copy = path.join(folder, name);
		for (const part of [...sources, 'package.json', 'tsconfig.json']) {
			await cp(path.join(repositoryRoot, part), path.join(copy, part), { recursive: true });
		}
		await cp(path.join(tools, defaultConfig), path.join(copy, 'eslint.config.mjs'));
		await symlink(tools, path.join(copy, 'node_modules'));
		return copy;
	}

	async function n8nNodeLint(cwd: string): Promise<string> {
		const logFile = path.join(folder, `${path.basename(cwd)}.log`);
		const program = path.join(tools, '@n8n/node-cli/bin/n8n-node.mjs');
		await runCommand(process.execPath, [program, 'lint'], { cwd, logFile });
		return await readFile(logFile, 'utf8');
	}

	/** Runs the package scanner's rules on a folder, inline configuration off; warnings count, too. */
	async function scan(cwd: string, patterns: string[]) {
		const { buildScanConfig } = await importScanner();
		const { ESLint } = await importTool<EslintModule>('eslint/lib/api.js');
		const overrideConfig = await buildScanConfig();
		const settings = { allowInlineConfig: false, overrideConfigFile: true, overrideConfig };
		const results = await new ESLint({ cwd, ...settings }).lintFiles(patterns);
		assert.ok(results.length > 0, `No file of ${cwd} was looked at`);
		return results.flatMap(({ messages }) => messages);
	}

	it('contains the compiled node and its papers, nothing else, and is small', () => {
		const asked = ['pack', tarball, '--dry-run', '--json'];
		type Packed = { size: number; unpackedSize: number; files: Array<{ path: string }> };
		const [packed] = JSON.parse(execFileSync('npm', asked, { encoding: 'utf8' })) as [Packed];
		const files = packed.files.map((file) => file.path);
		const compiled = /^dist\/(nodes|credentials)\/.*\.(js|json|svg)$/;
		const papers = ['LICENSE', 'README.md', 'index.js', 'package.json'];
		assert.deepEqual(files.filter((name) => !compiled.test(name)).sort(), papers);
		assert.ok(files.includes('dist/credentials/CardBankPaymentsApi.credentials.js'));
		assert.ok(packed.size <= 90_000, `packed: ${packed.size} bytes`);
		assert.ok(packed.unpackedSize <= 290_000, `unpacked: ${packed.unpackedSize} bytes`);
	});

	it('gives n8n-node lint nothing to find, in strict mode and its default configuration', async () => {
		const manifest = await readFile(path.join(sources, 'package.json'), 'utf8');
		assert.equal((JSON.parse(manifest) as { n8n: { strict: boolean } }).n8n.strict, true);
		const output = await n8nNodeLint(sources);
		assert.match(output, /n8n-node lint/);
		assert.doesNotMatch(output, /warning|error|Strict mode violation/i);
	});

	it('gives the package scanner nothing to find, in the sources and the packed files', async () => {
		const packed = path.join(folder, 'packed');
		await mkdir(packed);
		const unpacking = ['-xzf', tarball, '-C', packed, '--strip-components=1'];
		await runCommand('tar', unpacking, { cwd: folder, logFile: path.join(folder, 'unpack.log') });
		const { SOURCE_FILE_PATTERNS } = await importScanner();
		assert.deepEqual(await scan(sources, SOURCE_FILE_PATTERNS), []);
		assert.deepEqual(await scan(packed, ['**/*.js', 'package.json']), []);
	});

	it('would not pass with what their rules forbid', async () => {
		// Alone: whatever else is shipped is looked at above.
		const source = 'nodes/CardBankPayments/CardBankPayments.node.ts';
		const copy = await copySources('forbidden', source);
		const node = path.join(copy, source);
		await writeFile(node, (await readFile(node, 'utf8')) + forbidden);
		await assert.rejects(n8nNodeLint(copy), /setTimeout/);
		const findings = JSON.stringify(await scan(copy, [source]));
		assert.match(findings, /no-restricted-globals.*no-console/s);
	});
});
