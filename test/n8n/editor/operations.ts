import assert from 'node:assert/strict';
import { before, beforeEach, describe, it } from 'node:test';
import { bodiesSent, sentTo } from '../../../workbench/instance/assertions';
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
import { fromItem, samplePayouts } from '../../../workbench/workflows/workflows';

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

	async function fillInCardPayment(): Promise<void> {
		await type(page, 'amount', '25.50');
		await type(page, 'orderReference', 'INV-204');
	}
	const cardBody = { amount: '25.50', currency: 'USD', orderReference: 'INV-204' };

	it('gets a link to pay at', async () => {
		await addAction(page, title, 'Initiate card payment');
		await fillInCardPayment();
		await type(page, 'customerId', 'CUST-1001');
		await add(page, 'Add Field', 'Checksum');
		await type(page, 'checksum', 'ab'.repeat(32));
		await add(page, 'Add Option', 'Timeout (Ms)');
		await type(page, 'timeout', '20000');

		assert.match(await executeStep(page), executedSuccessfully);
		const [item = {}] = await outputTable(page);
		const seen = await ledger();
		assert.deepEqual(bodiesSent(seen, 'initiateCardPayment'), [
			{ ...cardBody, customer: { id: 'CUST-1001' }, checksum: 'ab'.repeat(32) },
		]);
		assert.equal(item.cardPaymentLink, seen.cardPayments[0]?.cardPaymentLink);
		assert.equal((await fetch(item.cardPaymentLink ?? '')).status, 200);
	});

	it('names the payer by details instead of an ID, and gets a link to pay at', async () => {
		await addAction(page, title, 'Initiate card payment');
		await fillInCardPayment();
		const details = { customerFullName: 'Asha Mushi', customerEmail: 'asha@example.com' };
		const names = ['customerId', ...Object.keys(details), 'customerPhoneNumber'];
		const shown = async () =>
			await Promise.all(names.map(async (name) => await field(page, name).isVisible()));
		assert.deepEqual(await shown(), [true, false, false, false]);
		await type(page, 'customerId', 'HIDDEN-1');
		await select(page, 'customer', 'Customer Details');
		await field(page, 'customerPhoneNumber').waitFor();
		assert.deepEqual(await shown(), [false, true, true, true]);
		for (const [name, text] of Object.entries(details)) await type(page, name, text);

		assert.match(await executeStep(page), /"Phone Number" is required/);
		await type(page, 'customerPhoneNumber', '255712345678');
		assert.match(await executeStep(page), executedSuccessfully);
		const [body] = bodiesSent(await ledger(), 'initiateCardPayment');
		assert.deepEqual((body as { customer: object }).customer, {
			fullName: 'Asha Mushi',
			email: 'asha@example.com',
			phoneNumber: '255712345678',
		});

		await select(page, 'customer', 'Customer ID');
		await field(page, 'customerId').waitFor();
		assert.deepEqual(await shown(), [true, false, false, false]);
	});

	it('sees the card methods and their fees, and starts nothing', async () => {
		await addAction(page, title, 'Preview card payment');
		await fillInCardPayment();
		assert.equal(await field(page, 'customerId').count(), 0);

		assert.match(await executeStep(page), executedSuccessfully);
		const [item = {}] = await outputTable(page);
		assert.match(item.activeMethods ?? '', /VISA[^]*MASTERCARD/);
		assert.match(item.activeMethods ?? '', /fee\s*:\s*\d+\.\d\d/);
		const seen = await ledger();
		assert.deepEqual(bodiesSent(seen, 'previewCardPayment'), [cardBody]);
		assert.deepEqual(seen.cardPayments, []);
	});

	async function fillInPayout(amount = '1500.50'): Promise<void> {
		await type(page, 'amount', amount);
		await select(page, 'currency', 'USD');
		await type(page, 'orderReference', 'PAYOUT-7');
		await type(page, 'accountNumber', '0150123456789');
		await type(page, 'accountName', 'Asha Mushi');
		await selectBank(page, 'crdb', 'CRDB Bank (CORUTZTZ)');
		await select(page, 'transferType', 'RTGS');
	}
	const payoutBody = {
		amount: 1500.5,
		currency: 'USD',
		orderReference: 'PAYOUT-7',
		accountNumber: '0150123456789',
		accountName: 'Asha Mushi',
		bic: 'CORUTZTZ',
		transferType: 'RTGS',
	};

	it('pays a beneficiary whose bank was chosen from the list', async () => {
		await addAction(page, title, 'Create bank payout');
		await fillInPayout();
		await add(page, 'Add Field', 'Account Currency');
		await select(page, 'accountCurrency', 'TZS');
		await add(page, 'Add Option', 'Maximum Amount');
		await type(page, 'maximumAmount', '2000');

		assert.match(await executeStep(page), executedSuccessfully);
		const [item = {}] = await outputTable(page);
		const seen = await ledger();
		const body = { ...payoutBody, accountCurrency: 'TZS' };
		assert.deepEqual(bodiesSent(seen, 'createBankPayout'), [body]);
		assert.deepEqual(seen.paid, { 'PAYOUT-7': 1 });
		assert.equal(item.id, seen.payouts[0]?.id);
		assert.equal(item.orderReference, 'PAYOUT-7');
		assert.match(item.status ?? '', /AUTHORIZED/);
		assert.match(item.beneficiary ?? '', /Asha Mushi/);
	});

	it('sees what became of a payout', async () => {
		const [credential] = await editor.fixture.api.listCredentials();
		const node = { parameters: fromItem.createBankPayout };
		await editor.fixture.pay(samplePayouts(1, 'FOLLOW'), node, credential);
		await addAction(page, title, 'Get payout');
		await type(page, 'orderReference', 'FOLLOW-001');

		assert.match(await executeStep(page), executedSuccessfully);
		const [row = {}] = await outputTable(page);
		assert.equal(row.id, (await ledger()).payouts[0]?.id);
		assert.match(row.status ?? '', /AUTHORIZED|SUCCESS/);
	});

	it('sees the request of a payout, which the option Validate Only does not send', async () => {
		await addAction(page, title, 'Create bank payout');
		await fillInPayout();
		await add(page, 'Add Option', 'Validate Only');
		await toggle(page, 'validateOnly');

		assert.match(await executeStep(page), executedSuccessfully);
		const [item = {}] = await outputTable(page);
		assert.match(item.request ?? '', /payouts\/create-bank-payout/);
		assert.match(item.request ?? '', /amount\s*:\s*1500\.5\b/);
		const seen = await ledger();
		assert.deepEqual(seen.payouts, []);
		assert.deepEqual(sentTo(seen, 'createBankPayout'), []);
	});

	it('is told about a third decimal, which is neither rounded in the field nor sent', async () => {
		await addAction(page, title, 'Create bank payout');
		await fillInPayout('10.005');
		assert.equal(await field(page, 'amount').locator('input').inputValue(), '10.005');

		assert.match(await executeStep(page), /Problem in node/);
		await errorView(page, /Amount is 10\.005; .*at most two decimals/);
		assert.deepEqual((await ledger()).payouts, []);
	});

	it('is told which fields are still empty, and then that the amount is', async () => {
		await addAction(page, title, 'Create bank payout');
		const empty = await executeStep(page);
		for (const label of ['Order Reference', 'Account Number', 'Account Name', 'Bank']) {
			assert.match(empty, new RegExp(`"${label}" is required`));
		}
		await fillInPayout('0');
		assert.match(await executeStep(page), /Problem in node/);
		assert.deepEqual(await errorView(page, /Amount is 0/), {
			message:
				'Nothing was sent: the item needs a correction. Item 1, order reference PAYOUT-7: Amount is 0; enter an amount of more than zero.',
			description: 'Correct the item, then run it again.',
		});
		assert.deepEqual((await ledger()).payouts, []);
	});
});
