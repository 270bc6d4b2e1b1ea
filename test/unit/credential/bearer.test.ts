import fc from 'fast-check';
import { bearer } from '../../../nodes/CardBankPayments/credential/bearer';

describe('the Authorization header', () => {
	it.each([
		['bare', 'abc.def.ghi'],
		['with the prefix', 'Bearer abc.def.ghi'],
		['with the prefix in lower case', 'bearer abc.def.ghi'],
		['with the prefix in upper case', 'BEARER abc.def.ghi'],
		['with the prefix twice', 'Bearer bearer abc.def.ghi'],
		['with the prefix three times', 'Bearer Bearer Bearer abc.def.ghi'],
		['with the prefix twice and much white space', 'Bearer   Bearer \t abc.def.ghi'],
		['with white space around it', ' \n abc.def.ghi\t\n'],
		['with white space around the prefix', '  Bearer \t  abc.def.ghi  '],
		['with a line break behind the prefix', 'Bearer\nabc.def.ghi'],
	])('has exactly one prefix for a token %s', (_, token) => {
		expect(bearer(token)).toBe('Bearer abc.def.ghi');
	});

	it.each(['abc.bearer', 'bearerabc', 'abc bearer def'])(
		'keeps a token that only has the word in it: %s',
		(token) => expect(bearer(token)).toBe(`Bearer ${token}`),
	);

	it.each([
		...[undefined, null, '', '   ', 'Bearer', 'bearer ', ' BEARER\n', 'Bearer Bearer'],
		...[0, 42, true, false, ['Bearer abc'], { token: 'abc' }, () => 'abc', 5n],
	])('is empty when there is no token, or it is not text: %p', (token) => {
		expect(bearer(token)).toBe('');
	});

	it('stays the same when it is made of itself', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'grapheme-ascii' }), (token) => {
				const once = bearer(token);
				expect(bearer(once)).toBe(once);
				expect(once === '' || /^Bearer (?!bearer\s)\S/i.test(once)).toBe(true);
			}),
		);
	});
});
