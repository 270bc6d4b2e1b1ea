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
import { samplePayouts } from '../../../workbench/workflows/workflows';

const bic = { __rl: true, mode: 'list', value: '' };
const emptyPayout = { parameters: { resource: 'payout', operation: 'createBankPayout', bic } };

describe('in the editor, a builder who fills in a payout', () => {
	const editor = useEditor();
	const page = standIn(() => editor.page);
	beforeEach(async () => await editor.fixture.control.reset());

	it('is told why the list of banks cannot be loaded, and what to do instead', async () => {
		const lost = { ...fixedToken, banksPath: '/nowhere' };
		const credential = await editor.fixture.createCredential(lost);
		await editor.openPayments('No banks', [{}], emptyPayout, credential);
		await nodeView(page).locator('[data-test-id="resource-locator-bic"]').first().click();
		await page.getByText(/there is none at this address \(HTTP 404\)\. Choose By BIC/).waitFor();
	});

	it('maps fields by dragging and by an expression, and is warned of a reference that changes', async () => {
		const items = samplePayouts(3, 'MAPPED');
		await editor.openPayments('Mapped', items, emptyPayout);
		await executePreviousNodes(page);
		for (const name of ['amount', 'accountNumber']) await dragFromInput(page, name, name);
		await typeExpression(page, 'accountName', '$json.accountName.toUpperCase()', /BENEFICIARY\s1/);
		await typeExpression(page, 'orderReference', '$now.toMillis() + $itemIndex', /\d{13}/);
		await selectBank(page, 'crdb', 'CRDB Bank (CORUTZTZ)');

		assert.match(await executeStep(page), executedSuccessfully);
		assert.equal((await outputTable(page)).length, items.length);
		const sent = bodiesSent(await editor.fixture.control.ledger(), 'createBankPayout');
		assert.deepEqual(
			sent.map((body) => (body as { accountName: string }).accountName).sort(),
			items.map(({ accountName }) => String(accountName).toUpperCase()),
		);
		assert.match(await outputHints(page), /uses \$now, which changes with every run/);
	});
});
