import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { bodiesSent } from '../../../workbench/instance/assertions';
import { fixedToken, useEditor } from '../../../workbench/editor/editor';
import {
	dragFromInput,
	executePreviousNodes,
	executedSuccessfully,
	executeStep,
	nodeView,
	outputHints,
	outputTable,
	selectBank,
	typeExpression,
} from '../../../workbench/editor/nodeView';
import { standIn } from '../../../workbench/servers/forSuite';
import { fromItem, samplePayouts } from '../../../workbench/workflows/workflows';

const bic = { __rl: true, mode: 'list', value: '' };
const emptyPayout = { parameters: { resource: 'payout', operation: 'createBankPayout', bic } };

describe('in the editor, a builder who fills in a payout', () => {
	const editor = useEditor();
	const page = standIn(() => editor.page);
	beforeEach(async () => await editor.fixture.control.reset());

	const bank = () => nodeView(page).locator('[data-test-id="resource-locator-bic"]').first();
	const ledger = async () => await editor.fixture.control.ledger();

	it('chooses the bank from the searchable list of the service', async () => {
		await editor.openPayments('Banks', [{}], emptyPayout);
		await bank().click();
		const offered = (label: string) =>
			page.locator('[data-test-id="rlc-item"]').getByText(label, { exact: true });
		await offered('CRDB Bank (CORUTZTZ)').waitFor();
		await page.locator('[data-test-id="rlc-search"]').first().fill('nmb');
		await offered('NMB Bank (NMIBTZTZ)').waitFor();
		await offered('CRDB Bank (CORUTZTZ)').waitFor({ state: 'hidden' });
		await offered('NMB Bank (NMIBTZTZ)').click();
		assert.match(await bank().locator('input').nth(1).inputValue(), /NMB Bank/);
	});

	it('is told why the list of banks cannot be loaded, and what to do instead', async () => {
		const lost = { ...fixedToken, banksPath: '/nowhere' };
		const credential = await editor.fixture.createCredential(lost);
		await editor.openPayments('No banks', [{}], emptyPayout, credential);
		await bank().click();
		await page.getByText(/there is none at this address \(HTTP 404\)\. Choose By BIC/).waitFor();
	});

	it('maps fields of the input by dragging and by typing an expression', async () => {
		const items = samplePayouts(3, 'MAPPED');
		await editor.openPayments('Mapped', items, emptyPayout);
		await executePreviousNodes(page);
		for (const name of ['amount', 'orderReference', 'accountNumber']) {
			await dragFromInput(page, name, name);
		}
		await typeExpression(page, 'accountName', '$json.accountName.toUpperCase()', /BENEFICIARY\s1/);
		await selectBank(page, 'crdb', 'CRDB Bank (CORUTZTZ)');

		assert.match(await executeStep(page), executedSuccessfully);
		const shown = (await outputTable(page)).map(({ orderReference }) => orderReference);
		assert.deepEqual(shown, ['MAPPED-001', 'MAPPED-002', 'MAPPED-003']);
		assert.deepEqual(
			bodiesSent(await ledger(), 'createBankPayout'),
			items.map((item) => ({ ...item, accountName: String(item.accountName).toUpperCase() })),
		);
		assert.equal((await outputHints(page)).trim(), '');
	});

	it('is warned of an order reference that changes with every run', async () => {
		const node = { parameters: { ...fromItem.createBankPayout, orderReference: '' } };
		await editor.openPayments('Changing', samplePayouts(2, 'CHANGING'), node);
		await executePreviousNodes(page);
		await typeExpression(page, 'orderReference', '$now.toMillis() + $itemIndex', /\d{13}/);

		assert.match(await executeStep(page), executedSuccessfully);
		assert.match(
			await outputHints(page),
			/The Order Reference uses \$now, which changes with every run\. Running this workflow again would then pay again\. Use something from your data instead, such as an invoice number\./,
		);
		assert.equal((await ledger()).payouts.length, 2);
	});
});
