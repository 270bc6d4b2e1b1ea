import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { asReference, asText } from '../../../nodes/CardBankPayments/wire/text';
import { refusedBy, thrownBy } from '../support/wording';

/** Characters that leave no trace on the screen: with one, a reference looks like another one. */
const unseen = [
	['soft hyphen', '\u00AD'],
	['combining grapheme joiner', '\u034F'],
	['Arabic letter mark', '\u061C'],
	['Hangul choseong filler', '\u115F'],
	['Khmer inherent vowel', '\u17B4'],
	['Mongolian variation selector', '\u180B'],
	['zero width space', '\u200B'],
	['right-to-left override', '\u202E'],
	['word joiner', '\u2060'],
	['invisible separator', '\u2063'],
	['reserved invisible operator', '\u2065'],
	['first strong isolate', '\u2068'],
	['nominal digit shapes', '\u206F'],
	['empty Braille pattern', '\u2800'],
	['Hangul filler', '\u3164'],
	['variation selector', '\uFE0F'],
	['zero width no-break space', '\uFEFF'],
	['halfwidth Hangul filler', '\uFFA0'],
	['interlinear annotation anchor', '\uFFF9'],
	['musical symbol begin beam', '\u{1D173}'],
	['language tag', '\u{E0001}'],
	['tag letter', '\u{E0041}'],
	['supplementary variation selector', '\u{E0100}'],
] as const;

describe('text for the service', () => {
	it.each([
		...['INV-204', '0150123456789', 'Asha  Mushi', 'Łukasz Žižek', '王小明', '__proto__', 'a"b\\c'],
		...['Jean\u00a0Dupont', 'O\u2019Neil', 'Müller', 'Mu\u0308ller', '山\u3000田'],
		// With the joiners that names are written with.
		...['نامه\u200cای', 'क्\u200dष', 'श्री\u200cमान'],
	])('goes out unchanged: %j', (text) => {
		expect(asText(text)).toBe(text);
	});

	it.each([204, 0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
		'may be the whole number %p, since spreadsheets deliver those',
		(number) => {
			expect(asText(number)).toBe(number.toFixed());
			expect(asReference(number)).toBe(number.toFixed());
		},
	);

	it.each([Number.MAX_SAFE_INTEGER + 1, 1e20, 2 ** 60, 1.5, NaN, Infinity, -Infinity])(
		'is refused as the number %p, whose digits may have changed',
		(number) => {
			const { message } = refusedBy(() => asText(number));
			expect(message).toMatch(/cannot be held exactly.*format the column as text/);
		},
	);

	it.each([
		[true, 'boolean'],
		[['INV-1'], 'a list'],
		[[], 'a list'],
		[{ value: 'INV-1' }, 'object'],
		[null, 'object'],
		[undefined, 'undefined'],
		[5n, 'bigint'],
	])('is refused as %p, with what that is', (value, name) => {
		const error = thrownBy(() => asText(value));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(`must be text, but is ${name}`);
	});

	it.each([
		...[' INV-1', 'INV-1 ', '\tINV-1', 'INV-1\n', 'INV-1\r\n', 'INV-1\u00a0', '\ufeffINV-1', ' '],
	])('is refused with white space at its ends, which is not removed: %j', (text) => {
		expect(refusedBy(() => asText(text)).message).toContain('starts or ends with white space');
	});

	it.each([
		...['\n', '\r', '\t', '\u0000', '\u001b[31m', '\u007f', '\u0085', '\u2028', '\u2029', '\ufeff'],
		...unseen.map(([, character]) => character),
	])('is refused with %j inside, which cannot be seen', (character) => {
		const { message } = refusedBy(() => asText(`INV${character}1`));
		expect(message).toBe(
			'contains a line break or another character that cannot be seen; remove it',
		);
		expect(() => asReference(`INV${character}1`)).toThrow(message);
	});

	it.each(unseen)('is refused with a %s at its ends', (_, character) => {
		for (const text of [`${character}INV-1`, `INV-1${character}`]) {
			const { message } = refusedBy(() => asReference(text));
			expect([text, message]).toEqual([
				text,
				expect.stringMatching(/^(contains .*that cannot be seen|starts or ends with white space)/),
			]);
		}
	});

	it('has 1,000 characters at most', () => {
		expect(asText('x'.repeat(1000))).toHaveLength(1000);
		const { message } = refusedBy(() => asText('x'.repeat(1001)));
		expect(message).toBe('is 1001 characters long; at most 1000 are sent');
		expect(thrownBy(() => asText('x'.repeat(1_000_000))).message.length).toBeLessThan(100);
	});

	it('is never changed: it goes out as it is or not at all', () => {
		const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
		fc.assert(
			fc.property(fc.string({ unit: 'binary' }), (text) => {
				let sent: string;
				try {
					sent = asText(text);
				} catch (error) {
					expect(error).toBeInstanceOf(UserError);
					return;
				}
				expect(sent).toBe(text);
				expect(sent.replace(/[\u200C\u200D]/g, '')).not.toMatch(invisible);
			}),
		);
	});
});

describe('an order reference for the service', () => {
	it.each(['INV-204', 'INV 204', 'Łukasz/7', '204'])('goes out unchanged: %s', (text) => {
		expect(asReference(text)).toBe(text);
	});

	it.each([
		...['\u200c', '\u200d', '\u00a0', '\u1680', '\u2003', '\u2009', '\u202f', '\u205f', '\u3000'],
	])('is refused with %j inside, with which it looks like another one', (character) => {
		const { message } = refusedBy(() => asReference(`INV${character}1`));
		expect(message).toBe(
			'contains a joiner or a space other than the ordinary one, and so looks like another reference; remove it',
		);
	});

	it.each([' INV-1', true, 1.5, 'x'.repeat(1001)])('is refused as any other text: %p', (value) => {
		expect(() => asReference(value)).toThrow(thrownBy(() => asText(value)).message);
	});
});
