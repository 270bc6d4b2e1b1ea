import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { writeFigures } from '../../workbench/figures';

const root = path.join(__dirname, '../..');

interface LockedPackage {
	version?: string;
	resolved?: string;
	integrity?: string;
	link?: boolean;
	hasInstallScript?: boolean;
}

interface LockFile {
	lockfileVersion: number;
	packages: Record<string, LockedPackage>;
}

/** The only install scripts that ever run, on purpose: both fetch or build a binary. */
const rebuilt = ['sqlite3', 'node'];

function filesNamed(names: string[], folder = root): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const file = path.join(folder, entry.name);
		if (!entry.isDirectory()) return names.includes(entry.name) ? [file] : [];
		const skipped = ['node_modules', '.git', 'dist', '.n8n-data', 'coverage'];
		return skipped.includes(entry.name) ? [] : filesNamed(names, file);
	});
}

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as LockFile;
const lockFiles = filesNamed(['package-lock.json', 'npm-shrinkwrap.json']);
const dependenciesOf = (file: string) =>
	Object.entries(read(file).packages).filter(([name, { link }]) => name !== '' && link !== true);
const nameOf = (place: string) => place.split('node_modules/').at(-1) as string;

afterAll(() => {
	const all = lockFiles.flatMap(dependenciesOf);
	writeFigures('locks', {
		files: lockFiles.length,
		packages: all.length,
		withInstallScript: all.filter(([, { hasInstallScript }]) => hasInstallScript).length,
		rebuilt,
	});
});

it('there is a lock file beside every package.json', () => {
	const folders = filesNamed(['package.json']).map((file) => path.dirname(file));
	expect(lockFiles.map((file) => path.dirname(file)).sort()).toEqual(folders.sort());
});

describe.each(lockFiles.map((file) => [path.relative(root, file), file]))('%s', (_, file) => {
	it('fixes every package by a strong hash of its content', () => {
		expect(read(file).lockfileVersion).toBe(3);
		const loose = dependenciesOf(file).filter(
			([, { version, integrity }]) =>
				!/^\d+\.\d+\.\d+/.test(version ?? '') || !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''),
		);
		expect(dependenciesOf(file).length).toBeGreaterThan(0);
		expect(loose).toEqual([]);
	});

	it('takes packages from the public npm registry, and from no other place', () => {
		const elsewhere = dependenciesOf(file).filter(
			([, { resolved }]) =>
				resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'),
		);
		expect(elsewhere).toEqual([]);
	});

	it('is installed without running the scripts of its packages', () => {
		const npmrc = path.join(path.dirname(file), '.npmrc');
		expect(existsSync(npmrc)).toBe(true);
		const lines = readFileSync(npmrc, 'utf8').split('\n');
		expect(lines).toContain('ignore-scripts=true');
		expect(lines.filter((line) => /^(registry|@.*:registry|.*_auth)/.test(line))).toEqual([]);
	});
});

it('install scripts are switched on for the packages that need one, and for no others', () => {
	const source = readFileSync(path.join(root, 'workbench/instance/install.ts'), 'utf8');
	const needed = [...source.matchAll(/ensureInstalled\(.*?\[(.*?)\]/g)].map(([, list]) => list);
	expect(needed.length).toBeGreaterThan(1);
	const names = [...needed.join().matchAll(/'([^']+)'/g)].map(([, name]) => name);
	expect([...new Set(names)]).toEqual(rebuilt);
	const withScript = lockFiles
		.flatMap(dependenciesOf)
		.filter(([, { hasInstallScript }]) => hasInstallScript)
		.map(([place]) => nameOf(place));
	expect(withScript).toEqual(expect.arrayContaining(rebuilt));
	const sources = filesNamed(['run'], path.join(root, '.ci'));
	for (const file of [...sources, path.join(root, 'package.json')]) {
		expect(readFileSync(file, 'utf8')).not.toContain('ignore-scripts=false');
	}
});

it('the package itself brings no dependencies and no scripts into an installation', () => {
	const { packages } = read(path.join(root, 'package-lock.json'));
	const own = packages[''] as Record<string, unknown>;
	expect(own.dependencies).toBeUndefined();
	expect(own.optionalDependencies).toBeUndefined();
	expect(own.bundleDependencies).toBeUndefined();
	const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
		scripts: Record<string, string>;
	};
	const automatic = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
	expect(Object.keys(scripts).filter((name) => automatic.includes(name))).toEqual([]);
});
