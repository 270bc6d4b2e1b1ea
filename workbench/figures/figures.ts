import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Not part of the repository: what the runs on this machine have counted and measured. */
const folder = path.join(__dirname, '../../.figures');

/** The runs whose figures stand in the tables of the documents, and what each counts. */
export interface Figures {
	/** All tests, on the newest n8n with SQLite. */
	n8n: TestedVersion;
	/** The tests that must pass on each version and database. */
	versions: TestedVersion[];
	/** A whole run of the faults in which no promise was broken; see test/faults. */
	faults: { day: string; seed: number; cases: number; concurrencyCases: number; schedules: number };
	/** What each test of queue mode has printed; see test/queue. */
	queue: { day: string; version: string; tests: Array<{ name: string; printed: string[] }> };
	/** What the tests noticed of one mutant in `every`, by room; see test/mutation. */
	mutation: {
		day: string;
		every: number;
		seed: number;
		rooms: Record<string, Record<'killed' | 'timeout' | 'survived', number>>;
	};
}

export interface TestedVersion {
	version: string;
	database: 'SQLite' | 'PostgreSQL';
	passed: number;
	failed: number;
	/** The day of the run, e.g. `2026-11-21`. */
	day: string;
}

/** @returns the day of today, as {@link TestedVersion} has it */
export const today = () => new Date().toISOString().slice(0, 10);

/** Notes a run on one version and database, in the place of an earlier one on the same. */
export function addTestedVersion(tested: Omit<TestedVersion, 'day'>): void {
	const isSame = ({ version, database }: TestedVersion) =>
		version === tested.version && database === tested.database;
	const known = existsSync(fileOf('versions')) ? readFigures('versions') : [];
	const others = known.filter((one) => !isSame(one));
	writeFigures('versions', [...others, { ...tested, day: today() }]);
}

export function writeFigures<Name extends keyof Figures>(name: Name, figures: Figures[Name]): void {
	mkdirSync(folder, { recursive: true });
	writeFileSync(fileOf(name), `${JSON.stringify(figures, undefined, '\t')}\n`);
}

/** The run that counts these has not been made here. */
export class NoFigures extends Error {}

/** @throws NoFigures */
export function readFigures<Name extends keyof Figures>(name: Name): Figures[Name] {
	try {
		return JSON.parse(readFileSync(fileOf(name), 'utf8')) as Figures[Name];
	} catch {
		throw new NoFigures(`There are no figures of "${name}" yet: ${fileOf(name)} cannot be read`);
	}
}

const fileOf = (name: keyof Figures) => path.join(folder, `${name}.json`);
