import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/*
 * What the tests install beside the package itself takes minutes and gigabytes. It is kept outside
 * of the clone, where the next clone and the next run of a CI find it again.
 */

/** For two branches with different lock files, say; an older one is removed. */
const keptOfEach = 2;

/** What is still being installed after so long was given up. */
const partialLifeMs = 24 * 60 * 60_000;

/**
 * The folder that keeps one installation. It may not be there yet.
 *
 * @param name of the private package
 * @param stamp says what has to be in it
 */
export async function cachedFolder(name: string, stamp: string): Promise<string> {
	const base = process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache');
	const cache = path.join(base, 'card-bank-payments');
	await mkdir(cache, { recursive: true });
	const hash = createHash('sha256').update(stamp).digest('hex').slice(0, 16);
	return path.join(cache, `${name}-${hash}`);
}

/**
 * Gives a finished installation its place, in one step: nobody ever finds half of it there.
 *
 * @param isWhole whether another process has come first
 */
export async function keep(
	partial: string,
	cached: string,
	isWhole: () => Promise<boolean>,
): Promise<void> {
	if (!(await isWhole())) await rm(cached, { recursive: true, force: true });
	await rename(partial, cached).catch(async (error: unknown) => {
		await rm(partial, { recursive: true, force: true });
		if (!(await isWhole())) throw error;
	});
}

/** Makes a kept installation the `node_modules` of a private package. */
export async function linkTo(cached: string, folder: string): Promise<void> {
	const now = new Date();
	await utimes(cached, now, now);
	const link = path.join(folder, 'node_modules');
	const isFolder = await lstat(link).then(
		(found) => found.isDirectory(),
		() => false,
	);
	if (isFolder) await rm(link, { recursive: true, force: true });
	const next = `${link}.${process.pid}`;
	await symlink(path.join(cached, 'node_modules'), next);
	await rename(next, link);
	await removeOld(cached);
}

/** Removes installations of the same private package that were not used for the longest time. */
async function removeOld(cached: string): Promise<void> {
	const cache = path.dirname(cached);
	const prefix = path.basename(cached).replace(/[^-]*$/, '');
	const names = (await readdir(cache)).filter((name) => name.startsWith(prefix));
	const found = await Promise.all(
		names.map(async (name) => {
			const folder = path.join(cache, name);
			// Another process may have removed it just now.
			const usedAt = await stat(folder).then(
				({ mtimeMs }) => mtimeMs,
				() => 0,
			);
			return { folder, usedAt };
		}),
	);
	const isPartial = ({ folder }: { folder: string }) => folder.endsWith('.partial');
	const givenUp = found.filter(
		(each) => isPartial(each) && each.usedAt < Date.now() - partialLifeMs,
	);
	const old = found
		.filter((each) => !isPartial(each))
		.sort((a, b) => b.usedAt - a.usedAt)
		.slice(keptOfEach);
	for (const { folder } of [...givenUp, ...old]) {
		await rm(folder, { recursive: true, force: true });
	}
}
