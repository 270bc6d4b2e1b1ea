import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { packageName } from '../../../workbench/instance/paths';
import { tarballSize } from '../../../workbench/instance/tarballSize';

describe('the packed package in a real n8n', () => {
	const fixture = useFixture();

	it('contains the compiled node, its papers, and nothing else', () => {
		const files = execFileSync('tar', ['-tzf', fixture.tarball], { encoding: 'utf8' })
			.trim()
			.split('\n')
			.map((name) => name.replace(/^package\//, ''));
		const papers = ['LICENSE', 'README.md', 'index.js', 'package.json'];
		assert.deepEqual(files.filter((name) => !name.startsWith('dist/')).sort(), papers);
		const compiled = files.filter((name) => name.startsWith('dist/'));
		const expected = /^dist\/(nodes|credentials)\/.*\.(js|json|svg)$/;
		const others = compiled.filter((name) => !expected.test(name));
		assert.deepEqual(others, []);
		const credential = 'dist/credentials/CardBankPaymentsApi.credentials.js';
		assert.ok(compiled.includes(credential), `${credential} is missing`);
	});

	it('is small', async () => {
		const { packedBytes, unpackedBytes } = await tarballSize(fixture.tarball);
		assert.ok(packedBytes <= 60_000, `packed: ${packedBytes} bytes`);
		assert.ok(unpackedBytes <= 200_000, `unpacked: ${unpackedBytes} bytes`);
	});

	it('is loaded without a word in the log', () => {
		// What suites before this one did comes later.
		const [start = ''] = fixture.n8n.log().split('Editor is now accessible');
		assert.match(start, /Version/);
		const about = start.split('\n').filter((line) => line.includes(packageName));
		assert.deepEqual(about, []);
	});
});
