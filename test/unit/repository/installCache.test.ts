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

const linked = async () => await readFile(path.join(clone, 'node_modules/n8n'), 'utf8');

it('keeps one installation for each stamp', async () => {
	const one = await cachedFolder('n8n', 'linux x64 abc');
	expect(await cachedFolder('n8n', 'linux x64 abc')).toBe(one);
	expect(await cachedFolder('n8n', 'linux x64 abd')).not.toBe(one);
	expect(path.dirname(one)).toBe(cache());
});

it('takes the place of a folder, and of a link to another installation', async () => {
	await installation(clone, 'of the clone');
	for (const stamp of ['a', 'b']) {
		const cached = await installation(await cachedFolder('n8n', stamp), stamp);
		await linkTo(cached, clone);
		expect(await linked()).toBe(stamp);
	}
});

it('removes what was not used for the longest time, and nothing of another package', async () => {
	const other = await installation(await cachedFolder('n8n1', 'a'), 'other');
	const kept: string[] = [];
	for (const [index, stamp] of ['a', 'b', 'c'].entries()) {
		const cached = await installation(await cachedFolder('n8n', stamp), stamp);
		await linkTo(cached, clone);
		await utimes(cached, index, index);
		kept.push(cached);
	}
	await linkTo(kept[2]!, clone);
	expect((await readdir(cache())).sort()).toEqual(
		[other, kept[1]!, kept[2]!].map((each) => path.basename(each)).sort(),
	);
});
