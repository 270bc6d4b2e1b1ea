import { createHash } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from './commands';
import { isN8n1, n8nPackage, privatePackage } from './paths';

const newest = 'n8n (2.8 GB, about five minutes)';
const lastOfN8n1 = 'the last line of n8n 1 (2 GB, about four minutes)';

const progressIntervalMs = 10_000;

type Say = (line: string) => void;

/** Installs the n8n under test, once: about five minutes and 2.8 GB. */
export async function ensureN8n(say: Say): Promise<void> {
	// Scripts of dependencies stay off, except for those that bring a binary which n8n cannot do without.
	const needed = ['sqlite3', 'node'];
	await ensureInstalled(privatePackage, newest, needed, say);
	if (isN8n1) await ensureInstalled(n8nPackage, lastOfN8n1, ['sqlite3'], say);
}

/**
 * Installs what a private package of the tests locks, once: later calls see from a stamp that
 * nothing is to do.
 *
 * @param folder of the private package, with its lock file
 * @param what is installed, for the person who waits
 * @param rebuild names of the dependencies whose install scripts may run
 */
export async function ensureInstalled(
	folder: string,
	what: string,
	rebuild: string[],
	say: Say,
): Promise<void> {
	const stampFile = path.join(folder, 'node_modules/.card-bank-payments-installed');
	const lockFile = await readFile(path.join(folder, 'package-lock.json'), 'utf8');
	const wanted = stampFor(lockFile);
	const found = await readFile(stampFile, 'utf8').catch(() => '');
	if (found === wanted) return;

	say(`Installing ${what} into test/${path.basename(folder)}, only this once`);
	const packages = Object.keys((JSON.parse(lockFile) as { packages: object }).packages);
	await npm(folder, 'ci', ['ci'], say, async () => await countUnpacked(folder, packages));
	for (const name of rebuild) {
		await npm(folder, `rebuild-${name}`, ['rebuild', name, '--ignore-scripts=false'], say);
	}
	await writeFile(stampFile, wanted);
}

/** Binaries differ by platform, so a copied folder counts as not installed. */
function stampFor(lockFile: string): string {
	const hash = createHash('sha256').update(lockFile).digest('hex');
	return `${process.platform} ${process.arch} ${hash}\n`;
}

async function npm(
	folder: string,
	step: string,
	commandArguments: string[],
	say: Say,
	detail: () => Promise<string> = () => Promise.resolve(''),
): Promise<void> {
	const start = Date.now();
	const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
	const timer = setInterval(() => {
		void detail().then((text) => say(`  npm ${commandArguments.join(' ')}: ${seconds()}${text}`));
	}, progressIntervalMs);
	try {
		await runCommand('npm', commandArguments, {
			cwd: folder,
			logFile: path.join(folder, `install-${step}.log`),
		});
		say(`  npm ${commandArguments.join(' ')}: done after ${seconds()}`);
	} finally {
		clearInterval(timer);
	}
}

async function countUnpacked(folder: string, packages: string[]): Promise<string> {
	const unpacked = await Promise.all(
		packages.map((name) =>
			access(path.join(folder, name, 'package.json')).then(
				() => true,
				() => false,
			),
		),
	);
	return `, ${unpacked.filter(Boolean).length} of ${packages.length} packages unpacked`;
}
