import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { generate } from 'selfsigned';
import { SandboxControl } from '../../../sandbox';
import { fillN8n, tourWorkflows } from '../../../scripts/start/contents';
import { launchBrowser, logIn, openNode } from '../../../workbench/editor/browser';
import { executeToTheEnd, openTestForm } from '../../../workbench/editor/builder';
import { outputTable } from '../../../workbench/editor/nodeView';
import { failureOf } from '../../../workbench/executions/executions';
import { N8nApi, testOwner } from '../../../workbench/instance/api';
import { npmStart } from '../../../workbench/instance/npmStart';
import { readFormEnding, submitForm, typeCard, visit } from '../../../workbench/editor/user';
import { forSuite } from '../forSuite';
import { messagesAt } from '../../../workbench/servers/mailbox';
import { isPortFree } from '../../../workbench/servers/ports';
import { waitUntil } from '../../../workbench/servers/waiting';
import { readShipped, readStarters } from '../../../workbench/workflows/examples';
import { DataTable } from '../../../workbench/instance/dataTable';
import { payouts } from '../../../workbench/instance/exampleTables';
import { nodeOf, workflowOf } from '../../../workbench/workflows/workflows';
import { asha } from '../examples/exampleFixture';

const madePayout = 'CRDB Bank';
const requestedPayout = 'POST /third-parties/payouts/create-bank-payout';

