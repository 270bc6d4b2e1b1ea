import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { StoredCredential } from '../harness/api';
import { failureText, outputOf } from '../harness/executions';
import { startFixture, type Fixture } from '../harness/fixture';
import { fromItem, nodeNames, sampleCardPayments, samplePayouts } from '../harness/workflows';

/** A field as it is called on the node, the wrong value, and what is wrong with it. */
interface Mistake {
	what: string;
	field: string;
	label: string;
	value: unknown;
}

const badAmounts: Mistake[] = [0, -1, '0', '-1', 'abc', '1,000', '1e3', '10.999', 10.999, ' '].map(
	(value) => ({
		what: `the amount ${JSON.stringify(value)}`,
		field: 'amount',
		label: 'Amount',
		value,
	}),
);

const unknownCurrency: Mistake = {
	what: 'an unknown currency',
	field: 'currency',
	label: 'Currency',
	value: 'EUR',
};

const missing = (field: string, label: string): Mistake[] => [
	{ what: `no ${label}`, field, label, value: undefined },
	{ what: `an empty ${label}`, field, label, value: '' },
];

const cases = {
	initiate: {
		items: () => sampleCardPayments(5),
		mistakes: [
			...badAmounts,
			unknownCurrency,
			...missing('amount', 'Amount'),
			...missing('currency', 'Currency'),
			...missing('orderReference', 'Order Reference'),
			...missing('customerId', 'Customer ID'),
		],
	},
	preview: {
		items: () => sampleCardPayments(5),
		mistakes: [
			...badAmounts,
			unknownCurrency,
			...missing('amount', 'Amount'),
			...missing('currency', 'Currency'),
			...missing('orderReference', 'Order Reference'),
		],
	},
	createBankPayout: {
		items: () => samplePayouts(5),
		mistakes: [
			...badAmounts,
			unknownCurrency,
			...missing('amount', 'Amount'),
			...missing('currency', 'Currency'),
			...missing('orderReference', 'Order Reference'),
			...missing('accountNumber', 'Account Number'),
			...missing('accountName', 'Account Name'),
			...missing('bic', 'Bank'),
			...missing('transferType', 'Transfer Type'),
			{
				what: 'an account number that a number cannot hold exactly',
				field: 'accountNumber',
				label: 'Account Number',
				value: 2 ** 60,
			},
			{
				what: 'an unknown transfer type',
				field: 'transferType',
				label: 'Transfer Type',
				value: 'SWIFT',
			},
		],
	},
};

describe('bad input in a real n8n', () => {
	let fixture: Fixture;
	let credential: StoredCredential;
	before(async () => {
		fixture = await startFixture();
		credential = await fixture.createCredential();
	});
	after(async () => await fixture?.close());
	beforeEach(async () => await fixture.control.reset());

	for (const [operation, { items, mistakes }] of Object.entries(cases)) {
		const parameters = fromItem[operation as keyof typeof cases];

		for (const { what, field, label, value } of mistakes) {
			it(`${operation}: sends nothing when one of five items has ${what}`, async () => {
				const bad = items().map((item, index) =>
					index === 3 ? { ...item, [field]: value } : item,
				);
				const execution = await fixture.pay(bad, { parameters }, credential);

				assert.equal(execution.status, 'error');
				const { message = '' } = execution.data.resultData.error ?? {};
				assert.match(message, /Item 3\b/);
				assert.ok(message.includes(label), `"${label}" is not named in: ${message}`);
				const { requests } = await fixture.control.ledger();
				assert.deepEqual(requests, []);
			});
		}
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
