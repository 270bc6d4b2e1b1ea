import fc from 'fast-check';
import { quote } from '../../../../nodes/CardBankPayments/executor/proof/response';
import { shown } from '../../../../nodes/CardBankPayments/wire/shown';
import { UNSHOWABLE } from '../../support/wording';

const message = (words: string, accountNumber: unknown = '') =>
	quote({ body: { message: words } }, accountNumber);

it('text from outside is shown as one line of up to 200 characters, all of which can be seen', () => {
	expect(shown(' a\r\nb\u0000c\u200bd\u202ee<script>f ')).toBe('a b c d e script f');
	expect(shown('x'.repeat(200))).toBe('x'.repeat(200));
	expect(shown('x'.repeat(1_000_000))).toBe(`${'x'.repeat(200)}…`);
	fc.assert(
		fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
			expect(shown(text)).not.toMatch(UNSHOWABLE);
			expect(shown(text).length).toBeLessThanOrEqual(201);
		}),
	);
});

describe('the service’s own words', () => {
	it.each([
		['12345', '12345'],
		['0150123456789', '0150 1234 56789'],
		['AB-0150123', 'ab 0150 123'],
		['0150-1234 56789', '0150123456789'],
		['0150  1234 - 56789', '0150  1234 - 56789'],
		[`7-${'7'.repeat(100)}`, `7-${'7'.repeat(100)}`],
		// Text replacement could mistake these for patterns.
		...['A$&B1234', '$&$&$&5678', "$`$'9012", '$$$$3456', '$1$<a>7890'].map((one) => [one, one]),
	])('show no more than the last four digits of %s, written as %s', (accountNumber, written) => {
		const said = message(`Account ${written} is closed (${written})`, accountNumber);
		const hidden = `…${accountNumber.slice(-4)}`;
		expect(said).toBe(`Account ${hidden} is closed (${hidden})`);
	});

	it('hide the account number even where the cut would fall into it', () => {
		const words = `${'x'.repeat(195)}0150123456789`;
		expect(message(words, '0150123456789')).toBe(`${'x'.repeat(195)}…6789`);
		expect(message(words)).toBe(`${words.slice(0, 200)}…`);
	});

	it.each(['1500', '15-00 ', '-- -- --', undefined, 15001500])(
		'keep the account number %p, which every amount might contain, or is none',
		(accountNumber) => expect(message('Fee 1500', accountNumber)).toBe('Fee 1500'),
	);

	it('show no token', () => {
		const words = 'Authorization: Bearer abc.DEF-1 was refused, and bearer xyz';
		expect(message(words)).toBe('Authorization: Bearer … was refused, and bearer …');
	});
});
