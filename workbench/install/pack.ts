import { cp, mkdir, readFile, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../servers/processes';
import { packageName, repositoryRoot } from './paths';

/** What the package is built from, and what npm publishes beside it. */
export const packageSources = [
	...['credentials', 'nodes', 'gulpfile.js', 'index.js', 'package.json', 'tsconfig.json'],
	...['LICENSE', 'README.md'],
	// The schemas of the output come from the contract.
	...['scripts/schemas.ts', 'workbench/contract', 'sandbox/openapi.yaml'],
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
	for (const name of packageSources) {
		await cp(path.join(repositoryRoot, name), path.join(copy, name), { recursive: true });
	}
	await symlink(path.join(repositoryRoot, 'node_modules'), path.join(copy, 'node_modules'));
	const log = (step: string) => ({ cwd: copy, logFile: path.join(folder, `${step}.log`) });
	await runCommand('npm', ['run', 'build'], log('build'));
	await runCommand('npm', ['pack', '--pack-destination', folder], log('pack'));
	const manifest = await readFile(path.join(copy, 'package.json'), 'utf8');
	const { version } = JSON.parse(manifest) as { version: string };
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
 * Unpacks the packed package where n8n looks for community packages, as deploy/Dockerfile does. It comes
 * alone, so nothing else is installed.
 *
 * @param userFolder n8n's `N8N_USER_FOLDER`
 */
export async function installPackage(tarball: string, userFolder: string): Promise<void> {
	const cwd = path.join(userFolder, '.n8n/nodes/node_modules', packageName);
	await rm(cwd, { recursive: true, force: true });
	await mkdir(cwd, { recursive: true });
	const logFile = path.join(userFolder, 'unpack.log');
	await runCommand('tar', ['-xzf', tarball, '--strip-components=1'], { cwd, logFile });
}
