import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import packaged from '../../../nodes/CardBankPayments/CardBankPayments.node.json';
import { useFixture } from '../forSuite';
import { isAboveDebug } from '../../../workbench/instance/failureReport';
import { credentialType, nodeType, packageName } from '../../../workbench/install/paths';
import { outputSchemas } from '../../../workbench/contract/outputSchemas';

interface NodeType {
	name: string;
	iconUrl: { light: string; dark: string };
	codex?: { categories: string[]; alias: string[] };
	usableAsTool?: boolean;
	properties: Array<{ name: string; options?: Array<{ name: string }> }>;
	hidden?: boolean;
}

describe('the node in a real n8n', () => {
	const fixture = useFixture();
	const typesIn = async (file: string) =>
		(await (await fixture.api.fetch(`/types/${file}.json`)).json()) as NodeType[];

	async function describedNode(): Promise<NodeType> {
		const node = (await typesIn('nodes')).find(({ name }) => name === nodeType);
		assert.ok(node, 'n8n has not loaded it; n8n 3 needs N8N_UNVERIFIED_PACKAGES_ENABLED=true');
		return node;
	}

	it('is loaded without a word in the log', (context) => {
		if (fixture.isVisited) return context.skip('n8n was started by somebody else, who has its log');
		// What suites before this one did comes later.
		const [start = ''] = fixture.n8n.log().split('Editor is now accessible');
		assert.match(start, /Version/);
		assert.deepEqual(
			start.split('\n').filter((line) => isAboveDebug(line) && line.includes(packageName)),
			[],
		);
	});

	it('is offered where people look for it, and to AI agents as a tool', async () => {
		const { codex, hidden, usableAsTool } = await describedNode();
		const { categories, alias } = codex ?? {};
		assert.deepEqual([categories, alias], [packaged.categories, packaged.alias]);
		const words = 'Bank, Bank Payout, Tanzania, Payment Link, Salary, Finance & Accounting';
		for (const word of words.split(', ')) assert.ok(alias?.includes(word), `${word} finds nothing`);
		assert.deepEqual([hidden ?? false, usableAsTool], [false, true]);
		const own = async (file: string) =>
			(await typesIn(file)).map(({ name }) => name).filter((name) => /cardBankPayments/.test(name));
		assert.deepEqual((await own('nodes')).sort(), [nodeType, `${nodeType}Tool`]);
		assert.deepEqual(await own('credentials'), [credentialType]);
	});

	// n8n adds it to nodes of one plain version: HTTP Request looks nothing up, and may pay twice.
	it('does not lead on to HTTP Request by "Custom API Call"', async () => {
		const { properties } = await describedNode();
		const offered = properties
			.filter(({ name }) => ['resource', 'operation'].includes(name))
			.flatMap(({ options = [] }) => options.map(({ name }) => name));
		assert.ok(offered.includes('Create Bank Payout'));
		assert.equal(offered.includes('Custom API Call'), false);
	});

	it('has icons, as its credential has, for light and dark themes', async () => {
		const credentials = await typesIn('credentials');
		const credential = credentials.find(({ name }) => name === credentialType);
		for (const { iconUrl } of [credential!, await describedNode()]) {
			assert.notEqual(iconUrl.light, iconUrl.dark);
			for (const url of Object.values(iconUrl)) {
				assert.match(await (await fixture.api.fetch(`/${url}`)).text(), /<svg/, url);
			}
		}
	});

	it('has output schemas, which the editor shows before it ever ran', async () => {
		for (const [file, text] of outputSchemas()) {
			const answer = await fixture.api.fetch(`/schemas/${nodeType}/${file.replace(/^v/, '')}`);
			assert.deepEqual(await answer.json(), JSON.parse(text), file);
		}
	});
});
