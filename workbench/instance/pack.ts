import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../servers/commands';
import { packageName, repositoryRoot } from './paths';

interface Manifest {
	version: string;
	dependencies?: Record<string, string>;
	[key: string]: unknown;
}

/** What the package is built from, and what npm publishes beside it. */
const sources = [
	...['credentials', 'nodes', 'gulpfile.js', 'index.js', 'package.json', 'tsconfig.json'],
	...['LICENSE', 'README.md'],
];

/**
 * Builds the package and packs it exactly as it would be published. It does so in a copy, so that two
 * runs beside each other do not build into the same folder.
 *
 * @param folder where the copy, the tarball and the logs go
 * @returns the tarball's path
 */
export async function packPackage(folder: string): Promise<string> {
	const copy = path.join(folder, 'source');
	await rm(copy, { recursive: true, force: true });
	await mkdir(copy, { recursive: true });
	for (const name of sources) {
		await cp(path.join(repositoryRoot, name), path.join(copy, name), { recursive: true });
	}
	await symlink(path.join(repositoryRoot, 'node_modules'), path.join(copy, 'node_modules'));
	const log = (step: string) => ({ cwd: copy, logFile: path.join(folder, `${step}.log`) });
	await runCommand('npm', ['run', 'build'], log('build'));
	await runCommand('npm', ['pack', '--pack-destination', folder], log('pack'));
	const { version } = await readManifest(path.join(copy, 'package.json'));
	return path.join(folder, `${packageName}-${version}.tgz`);
}

/** A runner packs once for all that it starts, and hands the tarball on in this variable. */
export const tarballVariable = 'CARD_BANK_PAYMENTS_TARBALL';

/**
 * The tarball that a runner has handed on, or else one that is packed now.
 *
 * @param folder where it is packed
 */
export async function givenTarball(folder: string): Promise<string> {
	return process.env[tarballVariable] ?? (await packPackage(folder));
}

/**
 * Puts the packed package where n8n's own installer of community nodes puts it, by the same steps:
 * unpack, take the development fields out of its manifest, note it in the folder's manifest.
 *
 * @param userFolder n8n's `N8N_USER_FOLDER`
 * @throws {Error} when the package wants dependencies: it must come alone
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const packageFolder = await unpackPackage(tarball, userFolder);
	const nodesFolder = path.join(userFolder, '.n8n/nodes');
	const manifestFile = path.join(packageFolder, 'package.json');
	const manifest = await readManifest(manifestFile);
	const wanted = Object.keys(manifest.dependencies ?? {});
	if (wanted.length > 0) {
		throw new Error(`The package must not bring dependencies, but wants ${wanted.join(', ')}`);
	}
	for (const field of ['devDependencies', 'peerDependencies', 'optionalDependencies']) {
		delete manifest[field];
	}
	await writeJson(manifestFile, manifest);
	await writeJson(path.join(nodesFolder, 'package.json'), {
		name: 'installed-nodes',
		private: true,
		dependencies: { [packageName]: manifest.version },
	});
}

/**
 * Unpacks the packed package where n8n looks for community packages, as deploy/Dockerfile does.
 *
 * @param userFolder n8n's `N8N_USER_FOLDER`
 * @returns the package's folder
 */
export async function unpackPackage(tarball: string, userFolder: string): Promise<string> {
	const packageFolder = path.join(userFolder, '.n8n/nodes/node_modules', packageName);
	await rm(packageFolder, { recursive: true, force: true });
	await mkdir(packageFolder, { recursive: true });
	await runCommand('tar', ['-xzf', tarball, '-C', packageFolder, '--strip-components=1'], {
		cwd: packageFolder,
		logFile: path.join(userFolder, 'unpack.log'),
	});
	return packageFolder;
}

async function readManifest(file: string): Promise<Manifest> {
	return JSON.parse(await readFile(file, 'utf8')) as Manifest;
}

async function writeJson(file: string, content: object): Promise<void> {
	await writeFile(file, `${JSON.stringify(content, null, 2)}\n`);
}
