import {
	checkPayments,
	draftPayment,
} from '../../../../nodes/CardBankPayments/executor/check/checkDrafts';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { payoutDraft } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

type Limits = Parameters<typeof checkPayments>[2];

const amount = (maximumAmount: bigint): Limits => ({ maximumAmount });
const total = (maximumTotal: bigint): Limits => ({ maximumTotal });

/** Checks one payout for each amount; an amount with a currency is written "5 USD". */
function check(amounts: string[], limits: Limits, effect: Effect = 'payout') {
	const drafts = amounts.map((text, index) => {
		const [units, currency = 'TZS'] = text.split(' ');
		return payoutDraft(index, { amount: units, currency });
	});
	const { payments, invalid } = checkPayments(drafts.map(draftPayment), effect, limits);
	return {
		sent: payments.map(({ index }) => index),
		says: invalid.map(({ says }) => says),
		invalid,
	};
}

const held = { maximumAmount: 5_000n, maximumTotal: 5_000n };

describe('the limits of a run', () => {
	it.each<[string, Limits, string[], number[]]>([
		['an amount of the maximum, and no cent more', amount(10_000n), ['100.00', '100.01'], [0]],
		['amounts in cents, where floating point is off', amount(29n), ['0.29', '0.30'], [0]],
		['large amounts too', amount(900719925474098n), ['9007199254740.99'], []],
		['each in its own currency', amount(10_000n), ['100.01 USD', '100 TZS'], [1]],
		['a total of the maximum', total(30n), ['0.10', '0.20'], [0, 1]],
		['no payout where the total is a cent more', total(30n), ['0.10', '0.21'], []],
		['what is not sent anyway', held, ['60', '60', '-1'], []],
		['the total of what is sent', held, ['60', '50', 'x'], [1]],
		['everything where none is set', {}, ['999999999999.99', '999999999999.99'], [0, 1]],
	])('let pass %s', (_, limits, amounts, sent) => {
		expect(check(amounts, limits).sent).toEqual(sent);
	});

	it('say what is above the maximum amount', () => {
		const { says, invalid } = check(['5', '100.01', '100.01 USD'], amount(10_000n));
		expect(says).toEqual([
			'Amount is 100.01 TZS, above the Maximum Amount of 100.00',
			'Amount is 100.01 USD, above the Maximum Amount of 100.00',
		]);
		expect(invalid[0]).toMatchObject({ index: 1, orderReference: 'INV-1', outcome: 'invalid' });
		says.forEach(expectGoodWording);
	});

	it('say what is above the maximum total, counted for each currency by itself', () => {
		const amounts = ['60 TZS', '60 USD', '60 TZS', '40 USD'];
		const { sent, says, invalid } = check(amounts, total(10_000n));
		expect(sent).toEqual([1, 3]);
		const above = 'The payouts of this run total 120.00 TZS, above the Maximum Total of 100.00';
		expect(says).toEqual([above, above]);
		// No item is wrong.
		expect(invalid[0]?.nextStep).toBe(
			'Together the payouts are above Maximum Total: raise it, or send fewer',
		);
		expectGoodWording(above);
	});

	it('add up to the cent over thousands of payouts', () => {
		const amounts = Array<string>(3000).fill('0.10');
		expect(check(amounts, total(30_000n)).sent).toHaveLength(3000);
		expect(check(amounts, total(29_999n)).sent).toHaveLength(0);
	});

	it.each(['none', 'paymentLink'] as const)('are for payouts only (%s)', (effect) => {
		const limits = { maximumAmount: 1n, maximumTotal: 1n };
		expect(check(['5', '5'], limits, effect).sent).toEqual([0, 1]);
	});
});
