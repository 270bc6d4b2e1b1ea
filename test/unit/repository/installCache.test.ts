import { mkdir, mkdtemp, readdir, realpath, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cachedFolder, linkTo } from '../../../workbench/install/installCache';

/** An installation in the cache that was taken so many days ago. */
async function installation(stamp: string, days: number): Promise<string> {
	const folder = await cachedFolder('n8n', stamp);
	await mkdir(path.join(folder, 'node_modules'), { recursive: true });
	const then = Date.now() / 1000 - days * 24 * 60 * 60;
	await utimes(folder, then, then);
	return folder;
}

it('links one installation in the place of another, and removes what none took for a fortnight', async () => {
	const home = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-cache-'));
	process.env.XDG_CACHE_HOME = home;
	const clone = path.join(home, 'clone');
	await mkdir(path.join(clone, 'node_modules'), { recursive: true });
	await installation('old', 15);
	const kept = [await installation('recent', 13), await installation('taken', 15)];
	for (const folder of kept.slice().reverse()) {
		await linkTo(folder, clone);
		expect(path.dirname(await realpath(path.join(clone, 'node_modules')))).toBe(folder);
	}
	const left = await readdir(path.join(home, 'card-bank-payments'));
	expect(left.sort()).toEqual(kept.map((folder) => path.basename(folder)).sort());
	await rm(home, { recursive: true });
});
