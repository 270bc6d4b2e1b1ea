import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { givenTarball, installPackage, packageSources } from '../../workbench/install/pack';
import { repositoryRoot } from '../../workbench/install/paths';

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
		const place = path.join(repositoryRoot, source);
		// Nothing lies below a file, and a folder has no content of its own.
		const below = await readdir(place, { recursive: true }).catch(() => ['']);
		for (const name of below.sort()) {
			const content = await readFile(path.join(place, name)).catch(() => '');
			hash.update(`${source}/${name}`).update(content);
		}
	}
	return hash.digest('hex');
}
