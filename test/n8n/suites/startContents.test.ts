import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fillN8n } from '../../../scripts/start/contents';
import { tour } from '../../../scripts/start/tour';
import { N8nApi } from '../harness/api';
import { findTable, readRows } from '../harness/dataTables';
import { listExamples, readExample } from '../harness/examples';
import { startFixture, type Fixture } from '../harness/fixture';
import { startMailbox, type Mailbox } from '../harness/mailbox';
import { payoutsTableName, samplePayoutRows } from '../harness/payoutsTable';
import { readStarters } from '../harness/starters';

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	credentials?: Record<string, { name: string }>;
}

interface NodeType {
	name: string;
	version: number | number[];
	credentials?: Array<{ required?: boolean; displayOptions?: object }>;
}

/** Nodes whose credential a new user has to bring along. */
const broughtAlong = ['OpenAI Chat Model'];

describe('what npm start puts into n8n', () => {
	let fixture: Fixture;
	let mailbox: Mailbox;
	let api: N8nApi;
	let expected: string[];
	before(async () => {
		fixture = await startFixture();
		mailbox = await startMailbox();
		api = new N8nApi(fixture.n8n.url);
		const examples = (await listExamples()).map(async (name) => await readExample(name));
		const workflows = [...(await readStarters()), ...(await Promise.all(examples))];
		expected = workflows.map(({ name }) => name).sort();
		await fillN8n(api, { baseUrl: 'http://127.0.0.1:9/third-parties', smtpPort: 9 });
	});
	after(async () => {
		await mailbox?.close();
		await fixture?.close();
	});

	const names = async () => (await api.listWorkflows()).map(({ name }) => name).sort();

	async function storedNodes(): Promise<Node[]> {
		const workflows = await api.listWorkflows();
		const whole = workflows.map(async ({ id }) => await api.getWorkflow(id));
		return (await Promise.all(whole)).flatMap(({ nodes }) => nodes as Node[]);
	}

	/** The types of the nodes as the editor knows them; a type has one entry or more. */
	async function nodeTypes(): Promise<NodeType[]> {
		return (await (await api.fetch('/types/nodes.json')).json()) as NodeType[];
	}

	it('is every workflow of the folder examples', async () => {
		assert.ok(expected.length >= 8, expected.join());
		assert.deepEqual(await names(), expected);
	});

	it('shows the workflows of the tour on top of the list', async () => {
		const newestFirst = '/rest/workflows?sortBy=updatedAt:desc';
		const list = await api.request<Array<{ name: string }>>('GET', newestFirst);
		const onTop = list.slice(0, 2).map(({ name }) => name);
		assert.deepEqual(onTop, ['Form to payment link by e-mail', 'Scheduled payouts']);
		for (const name of onTop)
			assert.ok(tour({ n8n: '', sandbox: '', mail: '' }).includes(`"${name}"`));
	});

	it('is the table of payouts with its sample rows', async () => {
		const table = await findTable(api, payoutsTableName);
		assert.ok(table);
		assert.equal((await readRows(api, table)).length, samplePayoutRows.length);
	});

	it('needs no credential to be selected, but for the chat model', async () => {
		const types = await nodeTypes();
		const needing = types.filter(({ credentials = [] }) =>
			credentials.some(({ required, displayOptions }) => required && displayOptions === undefined),
		);
		const needy = new Set(needing.map(({ name }) => name));
		const nodes = (await storedNodes()).filter(({ type }) => needy.has(type));
		assert.ok(nodes.length > broughtAlong.length);
		assert.deepEqual(
			nodes.filter(({ credentials }) => credentials === undefined).map(({ name }) => name),
			broughtAlong,
		);
	});

	it('uses the newest version of every node', async () => {
		const types = await nodeTypes();
		for (const { name, type, typeVersion } of await storedNodes()) {
			const known = types.filter((each) => each.name === type);
			const newest = Math.max(...known.flatMap(({ version }) => version));
			assert.equal(typeVersion, newest, `${name} is a ${type}`);
		}
	});

	it('is not imported again at the next start, and follows the sandbox and the mail catcher', async () => {
		await fillN8n(new N8nApi(fixture.n8n.url), {
			baseUrl: fixture.sandbox.baseUrl,
			smtpPort: mailbox.smtpPort,
		});
		assert.deepEqual(await names(), expected);
		const credentials = await api.listCredentials();
		assert.deepEqual(credentials.map(({ name }) => name).sort(), [
			'Mail catcher',
			'Payments sandbox',
		]);
		for (const credential of credentials) {
			assert.equal((await api.testCredential(credential)).status, 'OK', credential.name);
		}
	});

	it('leaves alone what the user has changed', async () => {
		const [first] = await api.listWorkflows();
		assert.ok(first);
		await api.request('PATCH', `/rest/workflows/${first.id}`, { name: 'Mine now' });
		const table = await findTable(api, payoutsTableName);
		await fillN8n(api, { baseUrl: fixture.sandbox.baseUrl, smtpPort: mailbox.smtpPort });
		assert.deepEqual(await names(), [...expected, 'Mine now'].sort());
		assert.equal((await findTable(api, payoutsTableName))?.id, table?.id);
	});

	it('says what to do when the log-in was changed', async () => {
		await api.request('PATCH', '/rest/me/password', {
			currentPassword: 'Sandbox-Owner-1',
			newPassword: 'Another-Owner-1',
		});
		await assert.rejects(
			fillN8n(new N8nApi(fixture.n8n.url), { baseUrl: '', smtpPort: 9 }),
			/log-in was changed.*delete \.n8n-data/s,
		);
	});
});
