import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { useFixture } from '../forSuite';
import { packageName } from '../../../workbench/install/paths';
import { tarballSize } from '../../../workbench/install/tarballSize';

describe('the packed package in a real n8n', () => {
	const fixture = useFixture();

	it('contains the compiled node, its papers, and nothing else', () => {
		const listed = execFileSync('tar', ['-tzf', fixture.tarball], { encoding: 'utf8' });
		const files = listed
			.trim()
			.split('\n')
			.map((name) => name.replace(/^package\//, ''));
		const compiled = /^dist\/(nodes|credentials)\/.*\.(js|json|svg)$/;
		const papers = ['LICENSE', 'README.md', 'index.js', 'package.json'];
		assert.deepEqual(files.filter((name) => !compiled.test(name)).sort(), papers);
		assert.ok(files.includes('dist/credentials/CardBankPaymentsApi.credentials.js'));
	});

	it('is small', () => {
		const { packedBytes, unpackedBytes } = tarballSize(fixture.tarball);
		assert.ok(packedBytes <= 90_000, `packed: ${packedBytes} bytes`);
		assert.ok(unpackedBytes <= 290_000, `unpacked: ${unpackedBytes} bytes`);
	});

	it('is loaded without a word in the log', () => {
		// What suites before this one did comes later.
		const [start = ''] = fixture.n8n.log().split('Editor is now accessible');
		assert.match(start, /Version/);
		const about = start.split('\n').filter((line) => line.includes(packageName));
		assert.deepEqual(about, []);
	});
});
