import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { bodiesSent } from '../../../workbench/instance/assertions';
import { fixedToken, useEditor } from '../../../workbench/editor/editor';
import { addAction, beginWorkflow } from '../../../workbench/editor/nodeCreator';
import {
	add,
	errorView,
	executedSuccessfully,
	executeStep,
	field,
	outputTable,
	select,
	selectBank,
	toggle,
	type,
} from '../../../workbench/editor/nodeView';
import { standIn } from '../../../workbench/servers/forSuite';

const title = 'Card and Bank Payments';

describe('in the editor, a builder adds an operation from the node panel, fills it in, and', () => {
	const editor = useEditor();
	const page = standIn(() => editor.page);

	before(async () => {
		// n8n chooses the only credential of a kind by itself.
		await editor.fixture.createCredential(fixedToken);
	});
	beforeEach(async () => {
		await editor.fixture.control.reset();
		await beginWorkflow(page);
	});

	const ledger = async () => await editor.fixture.control.ledger();

	it('names the payer by details instead of an ID, and gets a link to pay at', async () => {
		await addAction(page, title, 'Initiate card payment');
		await type(page, 'amount', '25.50');
		await type(page, 'orderReference', 'INV-204');
		const details = { customerFullName: 'Asha Mushi', customerEmail: 'asha@example.com' };
		await type(page, 'customerId', 'HIDDEN-1');
		await select(page, 'customer', 'Customer Details');
		await field(page, 'customerPhoneNumber').waitFor();
		assert.equal(await field(page, 'customerId').isVisible(), false);
		for (const [name, text] of Object.entries(details)) await type(page, name, text);
		assert.match(await executeStep(page), /"Phone Number" is required/);

		await type(page, 'customerPhoneNumber', '255712345678');
		assert.match(await executeStep(page), executedSuccessfully);
		const [item = {}] = await outputTable(page);
		const customer = { fullName: 'Asha Mushi', email: 'asha@example.com' };
		const body = { amount: '25.50', currency: 'USD', orderReference: 'INV-204' };
		assert.deepEqual(bodiesSent(await ledger(), 'initiateCardPayment'), [
			{ ...body, customer: { ...customer, phoneNumber: '255712345678' } },
		]);
		assert.equal(item.cardPaymentLink, (await ledger()).cardPayments[0]?.cardPaymentLink);
	});

	const body = {
		...{ amount: 1500.5, currency: 'USD', orderReference: 'PAYOUT-7' },
		...{ accountNumber: '0150123456789', accountName: 'Asha Mushi', bic: 'CORUTZTZ' },
		...{ transferType: 'RTGS', accountCurrency: 'TZS' },
	};

	it('sees the request of a payout first, and then pays a beneficiary at a bank of the list', async () => {
		await addAction(page, title, 'Create bank payout');
		// A third decimal is neither rounded in the field nor sent.
		await type(page, 'amount', '10.005');
		for (const name of ['orderReference', 'accountNumber', 'accountName'] as const) {
			await type(page, name, body[name]);
		}
		await select(page, 'currency', body.currency);
		await selectBank(page, 'crdb', 'CRDB Bank (CORUTZTZ)');
		await select(page, 'transferType', body.transferType);
		await add(page, 'Add Field', 'Account Currency');
		await select(page, 'accountCurrency', body.accountCurrency);
		await add(page, 'Add Option', 'Validate Only');
		await toggle(page, 'validateOnly');
		assert.match(await executeStep(page), /Problem in node/);
		await errorView(page, /Amount is 10\.005; .*at most two decimals/);

		await type(page, 'amount', String(body.amount));
		assert.match(await executeStep(page), executedSuccessfully);
		assert.match((await outputTable(page))[0]?.request ?? '', /amount\s*:\s*1500\.5\b/);
		assert.deepEqual((await ledger()).payouts, []);

		await toggle(page, 'validateOnly');
		assert.match(await executeStep(page), executedSuccessfully);
		const [item = {}] = await outputTable(page);
		const seen = await ledger();
		assert.deepEqual(bodiesSent(seen, 'createBankPayout'), [body]);
		assert.equal(item.id, seen.payouts[0]?.id);
	});
});
