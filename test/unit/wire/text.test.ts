import fc from 'fast-check';
import { UserError } from 'n8n-workflow';
import { asReference, asText } from '../../../nodes/CardBankPayments/wire/text';
import { unseen } from '../../security/lookalikes';
import { expectGoodWording, thrownBy } from '../support/wording';

describe('text for the service', () => {
	it.each([
		'INV-204',
		'0150123456789',
		'Asha  Mushi',
		'Łukasz Žižek',
		'王小明',
		'__proto__',
		'a"b\\c',
	])('goes out unchanged: %s', (text) => {
		expect(asText(text)).toBe(text);
	});

	it.each([
		[204, '204'],
		[0, '0'],
		[Number.MAX_SAFE_INTEGER, '9007199254740991'],
		[Number.MIN_SAFE_INTEGER, '-9007199254740991'],
	])('takes the whole number %p, since spreadsheets deliver those', (number, text) => {
		expect(asText(number)).toBe(text);
	});

	it.each([Number.MAX_SAFE_INTEGER + 1, 1e20, 2 ** 60, 1.5, NaN, Infinity, -Infinity])(
		'refuses the number %p, whose digits may have changed, and says to format the column as text',
		(number) => {
			const error = thrownBy(() => asText(number));
			expect(error).toBeInstanceOf(UserError);
			expect(error.message).toContain('cannot be held exactly');
			expect(error.message).toContain('format the column as text');
			expectGoodWording(error.message);
		},
	);

	it.each([
		[true, 'boolean'],
		[false, 'boolean'],
		[['INV-1'], 'a list'],
		[[], 'a list'],
		[{ value: 'INV-1' }, 'object'],
		[null, 'object'],
		[undefined, 'undefined'],
		[5n, 'bigint'],
	])('refuses %p and says what it is', (value, name) => {
		const error = thrownBy(() => asText(value));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(`must be text, but is ${name}`);
	});

	it.each([
		' INV-1',
		'INV-1 ',
		'\tINV-1',
		'INV-1\n',
		'INV-1\r\n',
		'INV-1\u00a0',
		'\ufeffINV-1',
		' ',
	])('refuses white space at the ends instead of removing it: %p', (text) => {
		const error = thrownBy(() => asText(text));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toContain('starts or ends with white space');
		expectGoodWording(error.message);
	});

	it.each([
		'INV\n1',
		'INV\r1',
		'INV\t1',
		'INV\u00001',
		'INV\u001b[31m1',
		'INV\u007f1',
		'INV\u00851',
		'INV\u20281',
		'INV\u20291',
		'INV\u200b1',
		'INV\u20601',
		'INV\ufeff1',
		'INV-1\u200b',
		'\u2060INV-1',
	])('refuses line breaks and characters that cannot be seen: %j', (text) => {
		const error = thrownBy(() => asText(text));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(
			'contains a line break or another character that cannot be seen; remove it',
		);
		expectGoodWording(error.message);
	});

	it.each(['نامه\u200cای', 'क्\u200dष', 'श्री\u200cमान'])(
		'keeps the joiners that names are written with: %j',
		(name) => {
			expect(asText(name)).toBe(name);
		},
	);

	it.each(unseen)('refuses %s inside, which leaves no trace on the screen', (_, character) => {
		expect(() => asText(`INV${character}1`)).toThrow('another character that cannot be seen');
	});

	it.each(['Jean\u00a0Dupont', 'O\u2019Neil', 'Müller', 'Mu\u0308ller', '山\u3000田'])(
		'keeps what people write names with: %j',
		(name) => {
			expect(asText(name)).toBe(name);
		},
	);

	it('takes 1,000 characters and no more', () => {
		expect(asText('x'.repeat(1000))).toHaveLength(1000);
		const error = thrownBy(() => asText('x'.repeat(1001)));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe('is 1001 characters long; at most 1000 are sent');
	});

	it('refuses a megabyte of text with a short message', () => {
		const { message } = thrownBy(() => asText('x'.repeat(1_000_000)));
		expect(message.length).toBeLessThan(100);
	});

	it('never changes a text: it goes out as it is or not at all', () => {
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
				expect(sent.replace(/[\u200C\u200D]/g, '')).not.toMatch(
					/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u,
				);
			}),
		);
	});
});

describe('an order reference for the service', () => {
	it.each(['INV-204', 'INV 204', 'Łukasz/7', '204'])('goes out unchanged: %s', (text) => {
		expect(asReference(text)).toBe(text);
	});

	it('may be a whole number', () => {
		expect(asReference(204)).toBe('204');
	});

	it.each([
		'\u200c',
		'\u200d',
		'\u00a0',
		'\u1680',
		'\u2003',
		'\u2009',
		'\u202f',
		'\u205f',
		'\u3000',
	])('refuses %j inside, with which it looks like another one', (character) => {
		const error = thrownBy(() => asReference(`INV${character}1`));
		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toBe(
			'contains a joiner or a space other than the ordinary one, and so looks like another reference; remove it',
		);
		expectGoodWording(error.message);
	});

	it.each([' INV-1', 'INV\n1', 'INV\u20631', true, 1.5, 'x'.repeat(1001)])(
		'refuses %p as any other text',
		(value) => {
			const { message } = thrownBy(() => asText(value));
			expect(() => asReference(value)).toThrow(message);
		},
	);
});
