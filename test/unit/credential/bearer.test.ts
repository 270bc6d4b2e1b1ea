import fc from 'fast-check';
import { bearer } from '../../../nodes/CardBankPayments/credential/sessionToken';

describe('the Authorization header', () => {
	it.each([
		...['abc.def.ghi', 'Bearer abc.def.ghi', 'bearer abc.def.ghi', 'BEARER abc.def.ghi'],
		...['Bearer bearer abc.def.ghi', 'Bearer   Bearer \t Bearer abc.def.ghi'],
		...[' \n abc.def.ghi\t\n', '  Bearer \t  abc.def.ghi  ', 'Bearer\nabc.def.ghi'],
	])('has exactly one prefix for the token %j', (token) => {
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
