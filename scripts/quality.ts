import path from 'node:path';
import { NoFigures, readFigures, type TestedVersion } from '../workbench/figures/figures';
import { markdown, whole, writeParts } from '../workbench/figures/generatedParts';
import { repositoryRoot } from '../workbench/install/paths';
import { packPackage } from '../workbench/install/pack';
import { tarballSize } from '../workbench/install/tarballSize';
import { runMain, temporaryFolder } from '../workbench/servers/processes';

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
		...others.map((one) => row(one, 'the basics')),
	]);
}

/** A Docker image only, which this machine cannot run: see test/n8n/docker.sh. */
const n8n3 = 'n8n 3: by the workflow on GitHub, not yet run.';

/** The versions in one sentence, with the day since when each of them has been run. */
function readmeVersions(): string {
	const tested = testedVersions();
	const broken = tested.find(({ failed }) => failed > 0);
	if (broken) throw new Error(`Tests failed on n8n ${broken.version} with ${broken.database}`);
	const versions = [...new Set(tested.map(({ version }) => version))].map((version) => {
		const databases = tested.filter((one) => one.version === version);
		return `${version} (${databases.map(({ database }) => database).join(', ')})`;
	});
	const [oldest] = tested.map(({ day }) => day).sort();
	return `n8n ${versions.join(', ')}, last on ${oldest}. ${n8n3}`;
}

/** Also those without survivors, which have no row. */
const ALL_ROOMS = 'all rooms';

/** A row for each room, and one for all; a mutant that hung was noticed, too. */
function mutationRows(): string[][] {
	const { rooms } = readFigures('mutation');
	const counts = Object.values(rooms);
	const sum = (of: 'killed' | 'timeout' | 'survived') =>
		counts.reduce((total, room) => total + room[of], 0);
	const all = { killed: sum('killed'), timeout: sum('timeout'), survived: sum('survived') };
	return Object.entries({ ...rooms, [ALL_ROOMS]: all }).map(
		([room, { killed, timeout, survived }]) => {
			const noticed = killed + timeout;
			const tried = noticed + survived;
			const share = `${((100 * noticed) / tried).toFixed(1)} %`;
			return [room, whole(tried), whole(killed), whole(timeout), whole(survived), share];
		},
	);
}

function mutationTable(): string {
	const { day, every, seed } = readFigures('mutation');
	const which = every === 1 ? 'all mutants' : `one mutant of ${every}, seed ${seed}`;
	const head = ['room', 'mutants', 'killed', 'timed out', 'survived', 'noticed'];
	const left = mutationRows().filter(
		([room, , , , survived]) => room === ALL_ROOMS || survived !== '0',
	);
	return `Run on ${day}: ${which}; rooms with survivors:\n\n${markdown([head, ...left])}`;
}

function faultsLine(): string {
	const { day, seed, cases, concurrencyCases, schedules } = readFigures('faults');
	const tried = `${whole(cases)} cases, ${whole(concurrencyCases)} concurrency cases, ${whole(schedules)} schedules`;
	return `Run on ${day}, seed ${seed}: ${tried}. Nobody was paid twice or from another account, and nothing misreported.`;
}

function queueTable(): string {
	const { day, version, tests } = readFigures('queue');
	const rows = tests.flatMap(({ name, printed }) => {
		const line = printed.find((one) => /^in the end|both passed/.test(one));
		if (line === undefined) return [];
		return [
			[
				name.replace('pays everybody once, by the next run, when ', ''),
				line.replace('in the end ', ''),
			],
		];
	});
	const table = markdown([['what was tried', 'what came of it'], ...rows], 'left');
	return `Run on ${day} with n8n ${version}.\n\n${table}`;
}

/** Prints what changes with every commit, and would be wrong in a document by the next one. */
async function printPassing(): Promise<void> {
	try {
		console.log(`mutants: ${mutationRows().at(-1)?.at(-1)} noticed`);
	} catch (error) {
		if (!(error instanceof NoFigures)) throw error;
		console.log('mutants: not tried here');
	}
	const { files, packedBytes, unpackedBytes } = tarballSize(
		await packPackage(temporaryFolder('size')),
	);
	console.log(
		`the package: ${whole(files)} files, ${kilobytes(packedBytes)} packed, ` +
			`${kilobytes(unpackedBytes)} unpacked`,
	);
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

/** What is written from what is here, and from what the tests have counted, by page. */
export const generatedPages: Record<string, Record<string, () => string>> = {
	'docs/measurements.md': {
		'quality:versions': versionsTable,
		'quality:mutation': mutationTable,
		'quality:faults': faultsLine,
		'quality:queue': queueTable,
	},
	// Last: it takes no version on which a test failed, while the page above tells of it.
	'README.md': { 'quality:readme-versions': readmeVersions },
};

async function main(): Promise<void> {
	for (const [page, parts] of Object.entries(generatedPages)) {
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

if (require.main === module) runMain(main);
