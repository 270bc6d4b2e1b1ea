import { checkPayments } from '../../../../nodes/CardBankPayments/executor/check/checkPayments';
import type { Effect } from '../../../../nodes/CardBankPayments/resources/operation';
import { checks } from '../../../../nodes/CardBankPayments/sentences/checks';
import { payment } from '../../support/payments';

const nobody = { paysEqual: new Set<number>() };

/** Checks payments given as `INV-1 60.00 USD`; of one that ends in `!`, the amount needs a correction. */
function check(given: string[], limits = {}, effect: Effect = 'payout') {
	const items = given.map((text, index) => {
		const [orderReference = '', amount = '', currency] = text.split(' ');
		if (text.endsWith('!')) return { index, orderReference, says: ['Amount is x', 'Bank is y'] };
		const cents = BigInt(amount.replace('.', ''));
		// Each to an account of its own.
		const body = { orderReference, accountNumber: `0150${index}` };
		return { index, says: [], payment: payment(index, { orderReference, cents, currency, body }) };
	});
	const { payments, invalid } = checkPayments(items, effect, { ...nobody, ...limits });
	return {
		sent: payments.map(({ index }) => index),
		invalid,
	};
}

const amount = (maximumAmount: bigint) => ({ maximumAmount });
const total = (maximumTotal: bigint) => ({ maximumTotal });
const held = { maximumAmount: 5_000n, maximumTotal: 5_000n };

it.each<[string, object, string[], number[]]>([
	['an amount of the maximum, and no cent more', amount(29n), ['A 0.29 TZS', 'B 0.30 TZS'], [0]],
	['each amount in its own currency', amount(10_000n), ['A 100.01 USD', 'B 100.00 TZS'], [1]],
	['a total of the maximum', total(30n), ['A 0.10 TZS', 'B 0.20 TZS'], [0, 1]],
	['no payout where the total is a cent more', total(30n), ['A 0.10 TZS', 'B 0.21 TZS'], []],
	['each currency by itself', total(9_000n), ['A 60.00 TZS', 'B 60.00 USD', 'C 40.00 TZS'], [1]],
	['a total without what is not sent', held, ['A 60.00 TZS', 'B 50.00 TZS', 'C x !'], [1]],
	['a total without repeats', held, ['A 50.00 TZS', 'A 50.00 TZS', 'B 50.00 TZS'], [2]],
	['references that differ in their letters', {}, ['a 1.00 TZS', 'A 1.00 TZS'], [0, 1]],
])('lets pass %s', (_, limits, given, sent) => {
	expect(check(given, limits).sent).toEqual(sent);
});

const repeats = (item: number) => ({ cause: 'item', ...checks.repeatedInItem({ item }) });

it('says what needs a correction, for each item', () => {
	const given = ['A 1000000.01 TZS', 'B 1.00 TZS', 'C x !', 'B 2.00 TZS', 'B 3.00 TZS'];
	const above = checks.aboveAmount({ amount: '1,000,000.01 TZS', maximum: '1,000,000.00' });
	expect(check(given, amount(100_000_000n)).invalid).toMatchObject([
		{ index: 2, orderReference: 'C', outcome: 'invalid', says: 'Amount is x; Bank is y' },
		{ index: 1, ...repeats(4) },
		{ index: 3, ...repeats(2) },
		{ index: 4, ...repeats(2) },
		{ index: 0, cause: 'item', held: 'maximum', ...above },
	]);
});

it('says of a total what to do, since no item is wrong', () => {
	const { invalid } = check(['A 6000.00 TZS', 'B 6000.00 TZS'], total(1_000_000n));
	const says = checks.aboveTotal({ total: '12,000.00 TZS', maximum: '10,000.00' });
	expect(invalid).toMatchObject([says, says]);
	expect(invalid[0]).toMatchObject({ cause: 'settings' });
	expect(invalid[0]?.held).toBeUndefined();
});

it.each<[Effect, number[]]>([
	['none', [0, 1, 2]],
	['paymentLink', [1]],
])('limits payouts only, and repeats where a reference is used up (%s)', (effect, sent) => {
	const given = ['A 5.00 TZS', 'B 5.00 TZS', 'A 5.00 TZS'];
	const limits = { maximumAmount: 1n, maximumTotal: 1n };
	expect(check(given, limits, effect).sent).toEqual(sent);
});

it('refuses days in the wrong order, and no others', () => {
	const days = [
		...[{ startDate: '2026-11-30', endDate: '2026-11-01' }, { startDate: '2026-11-01' }],
		...[{ startDate: '2026-11-01', endDate: '2026-11-01' }, { endDate: '2026-11-01' }, {}],
	];
	const items = days.map((query, index) => ({
		index,
		says: [],
		payment: payment(index, { query }),
	}));
	const { payments, invalid } = checkPayments(items, 'none', nobody);
	expect(payments.map(({ index }) => index)).toEqual([1, 2, 3, 4]);
	const says = checks.daysReversed({ first: '2026-11-30', last: '2026-11-01' });
	expect(invalid).toMatchObject([{ cause: 'item', ...says }]);
});

it('holds equal payouts before they count in a total, and beside one that is repeated', () => {
	const equal = ['A', 'A', 'B', 'C'].map((orderReference, index) => {
		const body = { orderReference, accountNumber: orderReference === 'C' ? '02' : '01' };
		const one = payment(index, { orderReference, cents: 100n, body });
		return { index, says: [], payment: one };
	});
	const { payments, invalid } = checkPayments(equal, 'payout', { ...nobody, maximumTotal: 100n });
	expect(payments.map(({ index }) => index)).toEqual([3]);
	const held = { held: 'row', ...checks.equal({ reference: 'A' }) };
	expect(invalid).toMatchObject([repeats(2), repeats(1), held]);
	expect(checkPayments(equal, 'paymentLink', nobody).payments).toHaveLength(2);
});
