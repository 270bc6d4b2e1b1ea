import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../../../workbench/instance/api';
import { failureText, outputOf } from '../../../workbench/instance/executions';
import { startFixture, type Fixture } from '../../../workbench/instance/fixture';
import {
	fromItem,
	nodeNames,
	sampleCardPayments,
	samplePayouts,
} from '../../../workbench/workflows/workflows';

/** One bad value for each operation: test/engine/badInput.test.ts tries every field and value. */
const cases = [
	['initiate', sampleCardPayments(5), 'customerId', 'Customer ID', undefined],
	['preview', sampleCardPayments(5), 'currency', 'Currency', 'EUR'],
	['createBankPayout', samplePayouts(5), 'accountNumber', 'Account Number', 2 ** 60],
] as const;

describe('bad input in a real n8n', () => {
	let fixture: Fixture;
	let credential: StoredCredential;
	before(async () => {
		fixture = await startFixture();
		credential = await fixture.createCredential();
	});
	after(async () => await fixture?.close());
	beforeEach(async () => await fixture.control.reset());

	for (const [operation, items, field, label, value] of cases) {
		it(`${operation}: sends nothing when ${label} is ${value} in one of five items`, async () => {
			const bad = items.map((item, index) => (index === 3 ? { ...item, [field]: value } : item));
			const node = { parameters: fromItem[operation] };
			const execution = await fixture.pay(bad, node, credential);

			assert.equal(execution.status, 'error');
			const { message = '' } = execution.data.resultData.error ?? {};
			assert.match(message, /Item 3\b/);
			assert.ok(message.includes(label), `"${label}" is not named in: ${message}`);
			const { requests } = await fixture.control.ledger();
			assert.deepEqual(requests, []);
		});
	}

	it('lists every bad item in one message', async () => {
		const bad = samplePayouts(5).map((item, index) =>
			index % 2 === 1 ? { ...item, amount: 'abc' } : item,
		);
		const execution = await fixture.pay(bad, { parameters: fromItem.createBankPayout }, credential);

		const text = failureText(execution);
		for (const item of [1, 3]) assert.match(text, new RegExp(`Item ${item}\\b`));
		for (const item of [0, 2, 4]) assert.doesNotMatch(text, new RegExp(`Item ${item}\\b`));
		assert.deepEqual((await fixture.control.ledger()).requests, []);
	});

	it('pays the good items and reports the bad one when told to continue', async () => {
		const bad = samplePayouts(5).map((item, index) =>
			index === 3 ? { ...item, amount: '10.999' } : item,
		);
		const execution = await fixture.pay(
			bad,
			{ parameters: fromItem.createBankPayout, onError: 'continueErrorOutput' },
			credential,
		);

		assert.equal(execution.status, 'success');
		assert.equal(outputOf(execution, nodeNames.payments, 0).length, 4);
		const [failed] = outputOf(execution, nodeNames.payments, 1);
		assert.equal((failed?.json.details as { outcome?: string }).outcome, 'invalid');
		assert.deepEqual(Object.keys((await fixture.control.ledger()).paid).sort(), [
			'PAYOUT-001',
			'PAYOUT-002',
			'PAYOUT-003',
			'PAYOUT-005',
		]);
	});

	it('keeps the leading zeros of an account number', async () => {
		const [item] = samplePayouts(1);
		await fixture.pay(
			[{ ...item, accountNumber: '0001234' }],
			{ parameters: fromItem.createBankPayout },
			credential,
		);

		const { payouts } = await fixture.control.ledger();
		assert.equal(payouts[0]?.beneficiary.accountNumber, '0001234');
	});
});
