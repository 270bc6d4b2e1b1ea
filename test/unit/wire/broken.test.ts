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

const MISSING =
	/^contains ".+", which stands for a missing value; correct the formula in the sheet or the expression$/;

describe.each([
	// As Excel, Google Sheets, LibreOffice, pandas and JavaScript write them, in two kinds of countries.
	['a number with an exponent', EXPONENT, everywhere, ['1.50385E+11', '1,50385E+11', '2E+12']],
	[
		'a number with an exponent',
		EXPONENT,
		everywhere,
		['1.50385e+11', '-1.5E+03', '5E-07', '1.503845127E11'],
	],
	[
		'a formula',
		/begins with "=", with which a spreadsheet marks a cell/,
		everywhere,
		['="0150384512700"', '=A1', '='],
	],
	[
		'a marked number',
		/begins with "['\u2019]", with which/,
		everywhere,
		["'0150384512700", '\u20190150', "'+255712", "'=A1", "'-5"],
	],
	['marked text', /begins with "'"/, inIdentifiers, ["'INV7"]],
	[
		'what stands for no value',
		/"#.*", which stands for a missing value; correct the formula in the sheet or the expression$/,
		everywhere,
		[
			...['#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', '#SPILL!', '#CALC!'],
			...['#ERROR!', '#BEZUG!', '#NOM?', '#NV', '#N/D', '#GETTING_DATA', '#BLOCKED!'],
		],
	],
	['a column too narrow', /"####".*make the column wider/, everywhere, ['####']],
	['it inside', MISSING, inIdentifiers, ['INV#N/A', '7#REF!', 'a #VALUE! b']],
	['a missing value', MISSING, everywhere, ['null', 'undefined', 'NaN']],
	['a missing part', MISSING, everywhere, ['Asha undefined', 'null Mushi']],
	['no value', MISSING, inIdentifiers, ['NULL', 'Null', 'None', 'nan', 'N/A', 'nil']],
	['a missing end', MISSING, inIdentifiers, ['INVundefined', 'undefined7', '7undefined8']],
	[
		'a missing end',
		MISSING,
		inIdentifiers,
		['INVnull', 'invnull', 'null-7', 'INV-null-7', 'INVNaN', 'NaN-7', 'INV-NaN-7'],
	],
	['an object', MISSING, everywhere, ['[object Object]', 'INV[object Object]']],
	// A CSV of Excel's older kind, read as UTF-8.
	[
		'a lost letter',
		/has lost a letter, now "\ufffd"; save the file as CSV UTF-8/,
		[asName, ...everywhere],
		['Zo\ufffd', '\ufffd', 'INV\ufffd7'],
	],
	[
		'an amount',
		/has decimals or separators/,
		[asNumberText],
		['150384512700.0', '150384512700,00', '150,384,512,700', '1,503.00'],
	],
	[
		'no digit',
		/no digits; enter the whole/,
		[asNumberText],
		['TBD', '-', 'pending', '??', '０１５０'],
	],
	[
		'no letter',
		/is a number; enter the name/,
		[asName],
		['0150384512700', '0150 3845 12700', '0', '000', '0.00', '0,0'],
	],
	['an empty cell', /is 0.*fill it in/, inIdentifiers, ['0', '000', '0.00', '0,0']],
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

it.each([
	'Mu\u0308ller',
	'M\u00fcller7',
	'\u212b7',
	'INV\u1112\u1161\u11ab',
	'王小明',
	'INV\u20137',
])('a reference of other letters than A to Z is refused, since two may look alike: %j', (text) => {
	const message = refusal(asReference, text);
	expect(message).toContain('which cannot be looked up; use letters and digits only');
	expect(message).toContain('=REGEXREPLACE(A2,');
	expect(message).toContain('{{ $json.ref.replace(');
	expect(asName(text)).toBe(text);
});
