import {
	checkPayments,
	draftPayment,
} from '../../../../nodes/CardBankPayments/executor/check/checkDrafts';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { payoutDraft } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

type Limits = Parameters<typeof checkPayments>[2];

/** Checks one payout for each amount; an amount with a currency is written "5 USD". */
function check(amounts: string[], limits: Limits, effect: Effect = 'payout') {
	const drafts = amounts.map((text, index) => {
		const [amount, currency = 'TZS'] = text.split(' ');
		return payoutDraft(index, { amount, currency });
	});
	const { payments, invalid } = checkPayments(drafts.map(draftPayment), effect, limits);
	return {
		sent: payments.map(({ index }) => index),
		says: invalid.map(({ says }) => says),
		invalid,
	};
}

describe('the maximum amount', () => {
	it('lets an amount of exactly the maximum pass, and not one cent more', () => {
		const { sent, says } = check(['100.00', '100.01', '99.99'], { maximumAmount: 10_000n });
		expect(sent).toEqual([0, 2]);
		expect(says).toEqual(['Amount is 100.01 TZS, above the Maximum Amount of 100.00']);
		expectGoodWording(says[0] as string);
	});

	it('holds for each payout in its own currency', () => {
		const { sent, says } = check(['100.01 USD', '100 TZS'], { maximumAmount: 10_000n });
		expect(sent).toEqual([1]);
		expect(says[0]).toContain('100.01 USD');
	});

	it('compares cents, where floating point would be off', () => {
		expect(check(['0.29', '0.30'], { maximumAmount: 29n }).sent).toEqual([0]);
		expect(check(['9007199254740.99'], { maximumAmount: 900719925474098n }).sent).toEqual([]);
	});
});

describe('the maximum total', () => {
	it('lets a total of exactly the maximum pass', () => {
		expect(check(['0.10', '0.20'], { maximumTotal: 30n }).sent).toEqual([0, 1]);
	});

	it('holds back all payouts of the currency when the total is one cent more', () => {
		const { sent, says } = check(['0.10', '0.21'], { maximumTotal: 30n });
		expect(sent).toEqual([]);
		expect(says).toEqual(
			Array(2).fill('The payouts of this run total 0.31 TZS, above the Maximum Total of 0.30'),
		);
		expectGoodWording(says[0] as string);
	});

	it('is counted for each currency by itself', () => {
		const { sent, says } = check(['60 TZS', '60 USD', '60 TZS', '40 USD'], {
			maximumTotal: 10_000n,
		});
		expect(sent).toEqual([1, 3]);
		expect(says[0]).toContain('120.00 TZS');
	});

	it('does not count what is not sent anyway', () => {
		const { sent } = check(['60', '60', '-1'], { maximumAmount: 5_000n, maximumTotal: 5_000n });
		expect(sent).toEqual([]);
		expect(check(['60', '50', 'x'], { maximumAmount: 5_000n, maximumTotal: 5_000n }).sent).toEqual([
			1,
		]);
	});

	it('adds up to the cent over thousands of payouts', () => {
		const amounts = Array.from({ length: 3000 }, () => '0.10');
		expect(check(amounts, { maximumTotal: 30_000n }).sent).toHaveLength(3000);
		expect(check(amounts, { maximumTotal: 29_999n }).sent).toHaveLength(0);
	});
});

describe('limits', () => {
	it('do not hold where none is set', () => {
		expect(check(['999999999999.99', '999999999999.99'], {}).sent).toEqual([0, 1]);
	});

	it.each(['none', 'paymentLink'] as const)('are for payouts only (%s)', (effect) => {
		const limits = { maximumAmount: 1n, maximumTotal: 1n };
		expect(check(['5', '5'], limits, effect).sent).toEqual([0, 1]);
	});

	it('name the item and its reference', () => {
		const { invalid } = check(['5', '500'], { maximumAmount: 1_000n });
		expect(invalid).toMatchObject([{ index: 1, orderReference: 'INV-1', outcome: 'invalid' }]);
	});
});
