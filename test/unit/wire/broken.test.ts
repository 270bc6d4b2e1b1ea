import {
	asIdentifier,
	asName,
	asNumberText,
	asReference,
	asText,
} from '../../../nodes/CardBankPayments/wire/text';
import { expectGoodWording, thrownBy } from '../support/wording';

const everywhere = [asText, asReference, asNumberText];
const inIdentifiers = [asReference, asNumberText];

/** The refusal of a text, which names no more of it than what is wrong. */
function refusal(read: (value: unknown) => string, value: unknown): string {
	const { message } = thrownBy(() => read(value));
	expectGoodWording(message.replace(/"[^"]*"/g, '"x"'));
	return message;
}

const EXPONENT = /Excel has shortened this number; format the column as text and type it again$/;

describe.each([
	// As Excel, Google Sheets, LibreOffice, pandas and JavaScript write them, in two kinds of countries.
	['a number with an exponent', EXPONENT, everywhere, ['1.50385E+11', '1,50385E+11', '2E+12']],
	[
		'a number with an exponent',
		EXPONENT,
		everywhere,
		['1.50385e+11', '-1.5E+03', '5E-07', '1.503845127E11'],
	],
	['a formula', /begins with "=", as a formula/, everywhere, ['="0150384512700"', '=A1', '=']],
	['a marked number', /begins with an apostrophe/, everywhere, ["'0150384512700", '\u20190150']],
	['a marked number', /begins with an apostrophe/, everywhere, ["'+255712", "'=A1", "'-5"]],
	['marked text', /begins with an apostrophe/, inIdentifiers, ["'INV7"]],
	['what stands for no value', /"#N\/A".*correct the formula/, everywhere, ['#N/A']],
	[
		'what stands for no value',
		/which a spreadsheet shows in place of a value; correct the formula there$/,
		everywhere,
		[
			...['#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#CALC!'],
			...['#ERROR!', '#BEZUG!', '#NOM?', '#NV', '#N/D', '#GETTING_DATA', '#BLOCKED!'],
		],
	],
	['a column too narrow', /"####".*make the column wider/, everywhere, ['####']],
	['it inside', /correct the formula there$/, inIdentifiers, ['INV#N/A', '7#REF!', 'a #VALUE! b']],
	['a missing value', /stands for a missing value/, everywhere, ['null', 'undefined', 'NaN']],
	['a missing part', /stands for a missing value/, everywhere, ['Asha undefined', 'null Mushi']],
	['no value', /stands for a missing value/, inIdentifiers, ['NULL', 'None', 'nan', 'N/A', 'nil']],
	[
		'a missing end',
		/"undefined".*missing/,
		inIdentifiers,
		['INVundefined', 'undefined7', '7undefined8'],
	],
	[
		'a missing end',
		/missing/,
		inIdentifiers,
		['INVnull', 'invnull', 'null-7', 'INV-null-7', 'INVNaN', 'NaN-7', 'INV-NaN-7'],
	],
	['an object', /an object stands where/, everywhere, ['[object Object]', 'INV[object Object]']],
	['decimals', /has decimals/, [asNumberText], ['150384512700.0', '150384512700,00']],
	['separators', /has separators/, [asNumberText], ['150,384,512,700', '1,503.00']],
	['no digit', /none of the digits/, [asNumberText], ['TBD', '-', 'pending', '??', '０１５０']],
	['no letter', /is a number; enter the name/, [asName], ['0150384512700', '0150 3845 12700']],
	['an empty cell', /is 0.*fill it in/, [asName, ...inIdentifiers], ['0', '000', '0.00', '0,0']],
	[
		'a part',
		/covered in part/,
		[asNumberText],
		['****2700', '…2700', 'XXXXXXXXX2700', '0150••2700', 'xxxx-xxxx-2700', '0150XXXX2700'],
	],
])('%s is refused', (_, reason, readers, texts) => {
	it.each(texts)('%s', (text) => {
		for (const read of readers) expect(refusal(read, text)).toMatch(reason);
	});
});

it.each([1e15, 1234567890123450, Number.MAX_SAFE_INTEGER, -1e15])(
	'the number %d has more digits than a spreadsheet keeps',
	(number) => {
		for (const read of everywhere) {
			expect(refusal(read, number)).toMatch(/only 15 digits.*format the column as text/);
		}
	},
);

describe('what only looks like that goes out', () => {
	it.each([
		// Month and employee number: an exponent in a spreadsheet has its sign.
		...['202612E017', '12E3', '1E5', 'E+11', '1.5E+', 'A1E+11'],
		...['#1001', '#EN1001', '#A b!', 'INV#7', 'INV7#', 'A=1', 'INV-1.0', '2026.0', '1,000'],
		...[
			'NULLIFY7',
			'ANNULLED',
			'annulled7',
			'BaNaNa7',
			'NaNcy7',
			'Nanobot',
			'NONE7',
			'nilotic',
			'INVNull7',
		],
		...[999_999_999_999_999, 10, '001', 'object Object', '[object 7]x'],
	])('as a reference: %p', (text) => expect(asReference(text)).toBe(String(text)));

	it.each([
		...[
			'Null',
			'Asha Null',
			'NULL',
			'Undefined Ltd',
			'Nan Goldin',
			"'t Hooft",
			'\u2019s Gravesande',
		],
		...[
			'#Hashtag Ltd',
			'#WOW! Ltd',
			'None',
			'A & B = C',
			'Hotel 5E+',
			'O\u2019Neil',
			'Annullata',
			'nullnull',
			"Class of '92",
		],
		...['null@example.com', 'undefined@example.com', 'dGVzdA==', 'Vodacom 1.0', 'Acme XX, 2700'],
	])('as a name, or another text: %p', (text) => expect(asText(text)).toBe(text));

	it.each([
		...['0150123456789', '01J1065490300', 'GB29 NWBK 6016 1331 9268 19', '0150-384.5127/00'],
		...['+255712345678', '0712 345 678', '1.2.3', '12.345', 150384512700, '12E345'],
		...['0112345400847jhs', 'AE070331234567890123456'],
	])('as an account or phone number: %p', (text) => expect(asNumberText(text)).toBe(String(text)));

	it.each(['3M Tanzania Ltd', '1234567 Traders', "'t Hooft", 'Null'])('as a name: %s', (text) =>
		expect(asName(text)).toBe(text),
	);

	// The last one is that of a guest of a shop.
	it.each(['CORUTZTZ', 'CORUTZTZXXX', 'NULLTZTZ', '0'])('as an identifier: %s', (text) =>
		expect(asIdentifier(text)).toBe(text),
	);
});

it('never shows an account number', () => {
	for (const text of ['150384512700.0', "'150384512700", '="150384512700"', '1.50384512700E+11']) {
		expect(refusal(asNumberText, text)).not.toMatch(/\d{5}/);
	}
});

describe('a reference in two forms', () => {
	it.each([
		['Mu\u0308ller', 'ü'],
		['cafe\u0301', 'é'],
		['\u212b7', 'Å'],
		['INV\u1112\u1161\u11ab', '한'],
		['q\u0323\u0307 and q\u0307\u0323', 'q'],
	])('%j is refused, with the sign named', (text, sign) => {
		const message = refusal(asReference, text);
		expect(message).toContain('looks like another reference');
		expect(message).toContain(`"${sign}`);
		expect(message).toContain('.normalize()');
		expect(asReference(text.normalize())).toBe(text.normalize());
		expect(asText(text)).toBe(text);
	});
});
