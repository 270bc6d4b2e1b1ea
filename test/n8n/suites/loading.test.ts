import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import packaged from '../../../nodes/CardBankPayments/CardBankPayments.node.json';
import { useFixture } from '../../../workbench/instance/fixture';
import { credentialType, nodeType } from '../../../workbench/instance/paths';
import { outputSchemas, schemaFolder } from '../../../workbench/outputSchemas';
import { nodeTypes, type NodeType } from '../nodeTypes';

describe('the node in a real n8n', () => {
	const fixture = useFixture();

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

	it('offers the node where people look for it, and to AI agents as a tool', async () => {
		const { codex, hidden, usableAsTool } = await describedNode();
		const { categories, alias } = codex ?? {};
		assert.deepEqual([categories, alias], [packaged.categories, packaged.alias]);
		assert.deepEqual([hidden ?? false, usableAsTool], [false, true]);
		const types = await nodeTypes(fixture.api);
		assert.ok(types.some(({ name }) => name === `${nodeType}Tool`));
	});

	it('serves the icons of node and credential for light and dark themes', async () => {
		const answer = await fixture.api.fetch('/types/credentials.json');
		const types = (await answer.json()) as Array<Pick<NodeType, 'name' | 'iconUrl'>>;
		await assertIconsServed(types.find(({ name }) => name === credentialType)!);
		await assertIconsServed(await describedNode());
	});

	it('serves what the editor shows before the node ever ran', async () => {
		for (const file of outputSchemas().keys()) {
			const answer = await fixture.api.fetch(`/schemas/${nodeType}/${file.replace(/^v/, '')}`);
			const text = readFileSync(path.join(schemaFolder, file), 'utf8');
			assert.deepEqual(await answer.json(), JSON.parse(text), file);
		}
	});
});
