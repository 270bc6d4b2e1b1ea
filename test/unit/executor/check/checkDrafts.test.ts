import fc from 'fast-check';
import {
	checkPayments,
	draftPayment,
} from '../../../../nodes/CardBankPayments/executor/check/checkDrafts';
import type { Draft } from '../../../../nodes/CardBankPayments/executor/read/readDrafts';
import { initiate } from '../../../../nodes/CardBankPayments/resources/cardPayment/initiate';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { draft, fieldsOf, goodPayout, payoutDraft } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const check = (drafts: Draft[], limits = {}, effect: Effect = 'payout') =>
	checkPayments(drafts.map(draftPayment), effect, limits);
const reasonFor = (changes: Record<string, unknown>) =>
	check([payoutDraft(0, changes)]).invalid[0]?.says;
const indexes = (items: Array<{ index: number }>) => items.map(({ index }) => index);

describe('checking an item', () => {
	it('makes the body of a good payout, with the amount as a number', () => {
		const { payments, invalid } = check([draft(4, { ...goodPayout, amount: '1500.50' })]);
		expect(invalid).toEqual([]);
		expect(payments).toEqual([
			{ index: 4, orderReference: 'INV-1', cents: 150050n, currency: 'TZS', body: goodPayout },
		]);
	});

	it('makes the body of a good card payment, with the amount as text', () => {
		const same = { currency: 'USD', orderReference: 'INV-1', checksum: 'abc' };
		const item = draft(0, { ...same, amount: 25, customerId: 7 }, initiate);
		const [card] = check([item], {}, 'paymentLink').payments;
		expect(card).toMatchObject({ cents: 2500n, currency: 'USD' });
		expect(card?.body).toEqual({ ...same, amount: '25', customer: { id: '7' } });
	});

	it('makes no body of a reference to ask about, which goes into the path', () => {
		const [question] = check([draft(0, { orderReference: 'INV-1' }, get)], {}, 'none').payments;
		expect(question).toEqual({ index: 0, orderReference: 'INV-1' });
	});

	it.each([...fieldsOf(createBankPayout).values()].filter(({ required }) => required))(
		'refuses an empty $displayName',
		({ name, displayName }) => {
			for (const empty of ['', null, undefined]) {
				expect(reasonFor({ [name]: empty })).toBe(`${displayName} is required but empty`);
			}
		},
	);

	it('refuses an optional field that was added but is empty', () => {
		expect(reasonFor({ checksum: '' })).toBe('Checksum was added but is empty');
		const reason = reasonFor({ accountCurrency: undefined });
		expect(reason).toBe('Account Currency was added but is empty');
	});

	it.each([
		['currency', 'EUR', 'Currency is "EUR"; use one of TZS, USD'],
		['currency', 'tzs', 'Currency is "tzs"; use one of TZS, USD'],
		['transferType', 'SWIFT', 'Transfer Type is "SWIFT"; use one of ACH, RTGS'],
		['accountCurrency', 'USD', 'Account Currency is "USD"; use one of TZS'],
		['currency', ['TZS'], 'Currency is a list; use one of TZS, USD'],
		['currency', { toString: 'TZS' }, 'Currency is an object; use one of TZS, USD'],
		['currency', 0, 'Currency is 0; use one of TZS, USD'],
		['amount', 0, 'Amount is 0; enter an amount of more than zero'],
		['accountNumber', 1e20, /^Account Number .*format the column as text/],
		['accountName', 'Asha ', /^Account Name starts or ends with white space/],
		['bic', true, 'Bank must be text, but is boolean'],
	])('refuses the %s %p and names the field', (name, value, reason) => {
		expect(reasonFor({ [name]: value })).toEqual(
			typeof reason === 'string' ? reason : expect.stringMatching(reason),
		);
	});

	it('cuts a long value that is none of the choices', () => {
		expect(reasonFor({ currency: 'x'.repeat(100_000) })).toContain(`"${'x'.repeat(40)}…"`);
	});

	it('lists everything that is wrong with an item', () => {
		const item = payoutDraft(2, { amount: -1, currency: 'EUR', bic: '' });
		const [amount] = [...item.values.keys()];
		if (amount) item.unreadable.set(amount, 'No data found');
		const { payments, invalid } = check([item]);
		expect(payments).toEqual([]);
		expect(invalid).toHaveLength(1);
		expect(invalid[0]).toMatchObject({ index: 2, orderReference: 'INV-2', outcome: 'invalid' });
		expect(invalid[0]?.says).toMatch(
			/Amount could not be read: No data found; Amount is -1; .*; Currency is "EUR"; .*; Bank is required but empty$/,
		);
		expectGoodWording(invalid[0]?.says as string);
	});

	it('never sends an item with a field that could not be read', () => {
		const item = payoutDraft(0);
		const checksum = fieldsOf(createBankPayout).get('checksum');
		if (checksum) item.unreadable.set(checksum, 'No data found');
		expect(check([item]).payments).toEqual([]);
	});

	it('never sends an item without an order reference', () => {
		const { payments, invalid } = check([payoutDraft(0, { orderReference: '' }), payoutDraft(1)]);
		expect(indexes(payments)).toEqual([1]);
		expect(invalid[0]?.orderReference).toBeUndefined();
	});

	it('puts every item on exactly one side, in its order', () => {
		fc.assert(
			fc.property(fc.array(fc.constantFrom(5, 0, 'x', '7.50', 1.234)), (amounts) => {
				const { payments, invalid } = check(
					amounts.map((amount, index) => payoutDraft(index, { amount })),
				);
				const good = amounts.flatMap((amount, index) =>
					amount === 5 || amount === '7.50' ? [index] : [],
				);
				expect(indexes(payments)).toEqual(good);
				expect(indexes(invalid)).toEqual(
					amounts.map((_, index) => index).filter((index) => !good.includes(index)),
				);
			}),
		);
	});
});

describe('an order reference that is used twice in a run', () => {
	const using = (...references: unknown[]) =>
		references.map((orderReference, index) => payoutDraft(index, { orderReference }));

	it.each(['payout', 'paymentLink'] as const)('holds back both items (%s)', (effect) => {
		const { payments, invalid } = check(using('A', 'B', 'A'), {}, effect);
		expect(indexes(payments)).toEqual([1]);
		expect(invalid.map(({ says }) => says)).toEqual([
			'Order Reference is the same as that of item 3',
			'Order Reference is the same as that of item 1',
		]);
	});

	it('is harmless when nothing comes of a request', () => {
		expect(indexes(check(using('A', 'B', 'A'), {}, 'none').payments)).toEqual([0, 1, 2]);
	});

	it('is noticed when one of them is a number, and told apart from one in other letters', () => {
		expect(check(using(204, '204')).payments).toEqual([]);
		expect(indexes(check(using('a', 'A')).payments)).toEqual([0, 1]);
	});

	it('stays small with ten thousand items', () => {
		const drafts = using(...Array<string>(10_000).fill('A'));
		const { payments, invalid } = check(drafts, { maximumTotal: 1n, maximumAmount: 1n });
		expect(payments).toEqual([]);
		expect(invalid).toHaveLength(10_000);
		expect(Math.max(...invalid.map(({ says }) => says.length))).toBeLessThan(200);
	});
});
