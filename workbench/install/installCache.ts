import { createHash } from 'node:crypto';
import { mkdir, readdir, readlink, rename, rm, stat, symlink, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/*
 * What the tests install beside the package itself takes minutes and gigabytes. It is kept outside
 * of the clone, where the next clone and the next run of a CI find it again.
 */

/** What no clone has taken for so long is removed. */
const keptMs = 14 * 24 * 60 * 60_000;

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

/** Makes a kept installation the `node_modules` of a private package. */
export async function linkTo(cached: string, folder: string): Promise<void> {
	const now = new Date();
	await utimes(cached, now, now);
	const link = path.join(folder, 'node_modules');
	const target = path.join(cached, 'node_modules');
	if ((await readlink(link).catch(() => '')) === target) return;
	const next = `${link}.${process.pid}`;
	await symlink(target, next);
	// A folder gives way to no link.
	await rename(next, link).catch(async () => {
		await rm(link, { recursive: true, force: true });
		await rename(next, link);
	});
	await removeOld(path.dirname(cached));
}

async function removeOld(cache: string): Promise<void> {
	for (const name of await readdir(cache)) {
		const folder = path.join(cache, name);
		// Another process may have removed it just now.
		const usedAt = await stat(folder).then(
			({ mtimeMs }) => mtimeMs,
			() => Date.now(),
		);
		if (usedAt < Date.now() - keptMs) await rm(folder, { recursive: true, force: true });
	}
}
