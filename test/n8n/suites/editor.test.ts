import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { Fault } from '../../../sandbox';
import {
	closeCredential,
	fillCredential,
	newCredential,
	openCredential,
	saveAndTest,
	testTexts,
} from '../../../workbench/editor/credentialDialog';
import {
	launchBrowser,
	openEditor,
	openNewWorkflow,
	openNode,
	openWorkflow,
} from '../../../workbench/editor/browser';
import {
	add,
	errorView,
	executedSuccessfully,
	executeStep,
	field,
	outputPanel,
	outputTable,
	select,
	selectBank,
	toggle,
	typeText,
} from '../../../workbench/editor/nodeView';
import { payoutRequests } from '../../../workbench/executions/outcomes';
import { useFixture, forSuite } from '../forSuite';
import { pastedToken } from '../../../workbench/servers/sandboxClient';
import {
	fromItem,
	nodeNames,
	paymentWorkflow,
	samplePayouts,
} from '../../../workbench/workflows/workflows';

const title = 'Card and Bank Payments';
const problem = /Problem in node/;

/** One after the other, so that the groups are the same on every run. */
const options = { concurrency: 1 };
const payouts = { ...fromItem.createBankPayout, options };

/**
 * Begins a workflow with a trigger that runs on a click, and adds a node by one of its actions, e.g.
 * "Create bank payout"; its panel is open then.
 */
async function addToNewWorkflow(page: Page, action: string): Promise<void> {
	// The panel from which nodes are added.
	const creator = page.getByTestId('node-creator').first();
	await openNewWorkflow(page);
	await page.getByTestId('canvas-add-button').click();
	await creator.getByText('Trigger manually').click();
	await page.getByTestId('canvas-node').first().waitFor();
	await page.getByTestId('node-creator-plus-button').first().click();
	await page.getByTestId('node-creator-search-bar').first().fill(title);
	const found = creator.getByTestId('node-creator-item-name').getByText(title, { exact: true });
	await found.first().click();
	await creator.getByText(action, { exact: true }).first().click();
	await page.getByTestId('ndv').waitFor();
}

