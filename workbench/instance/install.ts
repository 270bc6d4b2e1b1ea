import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ensureChromium } from '../editor/chromium';
import { runCommand } from '../servers/commands';
import { cachedFolder, linkTo } from './installCache';
import { isN8n1, lintPackage, n8n1Package, privatePackage } from './paths';

const newest = 'n8n (about five minutes, 2.8 GB on disk)';
const lastOfN8n1 = 'the last line of n8n 1 (about four minutes, 2 GB on disk)';

const progressIntervalMs = 10_000;

type Say = (line: string) => void;

/** Installs the n8n under test, once: about five minutes and 2.8 GB. */
export async function ensureN8n(say: Say): Promise<void> {
	// Scripts of dependencies stay off, except for those that bring a binary which n8n cannot do without.
	await ensureInstalled(privatePackage, newest, ['sqlite3', 'node'], say);
	if (isN8n1) await ensureN8n1(say);
}

/** Installs the last line of n8n 1, once: about four minutes and 2 GB. */
async function ensureN8n1(say: Say): Promise<void> {
	await ensureInstalled(n8n1Package, lastOfN8n1, ['sqlite3'], say);
}

/** Installs n8n's own checkers of community packages, once. */
export async function ensureCheckers(say: Say): Promise<void> {
	await ensureInstalled(lintPackage, "n8n's checkers (about a minute, 500 MB on disk)", [], say);
}

/**
 * Installs what a private package of the tests locks, once on this machine: later calls, and other
 * clones, find it in {@link cachedFolder} by the hash of its lock file.
 *
 * @param folder of the private package, with its lock file
 * @param what is installed, for the person who waits
 * @param rebuild names of the dependencies whose install scripts may run
 */
async function ensureInstalled(
	folder: string,
	what: string,
	rebuild: string[],
	say: Say,
): Promise<void> {
	const lockFile = await readFile(path.join(folder, 'package-lock.json'), 'utf8');
	const stamp = stampFor(lockFile);
	if (await isInstalled(folder, stamp)) return;
	const cached = await cachedFolder(path.basename(folder), stamp);
	if (await isInstalled(cached, stamp)) say(`Taking ${what.split(' (')[0]} from ${cached}`);
	else {
		say(`Installing ${what} into ${cached}, only this once`);
		const partial = `${cached}.${process.pid}.partial`;
		await install(folder, partial, rebuild, say);
		await writeFile(stampIn(partial), stamp);
		// In one step, so that nobody finds half of it there; another process may have come first.
		await rename(partial, cached).catch(async (error: unknown) => {
			await rm(partial, { recursive: true, force: true });
			if (!(await isInstalled(cached, stamp))) throw error;
		});
	}
	await linkTo(cached, folder);
}

const stampIn = (folder: string) => path.join(folder, 'node_modules/.card-bank-payments-installed');

/** The stamp is written last: what has one is whole. */
async function isInstalled(folder: string, stamp: string): Promise<boolean> {
	return (await readFile(stampIn(folder), 'utf8').catch(() => '')) === stamp;
}

/** Binaries differ by platform, so a copied folder counts as not installed. */
function stampFor(lockFile: string): string {
	const hash = createHash('sha256').update(lockFile).digest('hex');
	return `${process.platform} ${process.arch} ${hash}\n`;
}

/** Installs into a folder beside the others what the private package locks. */
async function install(folder: string, into: string, rebuild: string[], say: Say): Promise<void> {
	await rm(into, { recursive: true, force: true });
	await mkdir(into, { recursive: true });
	for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
		await copyFile(path.join(folder, name), path.join(into, name));
	}
	const npm = async (...commandArguments: string[]) => {
		const [command, name = ''] = commandArguments;
		const start = Date.now();
		const tell = (text: string) => {
			const seconds = Math.round((Date.now() - start) / 1000);
			say(`  npm ${command} ${name}`.trimEnd() + `${text} ${seconds} s`);
		};
		const timer = setInterval(() => tell(': still running after'), progressIntervalMs);
		const logFile = path.join(folder, `install-${command}${name}.log`);
		await runCommand('npm', commandArguments, { cwd: into, logFile }).finally(() =>
			clearInterval(timer),
		);
		tell(': done after');
	};
	await npm('ci');
	for (const name of rebuild) await npm('rebuild', name, '--ignore-scripts=false');
}

/** In the order in which the tests need it, so that it can go on beside those that need none of it. */
async function installAll(): Promise<void> {
	await ensureN8n(console.log);
	await ensureChromium(console.log);
	await ensureCheckers(console.log);
	await ensureN8n1(console.log);
}

if (require.main === module) {
	installAll().catch((error: Error) => {
		console.error(error.message);
		process.exitCode = 1;
	});
}
