import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import {
	amountAsNumber,
	amountAsText,
	centsOf,
	fromCents,
	toCents,
} from '../../../nodes/CardBankPayments/wire/amount';
import { refusedBy, thrownBy } from '../support/wording';

const circular: Record<string, unknown> = {};
circular.self = circular;

/** What is no amount, and how a refusal quotes it. */
const notAmounts: Array<[what: string, value: unknown, quoted: string]> = [
	['a negative number', -1, '-1'],
	['negative text', '-1', '"-1"'],
	['a sign', '+5', '"+5"'],
	['text of 31 digits', '9'.repeat(31), `"${'9'.repeat(31)}"`],
	['text of 31 digits that are mostly zeros', '5'.padStart(31, '0'), `"${'5'.padStart(31, '0')}"`],
	['a word', 'abc', '"abc"'],
	['empty text', '', '""'],
	['a thousands separator', '1,000', '"1,000"'],
	['a decimal comma', '10,50', '"10,50"'],
	['an exponent', '1e3', '"1e3"'],
	['a number so large that it is written with an exponent', 1e21, '1e+21'],
	['a number so small that it is written with an exponent', 1e-7, '1e-7'],
	['three decimals as text', '10.999', '"10.999"'],
	['three decimals as a number', 10.999, '10.999'],
	['a sum that floating point has blurred', 0.1 + 0.2, '0.30000000000000004'],
	['no decimals behind the point', '5.', '"5."'],
	['no units before the point', '.5', '".5"'],
	['two points', '1.2.3', '"1.2.3"'],
	['digits of another script', '٣', '"٣"'],
	['a space in front', ' 5', '" 5"'],
	['a space behind', '5 ', '"5 "'],
	['a line break behind', '5\n', '"5'],
	['a second line', '5\n6', '"5'],
	['a hexadecimal number', '0x10', '"0x10"'],
	['a currency', '5 USD', '"5 USD"'],
	['NaN', NaN, 'NaN'],
	['infinity', Infinity, 'Infinity'],
	['infinity below zero', -Infinity, '-Infinity'],
	['nothing', undefined, 'undefined'],
	['null', null, 'null'],
	['a boolean', true, 'true'],
	['a list', [5], 'a list'],
	['an empty list', [], 'a list'],
	['an object', { amount: 5 }, 'an object'],
	['an empty object', {}, 'an object'],
	['a date', new Date(0), 'an object'],
	['an object without an end', circular, 'an object'],
	['an object with what JSON cannot hold', { value: 5n }, 'an object'],
	['text of 38 characters', 'x'.repeat(38), `"${'x'.repeat(38)}";`],
	['text of 41 characters', 'x'.repeat(41), `"${'x'.repeat(40)}…";`],
	['a megabyte of text', 'x'.repeat(1_000_000), `"${'x'.repeat(40)}…";`],
];

describe('an amount of money', () => {
	describe.each(Object.entries({ toCents, amountAsText, amountAsNumber }))(
		'read by %s',
		(_, read) => {
			it.each(notAmounts)('is refused, and quoted, when it is %s', (_what, value, quoted) => {
				const error = thrownBy(() => read(value));
				expect(error).toBeInstanceOf(UserError);
				expect(error.message).toMatch(/^is [^]*; enter digits with at most two decimals/);
				expect(error.message).toContain(`is ${quoted}`);
			});

			it.each([0, '0', '0.0', '0.00', '000', -0])('is refused when it is zero: %p', (zero) => {
				const { message } = refusedBy(() => read(zero));
				expect(message).toBe('is 0; enter an amount of more than zero');
			});

			it('is refused in good words', () => {
				refusedBy(() => read('1,000'));
				refusedBy(() => read('x'.repeat(1000)));
			});
		},
	);

	it.each([
		['1500', 150_000n, '1500.00'],
		['1500.5', 150_050n, '1500.50'],
		['1500.05', 150_005n, '1500.05'],
		[1500.5, 150_050n, '1500.50'],
		['0.01', 1n, '0.01'],
		['0.1', 10n, '0.10'],
		[`${'9'.repeat(30)}.99`, BigInt('9'.repeat(32)), `${'9'.repeat(30)}.99`],
	])('is read to the cent, and written with two places: %p', (amount, cents, written) => {
		expect(toCents(amount)).toBe(cents);
		expect(fromCents(cents)).toBe(written);
	});

	it.each(['25', '25.0', '25.00', '0025.5', 25.5, `${'9'.repeat(30)}.99`])(
		'goes out as text with the digits of the builder: %p',
		(amount) => expect(amountAsText(amount)).toBe(String(amount)),
	);

	it.each(['1500.50', 1500.5, '0.10'])('goes out as a number: %p', (amount) => {
		expect(amountAsNumber(amount)).toBe(Number(amount));
	});

	it('survives the way to text and back to the cent', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 1n, max: 10n ** 32n - 1n }), (cents) => {
				expect(toCents(amountAsText(fromCents(cents)))).toBe(cents);
			}),
		);
	});
});

describe('an amount that the service shows', () => {
	it.each([
		[0, 0n],
		['0', 0n],
		['12', 1_200n],
		[12.5, 1_250n],
		['12.05', 1_205n],
	])('%p is %p cents', (value, cents) => expect(centsOf(value)).toBe(cents));

	it.each([undefined, null, '', -1, '1,000', 'x', [5], true, { amount: 5 }])(
		'%p is none that could be compared',
		(value) => expect(centsOf(value)).toBeUndefined(),
	);
});
