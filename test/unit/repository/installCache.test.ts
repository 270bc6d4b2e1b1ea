import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { cachedFolder, linkTo } from '../../../workbench/instance/installCache';

let folder: string;
let clone: string;
const home = process.env.XDG_CACHE_HOME;
const cache = () => path.join(folder, 'card-bank-payments');

beforeEach(async () => {
	folder = await mkdtemp(path.join(tmpdir(), 'card-bank-payments-cache-'));
	process.env.XDG_CACHE_HOME = folder;
	clone = path.join(folder, 'clone');
	await mkdir(clone);
});
afterEach(async () => {
	if (home === undefined) delete process.env.XDG_CACHE_HOME;
	else process.env.XDG_CACHE_HOME = home;
	await rm(folder, { recursive: true, force: true });
});

async function installation(place: string, content: string): Promise<string> {
	await mkdir(path.join(place, 'node_modules'), { recursive: true });
	await writeFile(path.join(place, 'node_modules/n8n'), content);
	return place;
}

it('keeps one installation for each stamp, and links it in the place of another', async () => {
	await installation(clone, 'of the clone');
	for (const stamp of ['a', 'b']) {
		const cached = await installation(await cachedFolder('n8n', stamp), stamp);
		await linkTo(cached, clone);
		expect(await readFile(path.join(clone, 'node_modules/n8n'), 'utf8')).toBe(stamp);
	}
});

it('removes what nobody has taken for a fortnight', async () => {
	const days = 24 * 60 * 60;
	const old = await installation(await cachedFolder('n8n', 'a'), 'old');
	const recent = await installation(await cachedFolder('n8n', 'b'), 'recent');
	const now = Date.now() / 1000;
	await utimes(old, now, now - 15 * days);
	await utimes(recent, now, now - 13 * days);
	const taken = await installation(await cachedFolder('n8n', 'c'), 'taken');
	await utimes(taken, now, now - 15 * days);
	await linkTo(taken, clone);
	expect((await readdir(cache())).sort()).toEqual(
		[recent, taken].map((each) => path.basename(each)).sort(),
	);
});
