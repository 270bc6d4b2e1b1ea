import { describeValue } from '../../../nodes/CardBankPayments/wire/shown';

describe('a value of any type', () => {
	it.each([
		['INV-1', '"INV-1"'],
		['', '""'],
		[204, '204'],
		[true, 'true'],
		[null, 'null'],
		[undefined, 'undefined'],
		[['a'], 'a list'],
		[{ value: 'A-1' }, 'an object'],
		[{ toString: 'A-1' }, 'an object'],
	])('is named: %p', (value, words) => {
		expect(describeValue(value)).toBe(words);
	});

	it('is cut behind 40 characters', () => {
		expect(describeValue('x'.repeat(40))).toBe(`"${'x'.repeat(40)}"`);
		expect(describeValue('x'.repeat(41))).toBe(`"${'x'.repeat(40)}…"`);
	});
});
