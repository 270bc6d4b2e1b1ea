import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');

type LockedPackage = Record<string, string | undefined>;

/** The folders in which the repository has a file of this name. */
const foldersWith = (name: string) =>
	execFileSync('git', ['ls-files', `*${name}`], { cwd: root, encoding: 'utf8' })
		.match(/.+/g)!
		.map((file) => path.dirname(file));

const read = (...names: string[]) => readFileSync(path.join(root, ...names), 'utf8');
const locked = foldersWith('package-lock.json');

function dependenciesOf(folder: string): Array<[string, LockedPackage]> {
	const { packages } = JSON.parse(read(folder, 'package-lock.json')) as {
		packages: Record<string, LockedPackage>;
	};
	return Object.entries(packages).filter(([name, { link }]) => name !== '' && !link);
}

it('there is a lock file beside every package.json', () => {
	expect(locked).toEqual(foldersWith('package.json'));
});

it.each(locked)(
	'in "%s", every package is fixed by a strong hash, and installed without scripts',
	(folder) => {
		const loose = dependenciesOf(folder).filter(
			([, { version = '', integrity = '', resolved }]) =>
				!/^\d+\.\d+\.\d+/.test(version) ||
				!/^sha512-[\w+/]{86}==$/.test(integrity) ||
				resolved?.startsWith('https://registry.npmjs.org/') === false,
		);
		expect(dependenciesOf(folder).length).toBeGreaterThan(0);
		expect(loose).toEqual([]);
		const lines = read(folder, '.npmrc').split('\n');
		expect(lines).toContain('ignore-scripts=true');
		expect(lines.filter((line) => /^(registry|@.*:registry|.*_auth)/.test(line))).toEqual([]);
	},
);
