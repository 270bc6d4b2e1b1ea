import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');

interface LockedPackage {
	version?: string;
	resolved?: string;
	integrity?: string;
	link?: boolean;
	hasInstallScript?: boolean;
}

/** The only install scripts that ever run, on purpose: both fetch or build a binary. */
const rebuilt = ['sqlite3', 'node'];

function foldersWith(name: string, folder = root): string[] {
	const skipped = ['node_modules', '.git', 'dist', '.n8n-data', 'coverage'];
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		if (!entry.isDirectory()) return entry.name === name ? [folder] : [];
		return skipped.includes(entry.name) ? [] : foldersWith(name, path.join(folder, entry.name));
	});
}

const jsonOf = <T>(folder: string, name: string) =>
	JSON.parse(readFileSync(path.join(folder, name), 'utf8')) as T;
const locked = foldersWith('package-lock.json');
const lockOf = (folder: string) =>
	jsonOf<{ lockfileVersion: number; packages: Record<string, LockedPackage> }>(
		folder,
		'package-lock.json',
	);
const dependenciesOf = (folder: string) =>
	Object.entries(lockOf(folder).packages).filter(([name, { link }]) => name !== '' && !link);

it('there is a lock file beside every package.json', () => {
	expect(locked).toEqual(foldersWith('package.json'));
	expect(foldersWith('npm-shrinkwrap.json')).toEqual([]);
});

describe.each(locked.map((folder) => [path.relative(root, folder) || '.', folder]))(
	'%s',
	(_, folder) => {
		it('fixes every package by a strong hash of its content, from the public npm registry', () => {
			expect(lockOf(folder).lockfileVersion).toBe(3);
			const loose = dependenciesOf(folder).filter(
				([, { version = '', integrity = '', resolved }]) =>
					!/^\d+\.\d+\.\d+/.test(version) ||
					!/^sha512-[\w+/]{86}==$/.test(integrity) ||
					resolved?.startsWith('https://registry.npmjs.org/') === false,
			);
			expect(dependenciesOf(folder).length).toBeGreaterThan(0);
			expect(loose).toEqual([]);
		});

		it('is installed without running the scripts of its packages', () => {
			const lines = readFileSync(path.join(folder, '.npmrc'), 'utf8').split('\n');
			expect(lines).toContain('ignore-scripts=true');
			expect(lines.filter((line) => /^(registry|@.*:registry|.*_auth)/.test(line))).toEqual([]);
		});
	},
);

it('install scripts are switched on for the packages that need one, and for no others', () => {
	const source = readFileSync(path.join(root, 'workbench/instance/install.ts'), 'utf8');
	const needed = [...source.matchAll(/ensureInstalled\(.*?\[(.*?)\]/g)].map(([, list]) => list);
	const names = [...needed.join().matchAll(/'([^']+)'/g)].map(([, name]) => name);
	expect([...new Set(names)]).toEqual(rebuilt);
	const withScript = locked
		.flatMap(dependenciesOf)
		.filter(([, { hasInstallScript }]) => hasInstallScript)
		.map(([place]) => place.split('node_modules/').at(-1));
	expect(withScript).toEqual(expect.arrayContaining(rebuilt));
	for (const file of ['.ci/run', 'package.json'].map((name) => path.join(root, name))) {
		expect(existsSync(file) ? readFileSync(file, 'utf8') : '').not.toContain(
			'ignore-scripts=false',
		);
	}
});

it('the package itself brings no dependencies and no scripts into an installation', () => {
	const { scripts, ...own } = jsonOf<Record<string, object>>(root, 'package.json');
	const kinds = ['dependencies', 'optionalDependencies', 'bundleDependencies'];
	expect(Object.keys(own).filter((key) => kinds.includes(key))).toEqual([]);
	const automatic = ['preinstall', 'install', 'postinstall', 'prepare', 'prepublish'];
	expect(Object.keys(scripts ?? {}).filter((name) => automatic.includes(name))).toEqual([]);
});