// Which texts there are: test/unit. Here stands that n8n shows them.
describe('in the editor, a builder', () => {
	const fixture = useFixture();
	const browser = forSuite(launchBrowser);
	let page: Page;
	before(async () => (page = await openEditor(browser, fixture.api)));
	beforeEach(async () => {
		await fixture.control.reset();
		await fixture.api.deleteCredentials();
	});
	/** Stores a workflow over items, and opens the panel of the node. */
	async function openPayments(items: object[], parameters: Record<string, unknown>): Promise<void> {
		// Without look-ups, unclear payouts stay so.
		const credential = await fixture.createCredential({ ...pastedToken, payoutPath: '' });
		const { id } = await fixture.store(items, { parameters }, credential);
		await openWorkflow(page, id);
		await openNode(page, nodeNames.payments);
	}
	const fault = async (request: Fault) =>
		await fixture.control.addFault({ operation: 'createBankPayout', ...request });
	const sent = async () => payoutRequests(await fixture.control.ledger()).map(({ body }) => body);
	const typeAll = async (values: Record<string, string>) => {
		for (const each of Object.entries(values)) await typeText(page, ...each);
	};

	/** Saves the open credential with these values and reads why n8n could not connect. */
	async function refused(values: Record<string, string>, reason: RegExp): Promise<void> {
		await fillCredential(page, values);
		const text = await saveAndTest(page, reason);
		assert.match(text, new RegExp(testTexts.failed));
		assert.doesNotMatch(text, /a-wrong-key/);
	}

	it('makes a credential, reads what is wrong with it, corrects it, uses it, and spoils it later', async () => {
		await addToNewWorkflow(page, 'Preview card payment');
		await newCredential(page);
		const { url, baseUrl } = fixture.sandbox;
		const keys = { clientId: 'sandbox-client', apiKey: 'a-wrong-key' };
		await refused(
			{ baseUrl: url, ...keys },
			/No access is given at .*\(HTTP 404\)\. Check Base URL .*third-parties/,
		);
		const wrongKey = /Client ID or API Key is not accepted/;
		await refused({ baseUrl }, wrongKey);
		await fillCredential(page, { apiKey: 'sandbox-key' });
		await saveAndTest(page, new RegExp(testTexts.succeeded));
		await closeCredential(page);
		await typeAll({ amount: '25.00', orderReference: 'INV-1' });
		assert.match(await executeStep(page), executedSuccessfully);
		assert.match((await outputTable(page))[0]?.activeMethods ?? '', /VISA/);
		await openCredential(page);
		await refused({ apiKey: 'a-wrong-key' }, wrongKey);
		await closeCredential(page);
	});

	it('fills in a payout, sees its request first, and then pays', async () => {
		const items = samplePayouts(2, 'MAPPED');
		const { resource, operation, accountNumber } = fromItem.createBankPayout;
		await openPayments(items, {
			...{ resource, operation, accountNumber },
			accountName: '={{ $json.accountName.toUpperCase() }}',
			orderReference: "={{ $now.toFormat('yyyyMMdd') }}{{ $json.orderReference }}",
			bic: { __rl: true, mode: 'list', value: '' },
			// One at a time, in their order.
			options: { concurrency: 1 },
		});
		// Before the first click.
		const warned = outputPanel(page).getByTestId('run-data-hints');
		await warned.getByText(/No Maximum Amount is set/).waitFor();
		const warnings = await warned.innerText();
		assert.match(warnings, /\$now\.format\('yyyyMMdd'\), which changes with the day/);
		await select(page, 'currency', 'USD');
		await selectBank(page, 'crdb', 'CRDB Bank (CORUTZTZ)');
		await select(page, 'transferType', 'RTGS');
		await add(page, 'Add Field', 'Beneficiary Receives');
		await select(page, 'accountCurrency', 'TZS');
		await add(page, 'Add Option', 'Validate Only');
		await toggle(page, 'validateOnly');
		// Thousands with a point are neither taken for 150 in the field nor sent.
		await typeAll({ amount: '150.000' });
		assert.match(await executeStep(page), problem);
		await errorView(page, /Amount is "150\.000"; .*at most two decimals/);

		await typeAll({ amount: '1500.5' });
		// The pointer is still above it when somebody scrolls on to the next field.
		await field(page, 'amount').click();
		await page.mouse.wheel(0, 300);
		assert.match(await executeStep(page), executedSuccessfully);
		assert.match((await outputTable(page))[0]?.request ?? '', /amount\s*:\s*1500\.5\b/);
		assert.deepEqual(await sent(), []);

		await toggle(page, 'validateOnly');
		assert.match(await executeStep(page), executedSuccessfully);
		const bodies = (await sent()) as Array<Record<string, unknown>>;
		const same = { amount: 1500.5, currency: 'USD', bic: 'CORUTZTZ', transferType: 'RTGS' };
		for (const [index, { accountNumber, accountName }] of items.entries()) {
			const { orderReference, ...body } = bodies[index] ?? {};
			assert.match(String(orderReference), /^\d{8}MAPPED-\d+$/);
			const mapped = { accountNumber, accountName: String(accountName).toUpperCase() };
			assert.deepEqual(body, { ...same, ...mapped, accountCurrency: 'TZS' });
		}
	});

	it('reads each outcome on a line of its own where the workflow stops, however long a reference is', async () => {
		const items = samplePayouts(4, 'STOP');
		const long = `STOP${'X'.repeat(140)}`;
		items[1]!.orderReference = long;
		await fault({ kind: 'dropAfter', orderReference: long });
		await openPayments(items, payouts);
		assert.match(await executeStep(page), problem);
		const description = await errorView(page, /^STOPX+… \(item 2\): .*lost/);
		assert.deepEqual(description.split('\n').slice(1), [
			'Accepted (1): STOP-001.',
			// As long as fits on a line of the panel.
			`Unknown, perhaps paid (1): ${long.slice(0, 40)}….`,
			'Not sent (2): STOP-003, STOP-004.',
		]);
		const panel = await outputPanel(page).boundingBox();
		const message = outputPanel(page).locator('[data-test-id="node-error-message"] > *');
		const text = await message.first().boundingBox();
		assert.ok(panel !== null && text !== null);
		assert.ok(text.x + text.width <= panel.x + panel.width, JSON.stringify({ panel, text }));
	});

	it('sees what was paid and what was not on data that is pinned where the node before never ran', async () => {
		const items = samplePayouts(3, 'PIN');
		await fault({ kind: 'statusBefore', status: 422, orderReference: 'PIN-002' });
		const node = { parameters: payouts, onError: 'continueErrorOutput' } as const;
		const workflow = paymentWorkflow('Pinned', items, node, await fixture.createCredential());
		const pinData = { Items: items.map((json) => ({ json })) };
		const { id } = await fixture.api.createWorkflow({ ...workflow, pinData });
		await openWorkflow(page, id);
		await openNode(page, nodeNames.payments);
		assert.match(await executeStep(page), executedSuccessfully);
		const column = async (name: string) => (await outputTable(page)).map((row) => row[name]);
		assert.deepEqual(await column('orderReference'), ['PIN-001', 'PIN-003']);
		assert.deepEqual(await column('status'), ['AUTHORIZED', 'AUTHORIZED']);
		await outputPanel(page)
			.getByText(/^Error/)
			.first()
			.click();
		const [refused = ''] = await column('message');
		assert.match(refused, /^PIN-002 \(item 2\): No money moved\./);
	});
});
