import fc from 'fast-check';
import { serviceMessage } from '../../../../nodes/CardBankPayments/executor/service/quote';
import { masked, shown } from '../../../../nodes/CardBankPayments/wire/shown';
import { UNSHOWABLE } from '../../support/wording';

describe('text from outside', () => {
	it('is shown without line breaks, markup, and characters that cannot be seen', () => {
		expect(shown('a\r\nb\u0000c\u200bd\u202ee<script>f')).toBe('a b c d e script f');
		expect(shown('  a b  ')).toBe('a b');
	});

	it('is cut behind 200 characters', () => {
		expect(shown('x'.repeat(200))).toBe('x'.repeat(200));
		expect(shown('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
		expect(shown('x'.repeat(1_000_000))).toBe(`${'x'.repeat(200)}…`);
	});

	it('is always one short line without markup', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 600 }), (text) => {
				expect(shown(text)).not.toMatch(UNSHOWABLE);
				expect(shown(text).length).toBeLessThanOrEqual(201);
			}),
		);
	});
});

describe('the service’s own words', () => {
	it('are passed on', () => {
		expect(serviceMessage({ body: { message: 'Insufficient balance' } }, '0150')).toBe(
			'Insufficient balance',
		);
	});

	it.each([
		...[undefined, null, ' ', '<p>text</p>', 5, [], {}],
		...['', ' \n', 5].map((message) => ({ message })),
	])('are absent in %p', (body) => {
		expect(serviceMessage({ body }, '0150123456789')).toBe('');
	});

	it('show no more than the last four digits of the account number', () => {
		const message = 'Account 0150123456789 is closed (0150123456789)';
		expect(serviceMessage({ body: { message } }, '0150123456789')).toBe(
			'Account …6789 is closed (…6789)',
		);
		expect(serviceMessage({ body: { message: 'Account 12345 is closed' } }, '12345')).toContain(
			'…2345',
		);
		expect(masked('0150123456789')).toBe('…6789');
	});

	it.each([
		['0150123456789', '0150 1234 56789'],
		['0150123456789', '0150-1234-56789'],
		['0150-1234 56789', '0150123456789'],
		['0150  1234 - 56789', '0150  1234 - 56789'],
		['0150 123456789', '0150 - 123456789'],
		['7'.repeat(100), '7'.repeat(100)],
		[`7-${'7'.repeat(100)}`, `7-${'7'.repeat(100)}`],
	])('show no more than that of %s where it is written as %s', (accountNumber, written) => {
		const body = { message: `Account ${written} is closed` };
		expect(serviceMessage({ body }, accountNumber)).toBe(
			`Account …${accountNumber.slice(-4)} is closed`,
		);
	});

	it.each([
		['Authorization: Bearer abc.DEF-1 was refused', 'Authorization: Bearer … was refused'],
		['Bearer of another, and bearer xyz', 'Bearer … another, and bearer …'],
	])('do not show any token: %s', (message, says) => {
		expect(serviceMessage({ body: { message } }, '')).toBe(says);
	});

	it.each(['A$&B1234', '$&$&$&5678', "$`$'9012", '$$$$3456', '$1$<a>7890'])(
		'show no more than that of %s, which text replacement could mistake for a pattern',
		(accountNumber) => {
			const message = `Account ${accountNumber} is closed`;
			expect(serviceMessage({ body: { message } }, accountNumber)).toBe(
				`Account …${accountNumber.slice(-4)} is closed`,
			);
		},
	);

	it.each(['1500', '15-00 ', '-- -- --', undefined, 15001500])(
		'keep the account number %p, which every amount might contain, or is none',
		(accountNumber) =>
			expect(serviceMessage({ body: { message: 'Fee 1500' } }, accountNumber)).toBe('Fee 1500'),
	);

	it('hide the account number even where the cut would fall into it', () => {
		const message = `${'x'.repeat(195)}0150123456789`;
		expect(serviceMessage({ body: { message } }, '0150123456789')).toBe(`${'x'.repeat(195)}…6789`);
	});

	it('are shown on one line without markup', () => {
		expect(serviceMessage({ body: { message: '<b>no</b>\nreally' } }, '')).toBe('b no /b really');
	});
});
