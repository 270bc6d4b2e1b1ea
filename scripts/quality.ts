import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tarballSize } from '../bench/packageFigures';
import { NoFigures, readFigures, type TestedVersion } from '../test/figures';
import { packPackage } from '../test/n8n/harness/pack';
import { repositoryRoot } from '../test/n8n/harness/paths';
import { markdown, whole, writeParts } from './generatedParts';

/** Writes the tables of docs/quality.md from what is here, and from what the tests have counted. */
const page = path.join(repositoryRoot, 'docs/quality.md');

function lintTable(): string {
	const { lint, sources, packed } = readFigures('rules');
	return markdown([
		['n8n’s own rules', 'files', 'findings'],
		['`n8n-node lint`, strict, default configuration', ...cells(lint)],
		['package scanner, on the sources, without inline configuration', ...cells(sources)],
		['package scanner, on the packed files, without inline configuration', ...cells(packed)],
	]);
}

function cells({ files, findings }: { files: number; findings: number }): string[] {
	return [whole(files), whole(findings)];
}

function versionsTable(): string {
	const everything: TestedVersion = readFigures('n8n');
	return markdown([
		['n8n', 'database', 'tests passed', 'failed'],
		...[everything, ...readFigures('versions')].map(({ version, database, passed, failed }) => [
			version,
			database,
			whole(passed),
			whole(failed),
		]),
	]);
}

/** Mutants that a test or a timeout has found out count as killed. */
function mutationTable(run: 'definitions' | 'unit' | 'engine'): string {
	const { files } = readFigures(`mutation-${run}`);
	const mutants = Object.entries(files).flatMap(([file, report]) =>
		report.mutants.map(({ status }) => ({ folder: path.dirname(file), status })),
	);
	const row = (name: string, some: typeof mutants) => {
		const count = (...statuses: string[]) =>
			some.filter(({ status }) => statuses.includes(status)).length;
		const killed = count('Killed', 'Timeout');
		const alive = count('Survived', 'NoCoverage');
		const tried = killed + alive;
		const score = `${((100 * killed) / tried).toFixed(1)} %`;
		return [name, ...[tried, killed, alive, count('Ignored')].map(whole), score];
	};
	const folders = [...new Set(mutants.map(({ folder }) => folder))].sort();
	return markdown([
		['folder', 'mutants', 'killed', 'survived', 'left out', 'score'],
		...folders.map((name) =>
			row(
				`\`${name}\``,
				mutants.filter(({ folder }) => folder === name),
			),
		),
		row('all', mutants),
	]);
}

async function tarballTable(): Promise<string> {
	const folder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-quality-'));
	try {
		const { files, packedBytes, unpackedBytes } = await tarballSize(await packPackage(folder));
		const { dependencies = {} } = JSON.parse(
			readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8'),
		) as { dependencies?: object };
		return markdown([
			['the package', ''],
			['files', whole(files)],
			['packed', kilobytes(packedBytes)],
			['unpacked', kilobytes(unpackedBytes)],
			['runtime dependencies', whole(Object.keys(dependencies).length)],
		]);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** Lines that are not blank, of the TypeScript files in the repository. */
function linesTable(): string {
	const files = execFileSync('git', ['ls-files', '*.ts'], { cwd: repositoryRoot, encoding: 'utf8' })
		.trim()
		.split('\n')
		.map((file) => ({
			folder: folderOf(file),
			lines: readFileSync(path.join(repositoryRoot, file), 'utf8')
				.split('\n')
				.filter((line) => line.trim() !== '').length,
		}));
	return markdown([
		['folder', 'files', 'lines', 'longest file'],
		...[...new Set(files.map(({ folder }) => folder))].map((name) => {
			const lines = files.flatMap((file) => (file.folder === name ? file.lines : []));
			const sum = lines.reduce((total, each) => total + each, 0);
			return [`\`${name}\``, whole(lines.length), whole(sum), whole(Math.max(...lines))];
		}),
	]);
}

/** The parts of the node one by one, and of everything else the first folder; of test the second. */
function folderOf(file: string): string {
	const parts = path.dirname(file).split('/');
	const depth = { nodes: 3, test: 2 }[parts[0] ?? ''] ?? 1;
	return parts.slice(0, depth).join('/');
}

const parts: Record<string, () => string | Promise<string>> = {
	'quality:lint': lintTable,
	'quality:versions': versionsTable,
	'quality:mutation-definitions': () => mutationTable('definitions'),
	'quality:mutation-unit': () => mutationTable('unit'),
	'quality:mutation-engine': () => mutationTable('engine'),
	'quality:tarball': tarballTable,
	'quality:lines': linesTable,
};

async function main(): Promise<void> {
	const tables: Record<string, string> = {};
	for (const [name, table] of Object.entries(parts)) {
		try {
			tables[name] = await table();
		} catch (error) {
			if (!(error instanceof NoFigures)) throw error;
			console.log(`${name} stays as it is. ${error.message}`);
		}
	}
	await writeParts(page, tables);
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
