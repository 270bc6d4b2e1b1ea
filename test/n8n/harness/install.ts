import { createHash } from 'node:crypto';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from './commands';
import { privatePackage } from './paths';

const stampFile = path.join(privatePackage, 'node_modules/.card-bank-payments-installed');
const progressIntervalMs = 10_000;

type Say = (line: string) => void;

/**
 * Installs the real n8n into the private package, once: about five minutes and 2.8 GB. Later calls
 * see from a stamp that nothing is to do.
 */
export async function ensureN8n(say: Say): Promise<void> {
	const lockFile = await readFile(path.join(privatePackage, 'package-lock.json'), 'utf8');
	const wanted = stampFor(lockFile);
	const found = await readFile(stampFile, 'utf8').catch(() => '');
	if (found === wanted) return;

	say('Installing n8n into test/n8n (2.8 GB, about five minutes, only this once)');
	const folders = Object.keys((JSON.parse(lockFile) as { packages: object }).packages);
	await npm('ci', ['ci'], say, async () => await countUnpacked(folders));
	// Scripts of dependencies stay off, except for the two that bring a binary which n8n cannot do without.
	for (const name of ['sqlite3', 'node']) {
		await npm(`rebuild-${name}`, ['rebuild', name, '--ignore-scripts=false'], say);
	}
	await writeFile(stampFile, wanted);
}

/** Binaries differ by platform, so a copied folder counts as not installed. */
function stampFor(lockFile: string): string {
	const hash = createHash('sha256').update(lockFile).digest('hex');
	return `${process.platform} ${process.arch} ${hash}\n`;
}

async function npm(
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
			cwd: privatePackage,
			logFile: path.join(privatePackage, `install-${step}.log`),
		});
		say(`  npm ${commandArguments.join(' ')}: done after ${seconds()}`);
	} finally {
		clearInterval(timer);
	}
}

async function countUnpacked(folders: string[]): Promise<string> {
	const unpacked = await Promise.all(
		folders.map((folder) =>
			access(path.join(privatePackage, folder, 'package.json')).then(
				() => true,
				() => false,
			),
		),
	);
	return `, ${unpacked.filter(Boolean).length} of ${folders.length} packages unpacked`;
}
