import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { packageName } from '../../../workbench/instance/paths';
import { tarballSize } from '../../../workbench/instance/tarballSize';

describe('the packed package in a real n8n', () => {
	// One JSON object a line, with its level.
	const fixture = useFixture({ env: { N8N_LOG_FORMAT: 'json', N8N_LOG_LEVEL: 'debug' } });

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

	it('loads one node and one credential, without a warning', () => {
		const lines = fixture.n8n
			.log()
			.split('\n')
			.filter((line) => line.includes(packageName) || line.includes('cardBankPayments'))
			.map((line) => JSON.parse(line) as { level: string; message: string; metadata: object });
		const loaded = lines.find(({ message }) =>
			message.startsWith('Loaded all credentials and nodes'),
		);
		const { nodes, credentials } = (loaded?.metadata ?? {}) as Record<string, unknown>;
		assert.deepEqual({ nodes, credentials }, { nodes: 1, credentials: 1 });
		const complaints = lines.filter(({ level }) => ['warn', 'error'].includes(level));
		assert.deepEqual(complaints, []);
	});
});
