import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fillN8n, tourWorkflows, type ReadyWorkflow } from '../../../scripts/start/contents';
import { tour } from '../../../scripts/start/tour';
import { launchBrowser } from '../../../workbench/editor/browser';
import type { Browser } from '../../../workbench/editor/playwright';
import { N8nApi, testOwner } from '../../../workbench/instance/api';
import { findTable, readRows } from '../../../workbench/workflows/dataTables';
import { listExamples, readExample } from '../../../workbench/workflows/examples';
import { failureText, outputOf } from '../../../workbench/instance/executions';
import { startFixture, type Fixture } from '../../../workbench/instance/fixture';
import { visit } from '../../../workbench/instance/person';
import { startMailbox, type Mailbox } from '../../../workbench/servers/mailbox';
import { payoutsTableName, samplePayoutRows } from '../../../workbench/workflows/payoutsTable';
import { readStarters } from '../../../workbench/workflows/starters';

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
	let ready: ReadyWorkflow[];
	let browser: Browser;
	before(async () => {
		fixture = await startFixture({ own: true });
		mailbox = await startMailbox();
		api = new N8nApi(fixture.n8n.url);
		const examples = (await listExamples()).map(async (name) => await readExample(name));
		const workflows = [...(await readStarters()), ...(await Promise.all(examples))];
		expected = workflows.map(({ name }) => name).sort();
		ready = await fillN8n(api, {
			sandboxUrl: fixture.sandbox.url,
			baseUrl: 'http://127.0.0.1:9/third-parties',
			smtpPort: 9,
		});
		browser = await launchBrowser();
	});
	after(async () => {
		await browser?.close();
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
		assert.ok(expected.length >= 15, expected.join());
		assert.deepEqual(await names(), expected);
	});

	it('shows the workflows of the tour on top of the list', async () => {
		const newestFirst = '/rest/workflows?sortBy=updatedAt:desc';
		const list = await api.request<Array<{ name: string }>>('GET', newestFirst);
		const onTop = list.slice(0, 4).map(({ name }) => name);
		assert.deepEqual(onTop, Object.values(tourWorkflows));
	});

	it('is printed with the address of each workflow, which opens it after the log-in', async () => {
		const { url } = fixture.n8n;
		const text = tour({ n8n: url, sandbox: '', mail: '' }, ready);
		const printed = [...text.matchAll(/http:\S+\/workflow\/(\w+)/g)].map(([, id]) => id);
		assert.deepEqual(new Set(printed), new Set((await api.listWorkflows()).map(({ id }) => id)));

		const [address = ''] = new RegExp(`${url}/workflow/\\w+`).exec(text) ?? [];
		const page = await visit(browser, address);
		await page.locator('input[name="emailOrLdapLoginId"]').fill(testOwner.email);
		await page.locator('input[name="password"]').fill(testOwner.password);
		await page.locator('[data-test-id="form-submit-button"]').click();
		await page.locator('[data-test-id="canvas-node"]').first().waitFor();
		assert.ok(page.url().startsWith(address), page.url());

		await page.goto('/');
		await page.getByText(tourWorkflows.link).first().waitFor();
		assert.match(page.url(), /\/home\/workflows/, 'nothing of n8n’s own stands in the way');
		await page.close();
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
			sandboxUrl: fixture.sandbox.url,
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

	it('pays once, refuses the second click, and settles a payout whose answer is lost', async () => {
		await fixture.control.reset({ plainReferences: true });
		const click = async (name: string) => {
			const id = ready.find((each) => each.name === name)?.id;
			return await api.execute(id ?? name, 'When clicking ‘Execute workflow’');
		};
		assert.equal((await click(tourWorkflows.payout)).status, 'success');
		assert.match(failureText(await click(tourWorkflows.payout)), /used before|already/i);

		const lost = await click(tourWorkflows.lostAnswer);
		assert.equal(lost.status, 'success', lost.data.resultData.error?.message);
		const [item] = outputOf(lost, 'Create bank payout');
		const { paid, payouts } = await fixture.control.ledger();
		assert.deepEqual(paid, { PAYOUT2043: 1, LOST2045: 1 });
		assert.equal(item?.json.id, payouts[1]?.id);
	});

	it('leaves alone what the user has changed', async () => {
		const [first] = await api.listWorkflows();
		assert.ok(first);
		await api.request('PATCH', `/rest/workflows/${first.id}`, { name: 'Mine now' });
		const table = await findTable(api, payoutsTableName);
		const { url: sandboxUrl, baseUrl } = fixture.sandbox;
		await fillN8n(api, { sandboxUrl, baseUrl, smtpPort: mailbox.smtpPort });
		assert.deepEqual(await names(), [...expected, 'Mine now'].sort());
		assert.equal((await findTable(api, payoutsTableName))?.id, table?.id);
	});

	it('says what to do when the log-in was changed', async () => {
		await api.request('PATCH', '/rest/me/password', {
			currentPassword: 'Sandbox-Owner-1',
			newPassword: 'Another-Owner-1',
		});
		await assert.rejects(
			fillN8n(new N8nApi(fixture.n8n.url), { sandboxUrl: '', baseUrl: '', smtpPort: 9 }),
			/log-in was changed.*delete \.n8n-data/s,
		);
	});
});
