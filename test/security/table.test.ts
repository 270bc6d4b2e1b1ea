import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(__dirname, '../..');
const table = readFileSync(path.join(root, 'SECURITY.md'), 'utf8')
	.split('\n')
	.filter((line) => line.startsWith('|'));

it('the table in SECURITY.md names tests that exist, for every threat', () => {
	const threats = table.filter((line) => !/^\|[ -]+\||^\| Threat/.test(line));
	expect(threats.length).toBeGreaterThanOrEqual(8);
	for (const threat of threats) {
		const tests = [...threat.matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file as string);
		expect(tests.length).toBeGreaterThan(0);
		expect(tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
	}
});
