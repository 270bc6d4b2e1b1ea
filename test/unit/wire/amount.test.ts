import fc from 'fast-check';
import { values } from '../../../nodes/CardBankPayments/sentences/values';
import { amountAs, centsOf, fromCents, toCents } from '../../../nodes/CardBankPayments/wire/amount';
import { describeValue } from '../../../nodes/CardBankPayments/wire/shown';
import { refusedBy } from '../support/wording';

const { contains, behind, signs } = values.unseen;
const [amountAsText, amountAsNumber] = [amountAs(String), amountAs(Number)];

describe.each(Object.entries({ toCents, amountAsText, amountAsNumber }))(
	'an amount to pay, read by %s',
	(_, read) => {
		it.each([
			...[-1, '-1', '+5', 'abc', '', '1,000', '10,50', '1e3', 1e21, 1e-7, '10.999', 10.999],
			...[0.1 + 0.2, '5.', '.5', '1.2.3', '٣', ' 5', '5 ', '0x10', '5 USD', '1 000', '10.0001'],
			// Thousands in one country, and decimals in another.
			...['150.000', '1.500', '25.000', '0.500'],
			...[NaN, Infinity, undefined, null, true, [5], [], {}, new Date(0), { amount: 5n }],
			...['9'.repeat(31), '5'.padStart(31, '0'), 'x'.repeat(1_000_000)],
		])('is refused where it is none: %p', (value) => {
			const says = values.notAmount({ value: describeValue(value) });
			expect(refusedBy(() => read(value)).message).toBe(says);
		});

		it.each([
			['1500\u200e', '200E', signs.direction, '4th'],
			['1\u00a0500', '00A0', signs.space, '1st'],
			['5\n6', '000A', signs.lineBreak, '1st'],
		])('is refused with the sign that nobody sees: %j', (value, code, sign, nth) => {
			const says = contains({ code, sign, place: behind({ nth }) });
			expect(refusedBy(() => read(value)).message).toBe(says);
		});

		it.each([0, '0', '0.00', '0.0000', '000', -0])('is refused where it is zero: %p', (zero) => {
			expect(refusedBy(() => read(zero)).message).toBe(values.zero);
		});

		// From 2 ** 46 (70 trillion) on, numbers are 0.015625 apart: 90071992547409.91 arrives as
		// 90071992547409.90.
		it.each([2 ** 46, '70368744177664', 90071992547409.91, '90071992547409.91', '9'.repeat(30)])(
			'is refused where a number cannot hold it to the cent: %p',
			(value) => {
				const says = values.tooLarge({ value: describeValue(value) });
				expect(refusedBy(() => read(value)).message).toBe(says);
			},
		);
	},
);

it.each([
	['1500', 150_000n, '1500.00'],
	[1500.5, 150_050n, '1500.50'],
	['0025.05', 2_505n, '25.05'],
	['0.01', 1n, '0.01'],
])('an amount of %p is %p cents, and goes out as it is', (amount, cents, written) => {
	expect(toCents(amount)).toBe(cents);
	expect(fromCents(cents)).toBe(written);
	expect(amountAsText(amount)).toBe(String(amount));
	expect(amountAsNumber(amount)).toBe(Number(amount));
});

// As databases write it.
it.each([
	['1000.0000', '1000.00', 1000],
	['1000.000', '1000.00', 1000],
	['0.10000', '0.10', 0.1],
])('of an amount of %s, zeros behind the cents count nothing', (value, text, number) => {
	expect(amountAsText(value)).toBe(text);
	expect(amountAsNumber(value)).toBe(number);
	expect(fromCents(toCents(value))).toBe(text);
});

it('an amount survives the way to text, to a JSON number and back to the cent', () => {
	fc.assert(
		fc.property(fc.bigInt({ min: 1n, max: 2n ** 46n * 100n - 1n }), (cents) => {
			const text = fromCents(cents);
			expect(toCents(amountAsText(text))).toBe(cents);
			const sent = JSON.stringify(amountAsNumber(text));
			expect(sent).toMatch(/^\d+(\.\d{1,2})?$/);
			expect(toCents(JSON.parse(sent))).toBe(cents);
		}),
	);
});

it.each<[unknown, bigint | undefined]>([
	[0, 0n],
	['12.05', 1_205n],
	['1,000', undefined],
	[[5], undefined],
])('an amount of %p that the service shows is %p cents', (value, cents) =>
	expect(centsOf(value)).toBe(cents),
);
