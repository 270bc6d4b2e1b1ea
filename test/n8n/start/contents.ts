import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fillN8n, tourWorkflows, type Surroundings } from '../../../scripts/start/contents';
import { N8nApi, testOwner } from '../../../workbench/instance/api';
import type { NpmStart } from '../../../workbench/instance/npmStart';
import { isPortFree } from '../../../workbench/servers/ports';
import { findTable, readRows } from '../../../workbench/workflows/dataTables';
import { listExamples, readExample, readStarters } from '../../../workbench/workflows/examples';
import { payoutsTableName, samplePayoutRows } from '../../../workbench/workflows/payoutsTable';
import { nodeTypes } from '../nodeTypes';
import { ensureStarted } from './started';

interface Node {
	name: string;
	type: string;
	typeVersion: number;
	credentials?: Record<string, { name: string }>;
}

/** Nodes whose credential a new user has to bring along, in the two examples with an agent. */
const broughtAlong = ['OpenAI Chat Model', 'OpenAI Chat Model'];

/** Nothing listens there. */
const nowhere: Surroundings = {
	sandboxUrl: 'http://127.0.0.1:9',
	baseUrl: 'http://127.0.0.1:9/third-parties',
	smtpPort: 9,
};

describe('what npm start puts into n8n', () => {
	let started: NpmStart;
	let api: N8nApi;
	let expected: string[];
	before(async () => {
		started = await ensureStarted();
		api = new N8nApi(started.n8nUrl);
		await api.logIn();
		const examples = (await listExamples()).map(async (name) => await readExample(name));
		const workflows = [...(await readStarters()), ...(await Promise.all(examples))];
		expected = workflows.map(({ name }) => name).sort();
	});

	const names = async () => (await api.listWorkflows()).map(({ name }) => name).sort();

	/** What the credentials answer to n8n's test, by their names. */
	async function credentialTests(): Promise<Record<string, string>> {
		const tests = (await api.listCredentials()).map(async (credential) => {
			return [credential.name, (await api.testCredential(credential)).status];
		});
		return Object.fromEntries(await Promise.all(tests)) as Record<string, string>;
	}

	async function storedNodes(): Promise<Node[]> {
		const workflows = await api.listWorkflows();
		const whole = workflows.map(async ({ id }) => await api.getWorkflow(id));
		return (await Promise.all(whole)).flatMap(({ nodes }) => nodes as Node[]);
	}

	const startAgain = async () => await fillN8n(new N8nApi(api.url), nowhere);

	it('is every workflow of the folder examples, each printed with its address', async () => {
		assert.ok(expected.length >= 15, expected.join());
		assert.deepEqual(await names(), expected);
		const printed = [...started.printed.matchAll(/http:\S+\/workflow\/(\w+)/g)].map(([, id]) => id);
		assert.deepEqual(new Set(printed), new Set((await api.listWorkflows()).map(({ id }) => id)));
	});

	it('shows the workflows of the tour on top of the list', async () => {
		const newestFirst = '/rest/workflows?sortBy=updatedAt:desc';
		const list = await api.request<Array<{ name: string }>>('GET', newestFirst);
		const onTop = list.slice(0, 4).map(({ name }) => name);
		assert.deepEqual(onTop, Object.values(tourWorkflows));
	});

	it('is published where it has to listen, and nowhere else', async () => {
		const active = (await api.listActiveWorkflows()).map(({ name }) => name);
		assert.deepEqual(active, ['When a payment is received']);
	});

	it('is the table of payouts with its sample rows', async () => {
		const table = await findTable(api, payoutsTableName);
		assert.ok(table);
		assert.equal((await readRows(api, table)).length, samplePayoutRows.length);
	});

	it('needs no credential to be selected, but for the chat model', async () => {
		const types = await nodeTypes(api);
		const needing = types.filter(({ credentials = [] }) =>
			credentials.some(({ required, displayOptions }) => required && displayOptions === undefined),
		);
		const needy = new Set(needing.map(({ name }) => name));
		const nodes = (await storedNodes()).filter(({ type }) => needy.has(type));
		assert.ok(nodes.length > broughtAlong.length);
		const unselected = nodes.filter(({ credentials }) => credentials === undefined);
		const left = unselected.map(({ name }) => name);
		assert.deepEqual(left, broughtAlong);
	});

	it('uses the newest version of every node', async () => {
		const types = await nodeTypes(api);
		for (const { name, type, typeVersion } of await storedNodes()) {
			const known = types.filter((each) => each.name === type);
			const newest = Math.max(...known.flatMap(({ version }) => version));
			assert.equal(typeVersion, newest, `${name} is a ${type}`);
		}
	});

	it('is not imported again at the next start, and follows the sandbox and the mail catcher', async () => {
		const working = { 'Mail catcher': 'OK', 'Payments sandbox': 'OK' };
		assert.deepEqual(await credentialTests(), working);
		await startAgain();
		assert.deepEqual(await names(), expected);
		const following = { 'Mail catcher': 'Error', 'Payments sandbox': 'Error' };
		assert.deepEqual(await credentialTests(), following);
	});

	it('leaves alone what the user has changed', async () => {
		const [first] = await api.listWorkflows();
		assert.ok(first);
		await api.request('PATCH', `/rest/workflows/${first.id}`, { name: 'Mine now' });
		const table = await findTable(api, payoutsTableName);
		await startAgain();
		assert.deepEqual(await names(), [...expected, 'Mine now'].sort());
		assert.equal((await findTable(api, payoutsTableName))?.id, table?.id);
	});

	it('says what to do when the log-in was changed', async () => {
		const change = { currentPassword: testOwner.password, newPassword: 'Another-Owner-1' };
		await api.request('PATCH', '/rest/me/password', change);
		await assert.rejects(startAgain(), /log-in was changed.*delete \.n8n-data/s);
	});

	it('is gone with Ctrl-C, together with all that was started', async () => {
		await started.interrupt();
		for (const port of started.ports) assert.ok(await isPortFree(port), String(port));
	});
});
