import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NoFigures, readFigures, type TestedVersion } from '../workbench/figures';
import { markdown, whole, writeParts } from '../workbench/generatedParts';
import { repositoryRoot } from '../workbench/instance/paths';
import { packedSize } from '../workbench/instance/tarballSize';

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

/** The n8n on which everything runs, then the others on which the basics run. */
function testedVersions(): [TestedVersion, ...TestedVersion[]] {
	const everything: TestedVersion = readFigures('n8n');
	const others = readFigures('versions')
		.filter((one) => one.version !== everything.version || one.database !== everything.database)
		.sort((a, b) => b.version.localeCompare(a.version) || b.database.localeCompare(a.database));
	return [everything, ...others];
}

function versionsTable(): string {
	const [everything, ...others] = testedVersions();
	const row = ({ version, database, passed, failed, day }: TestedVersion, what: string) => [
		version,
		database,
		what,
		whole(passed),
		whole(failed),
		day,
	];
	return markdown([
		['n8n', 'database', 'tests', 'passed', 'failed', 'last run'],
		row(everything, 'all'),
		...others.map((one) => row(one, 'those for every version')),
	]);
}

/** A Docker image only, which this machine cannot run: see test/n8n/docker.sh. */
const n8n3 = ['3', 'SQLite', 'by the workflow on GitHub', 'not yet run'];

/** What the gate runs, and when all of it ran last. */
function readmeVersionsTable(): string {
	const [everything, ...others] = testedVersions();
	const broken = [everything, ...others].find(({ failed }) => failed > 0);
	if (broken) throw new Error(`Tests failed on n8n ${broken.version} with ${broken.database}`);
	const gateRuns = ({ version, database }: TestedVersion) =>
		database === 'SQLite' ? 'the basics' : version === everything.version ? 'queue mode' : '';
	const rows = [
		['n8n', 'Database', 'The gate', 'Last run'],
		[everything.version, everything.database, 'everything', everything.day],
		...others.map((one) => [one.version, one.database, gateRuns(one), one.day]),
		n8n3,
	];
	return markdown(rows, 'left');
}

type MutationRun = 'definitions' | 'unit' | 'engine';

interface Mutant {
	folder: string;
	status: string;
}

function readMutants(run: MutationRun): Mutant[] {
	return Object.entries(readFigures(`mutation-${run}`).files).flatMap(([file, { mutants }]) =>
		mutants.map(({ status }) => ({ folder: path.dirname(file), status })),
	);
}

/** Mutants that a test or a timeout has found out count as killed. */
function score(mutants: Mutant[]) {
	const count = (...statuses: string[]) =>
		mutants.filter(({ status }) => statuses.includes(status)).length;
	const killed = count('Killed', 'Timeout');
	const alive = count('Survived', 'NoCoverage');
	const tried = killed + alive;
	const share = `${((100 * killed) / tried).toFixed(1)} %`;
	return { tried, killed, alive, leftOut: count('Ignored'), share };
}

function mutationTable(run: MutationRun): string {
	const mutants = readMutants(run);
	const row = (name: string, some: Mutant[]) => {
		const { tried, killed, alive, leftOut, share } = score(some);
		return [name, ...[tried, killed, alive, leftOut].map(whole), share];
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

/** Lines that are not blank, of the TypeScript files in some folders of the repository. */
function linesIn(...folders: string[]): number {
	const patterns = folders.map((folder) => `${folder}/*.ts`);
	return execFileSync('git', ['ls-files', ...patterns], { cwd: repositoryRoot, encoding: 'utf8' })
		.split('\n')
		.filter((file) => file !== '')
		.flatMap((file) => readFileSync(path.join(repositoryRoot, file), 'utf8').split('\n'))
		.filter((line) => line.trim() !== '').length;
}

/** Prints what changes with every commit, and would be wrong in a document by the next one. */
async function printPassing(): Promise<void> {
	const product = linesIn('nodes', 'credentials');
	const tests = linesIn('test', 'workbench');
	console.log(
		`lines that are not blank: ${whole(product)} of the product, ${whole(tests)} of test and ` +
			`workbench, ${(tests / product).toFixed(1)} times as many`,
	);
	for (const run of ['definitions', 'unit', 'engine'] as const) {
		try {
			console.log(`mutants of ${run}: ${score(readMutants(run)).share} killed`);
		} catch (error) {
			if (!(error instanceof NoFigures)) throw error;
			console.log(`mutants of ${run}: not tried here`);
		}
	}
	const { files, packedBytes, unpackedBytes } = await packedSize();
	console.log(
		`the package: ${whole(files)} files, ${kilobytes(packedBytes)} packed, ` +
			`${kilobytes(unpackedBytes)} unpacked`,
	);
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** The tables that are written from what is here, and from what the tests have counted, by page. */
const pages: Record<string, Record<string, () => string>> = {
	'docs/quality.md': {
		'quality:lint': lintTable,
		'quality:versions': versionsTable,
		'quality:mutation-definitions': () => mutationTable('definitions'),
		'quality:mutation-unit': () => mutationTable('unit'),
		'quality:mutation-engine': () => mutationTable('engine'),
	},
	// Last: it takes no version on which a test failed, while the page above tells of it.
	'README.md': { 'quality:readme-versions': readmeVersionsTable },
};

async function main(): Promise<void> {
	for (const [page, parts] of Object.entries(pages)) {
		const tables: Record<string, string> = {};
		for (const [name, table] of Object.entries(parts)) {
			try {
				tables[name] = table();
			} catch (error) {
				if (!(error instanceof NoFigures)) throw error;
				console.log(`${name} stays as it is. ${error.message}`);
			}
		}
		await writeParts(path.join(repositoryRoot, page), tables);
	}
	await printPassing();
}

main().catch((error: Error) => {
	console.error(error.message);
	process.exitCode = 1;
});
