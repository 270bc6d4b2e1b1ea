import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import {
	amountAsNumber,
	amountAsText,
	fromCents,
	toCents,
} from '../../../nodes/CardBankPayments/shared/amounts';
import { expectGoodWording, thrownBy } from '../support/wording';

const readers = { toCents, amountAsText, amountAsNumber };

/** Cents up to 9,999,999,999,999.99, the largest amounts of 15 digits. */
const exactCents = fc.bigInt({ min: 1n, max: 10n ** 15n - 1n });

const notAmounts: Array<[string, unknown]> = [
	['a negative number', -1],
	['negative text', '-1'],
	['a sign', '+5'],
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

	it('keeps every digit as text, however large it is', () => {
		const huge = `${'9'.repeat(60)}.99`;
		expect(toCents(huge)).toBe(BigInt('9'.repeat(62)));
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
			fc.property(fc.bigInt({ min: 1n, max: 10n ** 40n }), (cents) => {
				expect(toCents(amountAsText(fromCents(cents)))).toBe(cents);
			}),
		);
	});

	it('survives the way through JSON as a number to the cent', () => {
		fc.assert(
			fc.property(exactCents, (cents) => {
				const sent = JSON.stringify(amountAsNumber(fromCents(cents)));
				expect(sent).toMatch(/^\d+(\.\d{1,2})?$/);
				expect(toCents(sent)).toBe(cents);
			}),
		);
	});

	it('never becomes a neighbouring amount: it goes out exactly or not at all', () => {
		fc.assert(
			fc.property(fc.bigInt({ min: 10n ** 14n, max: 10n ** 24n }), (cents) => {
				let sent: number;
				try {
					sent = amountAsNumber(fromCents(cents));
				} catch (error) {
					expect((error as Error).message).toContain('too large to be sent exactly to the cent');
					return;
				}
				expect(toCents(JSON.stringify(sent))).toBe(cents);
			}),
		);
	});

	it.each(['90071992547409.91', '9007199254740993', `1${'0'.repeat(21)}`, '9'.repeat(400)])(
		'is refused as a number when JSON cannot carry it to the cent: %s',
		(value) => {
			const error = thrownBy(() => amountAsNumber(value));
			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toContain('too large to be sent exactly to the cent');
		},
	);

	it('is quoted in a refusal, so that the builder sees what arrived', () => {
		expect(thrownBy(() => toCents('1,000')).message).toContain('is "1,000"; enter');
		expect(thrownBy(() => toCents(-1)).message).toContain('is -1; enter');
		expect(thrownBy(() => toCents(undefined)).message).toContain('is undefined; enter');
		expect(thrownBy(() => toCents([5])).message).toContain('is [5]; enter');
	});

	it('is cut in a refusal when it is long', () => {
		const { message } = thrownBy(() => toCents('x'.repeat(1_000_000)));
		expect(message).toContain(`is "${'x'.repeat(39)}…;`);
		expect(thrownBy(() => toCents('x'.repeat(39))).message).toContain('…');
		expect(thrownBy(() => toCents('x'.repeat(38))).message).toContain(`is "${'x'.repeat(38)}";`);
		expectGoodWording(message);
	});

	it('is refused in good words', () => {
		expectGoodWording(thrownBy(() => toCents('1,000')).message);
		expectGoodWording(thrownBy(() => toCents(0)).message);
		expectGoodWording(thrownBy(() => amountAsNumber('9007199254740993')).message);
	});
});
