import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { useFixture } from '../../../workbench/instance/fixture';
import { credentialType, nodeType, packageName } from '../../../workbench/instance/paths';
import { tarballSize } from '../../../workbench/instance/tarballSize';
import { nodeTypes, type NodeType } from '../nodeTypes';

describe('the packed package in a real n8n', () => {
	// One JSON object a line, with its level.
	const fixture = useFixture({ env: { N8N_LOG_FORMAT: 'json', N8N_LOG_LEVEL: 'debug' } });

	async function describedNode(): Promise<NodeType> {
		const node = (await nodeTypes(fixture.api)).find(({ name }) => name === nodeType);
		assert.ok(node, `${nodeType} is not among the node types`);
		return node;
	}

	async function assertIconsServed({ iconUrl }: Pick<NodeType, 'iconUrl'>): Promise<void> {
		assert.ok(typeof iconUrl === 'object', 'there is one icon for both themes');
		assert.notEqual(iconUrl.light, iconUrl.dark);
		for (const url of [iconUrl.light, iconUrl.dark]) {
			const answer = await fixture.api.fetch(`/${url}`);
			assert.equal(answer.status, 200, url);
			assert.match(answer.headers.get('content-type') ?? '', /image\/svg\+xml/);
			assert.match(await answer.text(), /<svg/);
		}
	}

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

	it('offers the node where people look for it', async () => {
		const { displayName, codex, hidden } = await describedNode();
		assert.ok(codex);
		assert.equal(displayName, 'Card and Bank Payments');
		assert.notEqual(hidden, true);
		assert.deepEqual(codex.categories, ['Finance & Accounting']);
		for (const alias of ['ClickPesa', 'payout']) {
			const isFound = codex.alias.some((each) => each.toLowerCase() === alias.toLowerCase());
			assert.ok(isFound, `${alias} is not among ${codex.alias.join(', ')}`);
		}
	});

	it('is offered to AI agents as a tool', async () => {
		assert.ok((await describedNode()).usableAsTool);
		const types = await nodeTypes(fixture.api);
		assert.ok(types.some(({ name }) => name === `${nodeType}Tool`));
	});

	it("serves the node's icon for light and dark themes", async () => {
		await assertIconsServed(await describedNode());
	});

	it("serves the credential's icon for light and dark themes", async () => {
		const answer = await fixture.api.fetch('/types/credentials.json');
		const types = (await answer.json()) as Array<Pick<NodeType, 'name' | 'iconUrl'>>;
		const credential = types.find(({ name }) => name === credentialType);
		assert.ok(credential, `${credentialType} is not among the credential types`);
		await assertIconsServed(credential);
	});
});
