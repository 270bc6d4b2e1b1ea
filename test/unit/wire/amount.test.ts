import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import {
	amountAsNumber,
	amountAsText,
	fromCents,
	toCents,
} from '../../../nodes/CardBankPayments/wire/amount';
import { expectGoodWording, thrownBy } from '../support/wording';

const readers = { toCents, amountAsText, amountAsNumber };

const notAmounts: Array<[string, unknown]> = [
	['a negative number', -1],
	['negative text', '-1'],
	['a sign', '+5'],
	['text of 31 digits', '9'.repeat(31)],
	['text of 31 digits that are mostly zeros', '5'.padStart(31, '0')],
	['a word', 'abc'],
	['empty text', ''],
	['a thousands separator', '1,000'],
	['a decimal comma', '10,50'],
	['an exponent', '1e3'],
	['a number so large that it is written with an exponent', 1e21],
	['a number so small that it is written with an exponent', 1e-7],
	['three decimals as text', '10.999'],
	['three decimals as a number', 10.999],
	['a sum that floating point has blurred', 0.1 + 0.2],
	['no decimals behind the point', '5.'],
	['no units before the point', '.5'],
	['two points', '1.2.3'],
	['digits of another script', '٣'],
	['a space in front', ' 5'],
	['a space behind', '5 '],
	['a line break behind', '5\n'],
	['a second line', '5\n6'],
	['a hexadecimal number', '0x10'],
	['a currency', '5 USD'],
	['NaN', NaN],
	['infinity', Infinity],
	['nothing', undefined],
	['null', null],
	['a boolean', true],
	['a list', [5]],
	['an object', { amount: 5 }],
];

describe('an amount of money', () => {
	describe.each(Object.entries(readers))('read by %s', (_, read) => {
		it.each(notAmounts)('is refused when it is %s', (_label, value) => {
			const error = thrownBy(() => read(value));
			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toMatch(/^is [^]*; enter digits with at most two decimals/);
		});

		it.each([0, '0', '0.0', '0.00', '000', -0])('is refused when it is zero: %p', (zero) => {
			const error = thrownBy(() => read(zero));
			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toBe('is 0; enter an amount of more than zero');
		});
	});

	it('is read to the cent, whether it has no, one or two decimals', () => {
		expect(toCents('1500')).toBe(150000n);
		expect(toCents('1500.5')).toBe(150050n);
		expect(toCents('1500.05')).toBe(150005n);
		expect(toCents(1500.5)).toBe(150050n);
		expect(toCents('0.01')).toBe(1n);
		expect(toCents('0.1')).toBe(10n);
	});

	it('keeps every one of up to thirty digits as text', () => {
		const huge = `${'9'.repeat(30)}.99`;
		expect(toCents(huge)).toBe(BigInt('9'.repeat(32)));
		expect(amountAsText(huge)).toBe(huge);
	});

	it('goes out as text with the digits of the builder', () => {
		expect(['25', '25.0', '25.00', '0025.5'].map(amountAsText)).toEqual([
			'25',
			'25.0',
			'25.00',
			'0025.5',
		]);
		expect(amountAsText(25.5)).toBe('25.5');
	});

	it('goes out as a number when it is text or a number', () => {
		expect(amountAsNumber('1500.50')).toBe(1500.5);
		expect(amountAsNumber(1500.5)).toBe(1500.5);
		expect(amountAsNumber('0.10')).toBe(0.1);
	});

	it('is written with two places', () => {
		expect([1n, 10n, 99n, 100n, 150050n].map(fromCents)).toEqual([
			'0.01',
			'0.10',
			'0.99',
			'1.00',
			'1500.50',
		]);
	});

	it('survives the way to text and back to the cent', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 1n, max: 10n ** 32n - 1n }), (cents) => {
				expect(toCents(amountAsText(fromCents(cents)))).toBe(cents);
			}),
		);
	});

	it('is quoted in a refusal, so that the builder sees what arrived', () => {
		expect(thrownBy(() => toCents('1,000')).message).toContain('is "1,000"; enter');
		expect(thrownBy(() => toCents(-1)).message).toContain('is -1; enter');
		expect(thrownBy(() => toCents(undefined)).message).toContain('is undefined; enter');
		expect(thrownBy(() => toCents(null)).message).toContain('is null; enter');
		expect(thrownBy(() => toCents(true)).message).toContain('is true; enter');
		expect(thrownBy(() => toCents(NaN)).message).toContain('is NaN; enter');
		expect(thrownBy(() => toCents(Infinity)).message).toContain('is Infinity; enter');
		expect(thrownBy(() => toCents(-Infinity)).message).toContain('is -Infinity; enter');
	});

	it('is named by its kind when it is a list or an object, whatever that holds', () => {
		const circular: Record<string, unknown> = {};
		circular.self = circular;
		expect(thrownBy(() => toCents([5])).message).toContain('is a list; enter');
		expect(thrownBy(() => toCents([])).message).toContain('is a list; enter');
		for (const value of [{ amount: 5 }, {}, new Date(0), circular, { value: 5n }]) {
			expect(thrownBy(() => toCents(value)).message).toContain('is an object; enter');
		}
	});

	it('is cut in a refusal when it is long', () => {
		const { message } = thrownBy(() => toCents('x'.repeat(1_000_000)));
		expect(message).toContain(`is "${'x'.repeat(40)}…";`);
		expect(thrownBy(() => toCents('x'.repeat(41))).message).toContain('…');
		expect(thrownBy(() => toCents('x'.repeat(38))).message).toContain(`is "${'x'.repeat(38)}";`);
		expectGoodWording(message);
	});

	it('is refused in good words', () => {
		expectGoodWording(thrownBy(() => toCents('1,000')).message);
		expectGoodWording(thrownBy(() => toCents(0)).message);
		expectGoodWording(thrownBy(() => amountAsNumber('9007199254740993')).message);
	});
});
