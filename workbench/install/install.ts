import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from '../servers/processes';
import { cachedFolder, linkTo } from './installCache';
import { lintPackage, privatePackage } from './paths';

/** Installs the n8n under test, once: about five minutes and 2.8 GB. */
export async function ensureN8n(): Promise<void> {
	// Scripts of dependencies stay off, except for those that bring a binary which n8n cannot do without.
	const newest = 'n8n (about five minutes, 2.8 GB on disk)';
	await ensureInstalled(privatePackage, newest, ['sqlite3', 'node']);
}

/** Installs n8n's own checkers of community packages, once. */
export const ensureCheckers = async (): Promise<void> =>
	await ensureInstalled(lintPackage, "n8n's checkers (about a minute, 500 MB on disk)");

/**
 * Installs what a private package of the tests locks, once on this machine: later calls, and other
 * clones, find it in {@link cachedFolder} by the hash of its lock file.
 *
 * @param folder of the private package, with its lock file
 * @param what is installed, for the user who waits
 * @param rebuild names of the dependencies whose install scripts may run
 */
async function ensureInstalled(folder: string, what: string, rebuild: string[] = []) {
	const lockFile = await readFile(path.join(folder, 'package-lock.json'), 'utf8');
	const hash = createHash('sha256').update(lockFile).digest('hex');
	// Binaries differ by platform.
	const stamp = `${process.platform} ${process.arch} ${hash}\n`;
	const cached = await cachedFolder(path.basename(folder), stamp);
	if (!existsSync(cached)) {
		console.log(`Installing ${what} into ${cached}, only this once`);
		const partial = `${cached}.${process.pid}.partial`;
		await install(folder, partial, rebuild);
		// In one step, so that nobody finds half of it there; another process may have come first.
		await rename(partial, cached).catch(async (error: unknown) => {
			await rm(partial, { recursive: true, force: true });
			if (!existsSync(cached)) throw error;
		});
	}
	await linkTo(cached, folder);
}

/** Installs into a folder beside the others what the private package locks. */
async function install(folder: string, into: string, rebuild: string[]): Promise<void> {
	await rm(into, { recursive: true, force: true });
	await mkdir(into, { recursive: true });
	for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
		await copyFile(path.join(folder, name), path.join(into, name));
	}
	const npm = async (...commandArguments: string[]) => {
		const step = commandArguments.slice(0, 2).join(' ');
		const logFile = path.join(folder, `install-${step.replace(' ', '')}.log`);
		await runCommand('npm', commandArguments, { cwd: into, logFile });
		console.log(`  npm ${step}: done`);
	};
	await npm('ci');
	for (const name of rebuild) await npm('rebuild', name, '--ignore-scripts=false');
}
