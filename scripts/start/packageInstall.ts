import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { givenTarball, installPackage } from '../../workbench/instance/pack';
import { repositoryRoot } from '../../workbench/instance/paths';

/** What the package is made of; when none of it changed, it need not be built again. */
const packageSources = [
	'credentials',
	'nodes',
	'index.js',
	'gulpfile.js',
	'package.json',
	'tsconfig.json',
	'README.md',
	'LICENSE',
];

/**
 * Builds the package and installs it into an n8n, unless the same was installed there before.
 *
 * @param dataFolder n8n's `N8N_USER_FOLDER`
 */
export async function installPackageWhenChanged(dataFolder: string): Promise<void> {
	const stampFile = path.join(dataFolder, 'installed-package');
	const hash = await hashSources();
	const installed = await readFile(stampFile, 'utf8').catch(() => '');
	if (installed === hash) {
		console.log('The package has not changed since the last start');
		return;
	}
	console.log('Building the package and installing it into n8n');
	await installPackage(await givenTarball(path.join(dataFolder, 'packed')), dataFolder);
	await writeFile(stampFile, hash);
}

async function hashSources(): Promise<string> {
	const hash = createHash('sha256');
	for (const source of packageSources) {
		for (const file of await filesUnder(path.join(repositoryRoot, source))) {
			hash.update(file).update(await readFile(file));
		}
	}
	return hash.digest('hex');
}

/** @returns the file itself, or every file below the folder, in order; nothing when it is not there */
async function filesUnder(entry: string): Promise<string[]> {
	const children = await readdir(entry).catch((error: NodeJS.ErrnoException) => {
		if (error.code === 'ENOTDIR') return undefined;
		if (error.code === 'ENOENT') return [];
		throw error;
	});
	if (children === undefined) return [entry];
	const nested = children.sort().map(async (name) => await filesUnder(path.join(entry, name)));
	return (await Promise.all(nested)).flat();
}