describe('npm start', () => {
	const started = forSuite(npmStart);
	let api: N8nApi;
	before(async () => {
		api = new N8nApi(started.n8nUrl);
		await api.logIn();
	});

	/** What a pattern finds in the printed text. */
	function read(pattern: RegExp): string[] {
		const found = pattern.exec(started.printed);
		assert.ok(found, `${pattern} is not in what was printed:\n${started.printed}`);
		return found.slice(1);
	}
	const addressBehind = (label: string) => read(new RegExp(`^${label}:? +(http\\S+)`, 'm'))[0]!;

	// It knows nothing but what is printed: no address, no log-in, no card.
	describe('leads a new user, who walks the tour that it has printed, and', () => {
		const browser = forSuite(launchBrowser);
		let n8n: Page;
		let sandbox: Page;
		let control: SandboxControl;
		const complaints: string[] = [];

		async function openWorkflow(label: string): Promise<void> {
			await n8n.goto(addressBehind(label));
			await n8n.locator('[data-test-id="canvas-node"]').first().waitFor();
		}

		/** Executes the open workflow. @throws {Error} where it does not end well */
		async function executeWell(): Promise<void> {
			const { status, data } = await executeToTheEnd(n8n, api);
			assert.equal(status, 'success', data.resultData.error?.message);
		}

		/** Executes the open workflow. @returns why the payout stopped it */
		async function executeBadly(): Promise<string> {
			const execution = await executeToTheEnd(n8n, api);
			assert.equal(execution.data.resultData.lastNodeExecuted, 'Create bank payout');
			return failureOf(execution).message;
		}

		/** Waits for an e-mail with these words in its subject and its text. */
		async function mailWith(subject: string, words = /(?:)/) {
			return await waitUntil(async () =>
				(await messagesAt(addressBehind('Mail catcher'))).find(
					(mail) => mail.subject.includes(subject) && words.test(mail.text + mail.html),
				),
			);
		}

		/** Rows of the sandbox's page that hold all of these texts. */
		async function rowsWith(...texts: string[]): Promise<number> {
			let rows = sandbox.locator('tbody tr');
			for (const hasText of texts) rows = rows.filter({ hasText });
			return await rows.count();
		}

		/** The sandbox shows one payout, after so many requests. */
		async function assertPaidOnce(orderReference: string, requests = 1): Promise<void> {
			await waitUntil(async () => (await rowsWith(orderReference, madePayout)) === 1);
			assert.equal(await rowsWith(orderReference, requestedPayout), requests);
		}

		/** Presses a button of the sandbox and waits until it says that it is done. */
		async function press(name: string, says: RegExp): Promise<void> {
			await sandbox.getByText(name, { exact: true }).click();
			await sandbox.locator('[role=status]').filter({ hasText: says }).waitFor();
		}

		it('logs in, and is led to the workflow whose address was clicked', async () => {
			const [email = '', password = ''] = read(/log in as (\S+) with (\S+)/);
			const address = addressBehind('1. Get paid by card');
			n8n = await visit(browser, address);
			await logIn(n8n, { email, password });
			await n8n.locator('[data-test-id="canvas-node"]').first().waitFor();
			assert.ok(n8n.url().startsWith(address), n8n.url());
			sandbox = await visit(browser, addressBehind('Payments sandbox'));
			sandbox.on('pageerror', ({ message }) => complaints.push(message));
			control = new SandboxControl(addressBehind('Payments sandbox'));
		});

		it('pays at a link that comes by e-mail, of which the team is told', async () => {
			const form = await openTestForm(n8n);
			await submitForm(form, asha);
			assert.match(await readFormEnding(form), /check your e-mail/);
			const { html } = await mailWith('Your payment link for 25.50 USD');
			const links = async () => (await control.ledger()).cardPayments.map(({ status }) => status);
			assert.deepEqual(await links(), ['PENDING']);
			const [card = ''] = read(/pay with the card ([\d ]+\d)/);
			const [, link = ''] = /<a [^>]*href="([^"]+)"/.exec(html) ?? [];
			await typeCard(await visit(browser, link.replaceAll('&amp;', '&')), card);
			// The sandbox settles a payment after three seconds, which may be over by now.
			await mailWith(': paid', /25\.5 USD, status (SUCCESS|SETTLED)/);
			assert.deepEqual(await links(), ['PAID']);
		});

		it('makes a payout that the sandbox refuses first, and that is not sent again once it was made', async () => {
			await openWorkflow('2. Make a payout');
			await press('Be refused', /^The next request will: be refused\.$/i);
			assert.match(await executeBadly(), /HTTP 422/);
			await executeWell();
			await assertPaidOnce('S042INV2043', 2);
			const said = await executeBadly();
			assert.match(said, /S042INV2043 \(item 1\): Nothing was sent now\. \w+ before: /);
			await assertPaidOnce('S042INV2043', 2);
		});

		it('makes a payout whose answer is lost, and sees it looked up', async () => {
			await openWorkflow('3. Lose a response');
			await executeWell();
			await openNode(n8n, 'Create bank payout');
			const [payout = {}] = await outputTable(n8n);
			assert.equal(payout.orderReference, 'LOST2045');
			assert.match(payout.status ?? '', /AUTHORIZED|SUCCESS/);
			await assertPaidOnce('LOST2045');
			assert.equal(await rowsWith('LOST2045', requestedPayout, 'none', 'dropAfter'), 1);
		});

		it('pays a table twice: nobody is paid twice, and what was sent has become paid', async () => {
			await openWorkflow('4. Pay a table');
			await executeWell();
			await mailWith('Payouts: ', /ON ITS WAY: 3, /);
			await waitUntil(async () => {
				const { payouts } = await control.ledger();
				return payouts.every(({ status }) => status !== 'AUTHORIZED');
			});
			await executeWell();
			await mailWith('Payouts: ', /PAID: 3, /);
			const { paid } = await control.ledger();
			const table = ['SAL202611A', 'SAL202611B', 'S011INV7715', 'S042INV7718'];
			const references = ['S042INV2043', 'LOST2045', ...table];
			assert.deepEqual(paid, Object.fromEntries(references.map((each) => [each, 1])));
		});

		it('finds that the other starters run as they are, in the order of their notes', async () => {
			const order = ['Initiate card payment', 'Get card payment', 'Preview card payment'];
			order.push('Preview bank payout', 'Get payout');
			const walked = ['Create bank payout', 'Payout whose response is lost'];
			const names = [...order, ...walked].map((name) => `Starter: ${name}`);
			assert.deepEqual((await readStarters()).map(({ name }) => name).sort(), names.sort());
			const workflows = await api.listWorkflows();
			for (const name of order) {
				const { id } = workflows.find((each) => each.name === `Starter: ${name}`)!;
				const { status, data } = await api.execute(id, 'When clicking ‘Execute workflow’');
				assert.equal(status, 'success', `${name}: ${data.resultData.error?.message}`);
			}
		});

		it('gives the sandbox a pace, and lets it start afresh', async () => {
			await sandbox.locator('#pace').fill('30');
			await press('Keep this pace', /keeps this pace/);
			await press('Be slow', /be slow/);
			await press('Remove all', /as usual/);
			await press('Start afresh', /forgotten/);
			await waitUntil(async () => (await rowsWith(madePayout)) === 0);
			await waitUntil(async () => (await sandbox.locator('#pace').inputValue()) === '0');
			assert.deepEqual(complaints, []);
		});
	});

	// After the walk, since it changes what was started, and ends it.
	describe('has put into n8n what', () => {
		let shipped: string[];
		before(async () => (shipped = (await readShipped()).map(({ name }) => name).sort()));
		const names = async () => (await api.listWorkflows()).map(({ name }) => name).sort();

		/** What the credentials answer to n8n's test, by their names. */
		async function credentialTests(): Promise<Record<string, string>> {
			const tests = (await api.listCredentials()).map(async (credential) => {
				return [credential.name, (await api.testCredential(credential)).status];
			});
			return Object.fromEntries(await Promise.all(tests)) as Record<string, string>;
		}

		/** Starts beside a sandbox and a mail catcher that nobody listens at. */
		const startAgain = async () => {
			const sandboxUrl = 'http://127.0.0.1:9';
			const nowhere = { sandboxUrl, baseUrl: `${sandboxUrl}/third-parties`, smtpPort: 9 };
			const { private: privateKey } = await generate();
			const googleAccount = { email: 'nobody@example.com', privateKey };
			await fillN8n(new N8nApi(api.url), { ...nowhere, googleAccount, dataFolder: '/kept/here' });
		};

		it('the folder examples holds, each printed with its address, those of the tour on top', async () => {
			assert.ok(shipped.length >= 15, shipped.join());
			assert.deepEqual(await names(), shipped);
			const printed = [...started.printed.matchAll(/http:\S+\/workflow\/(\w+)/g)];
			const workflows = await api.listWorkflows();
			assert.deepEqual(
				new Set(printed.map(([, id]) => id)),
				new Set(workflows.map(({ id }) => id)),
			);
			const newestFirst = '/rest/workflows?sortBy=updatedAt:desc';
			const list = await api.request<Array<{ name: string }>>('GET', newestFirst);
			const onTop = list.slice(0, 4).map(({ name }) => name);
			assert.deepEqual(onTop, Object.values(tourWorkflows));
			const active = (await api.listWorkflows({ active: true })).map(({ name }) => name);
			assert.deepEqual(active, ['When a payment is received']);
			const rows = await (await DataTable.find(api, payouts.name))!.rows();
			assert.equal(rows.length, payouts.samples.length);
		});

		it("does not change with n8n 3, by n8n's own report", async () => {
			const path = '/rest/breaking-changes/report/refresh?version=v3';
			type Answer = { report: { workflowResults: object[] } };
			const findings = async () => (await api.request<Answer>('POST', path)).report.workflowResults;
			assert.deepEqual(await findings(), []);
			await api.createWorkflow(workflowOf('Old', [nodeOf('Old', 'n8n-nodes-base.function', 1)]));
			assert.notDeepEqual(await findings(), []);
			await api.removeMade();
		});

		it('stays as the user has changed it at the next start, but follows sandbox and mail catcher', async () => {
			const credentials = ['Mail catcher', 'Payments sandbox', 'Practice Google account'];
			const all = (status: string) => Object.fromEntries(credentials.map((name) => [name, status]));
			assert.deepEqual(await credentialTests(), all('OK'));
			await startAgain();
			assert.deepEqual(await names(), shipped);
			assert.deepEqual(await credentialTests(), all('Error'));

			const [first] = await api.listWorkflows();
			await api.request('PATCH', `/rest/workflows/${first!.id}`, { name: 'Mine now' });
			const table = await DataTable.find(api, payouts.name);
			await startAgain();
			assert.deepEqual(await names(), [...shipped, 'Mine now'].sort());
			assert.deepEqual(await DataTable.find(api, payouts.name), table);
		});

		it('needs the log-in that it has printed, and is gone with Ctrl-C', async () => {
			const change = { currentPassword: testOwner.password, newPassword: 'Another-Owner-1' };
			await api.request('PATCH', '/rest/me/password', change);
			await assert.rejects(startAgain(), /log-in was changed.*delete \/kept\/here/s);
			await started.interrupt();
			for (const port of started.ports) assert.ok(await isPortFree(port), String(port));
		});
	});
});
