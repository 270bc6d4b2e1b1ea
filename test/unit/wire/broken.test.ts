import { values } from '../../../nodes/CardBankPayments/sentences/values';
import {
	asIdentifier,
	asName,
	asNumberText,
	asReference,
	asText,
} from '../../../nodes/CardBankPayments/wire/text';
import { refusedBy } from '../support/wording';

const everywhere = [asText, asReference, asNumberText];
const inIdentifiers = [asReference, asNumberText];

const { broken } = values;

/** In the place of the part that is broken. */
const found = '…';

/** The refusal of a text, with what it quotes covered. */
const refusal = (read: (value: unknown) => string, value: unknown): string =>
	refusedBy(() => read(value)).message.replace(/"[^"]*"(?=[,;]| )/, `"${found}"`);

describe.each([
	// As Excel, Google Sheets, LibreOffice, pandas and JavaScript write them, in two kinds of countries.
	[
		'a number with an exponent',
		broken.exponent,
		everywhere,
		[
			...['1.50385E+11', '1,50385E+11', '2E+12', '1.50385e+11'],
			...['-1.5E+03', '5E-07', '1.503845127E11', '15E+11'],
		],
	],
	['a formula', broken.marked({ found }), everywhere, ['=A1', '=']],
	[
		'a marked number',
		broken.marked({ found }),
		everywhere,
		[...["'0150384512700", '\u20190150', "'+255712", "'=A1", "'-5"]],
	],
	['marked text', broken.marked({ found }), inIdentifiers, ["'INV7"]],
	[
		'what stands for no value',
		broken.missing({ found }),
		everywhere,
		[...['#N/A', '#NV', '#REF!', '#NAME?', '#DIV/0!', '#GETTING_DATA']],
	],
	['a column too narrow', broken.narrow({ found }), everywhere, ['####']],
	['it inside', broken.missing({ found }), inIdentifiers, ['INV#N/A', '7#REF!', 'a #VALUE! b']],
	[
		'a missing value',
		broken.missing({ found }),
		everywhere,
		[...['null', 'undefined', 'NaN', 'Asha undefined', 'null Mushi']],
	],
	['an object', broken.missing({ found }), everywhere, ['[object Object]', 'INV[object Object]']],
	[
		'no value',
		broken.missing({ found }),
		inIdentifiers,
		[...['NULL', 'Null', 'None', 'nan', 'N/A', 'nil']],
	],
	[
		'a missing end',
		broken.missing({ found }),
		inIdentifiers,
		[
			...['INVundefined', 'undefined7', '7undefined8', 'INVnull', 'invnull', 'null-7'],
			...['INV-null-7', 'INVNaN', 'NaN-7', 'INV-NaN-7', 'INVnull7', 'nullINV7'],
		],
	],
	// A CSV of Excel's older kind, read as UTF-8.
	[
		'a lost letter',
		broken.lostLetter({ found }),
		[asName, ...everywhere],
		[...['Zo\ufffd', '\ufffd', 'INV\ufffd7']],
	],
	[
		'an amount',
		broken.separators,
		[asNumberText],
		[...['150384512700.0', '150384512700,00', '150,384,512,700', '1,503.00']],
	],
	[
		'a part, or no digit',
		broken.covered,
		[asNumberText],
		[
			...['****2700', '…2700', 'XXXXXXXXX2700', '0150••2700', 'xxxx-xxxx-2700', '0150XXXX2700'],
			...['GBxx-Xx00-2700', 'TBD', '-', 'pending', '??', '０１５０'],
		],
	],
	[
		'no letter',
		broken.number,
		[asName],
		[...['0150384512700', '0150 3845 12700', '0', '000', '0.00', '0,0']],
	],
	['an empty cell', broken.emptyCell, inIdentifiers, ['0', '000', '0.00', '0,0']],
])('%s is refused', (_, says, readers, texts) => {
	it.each(texts)('%s', (text) => {
		for (const read of readers) expect(refusal(read, text)).toBe(says);
	});
});

it.each([1e15, 1234567890123450, Number.MAX_SAFE_INTEGER, -1e15])(
	'the number %d has more digits than a spreadsheet keeps',
	(number) => {
		for (const read of everywhere) expect(refusal(read, number)).toBe(values.inexact);
	},
);

describe('what only looks like that goes out', () => {
	it.each([
		// Month and employee number: an exponent in a spreadsheet has its sign.
		...['202612E017', '12E3', '1E5', 'E+11', '1.5E+', 'A1E+11'],
		...['#1001', '#EN1001', '#A b!', 'INV#7', 'INV7#', 'A=1', 'INV-1.0', '2026.0', '1,000'],
		...['NULLIFY7', 'ANNULLED', 'annulled7', 'BaNaNa7', 'NaNcy7', 'Nanobot'],
		...['NONE7', 'nilotic', 'INVNull7', 'Adnan', "INV'7"],
		...[999_999_999_999_999, 10, '001', 'object Object', '[object 7]x'],
	])('as a reference: %p', (text) => expect(asReference(text)).toBe(String(text)));

	it.each([
		...['Null', 'Asha Null', 'NULL', 'Undefined Ltd', 'Nan Goldin', "'t Hooft"],
		...['\u2019s Gravesande', '#Hashtag Ltd', '#WOW! Ltd', 'None', 'A & B = C', 'Hotel 5E+'],
		...['O\u2019Neil', 'Annullata', 'nullnull', "Class of '92"],
		...['null@example.com', 'undefined@example.com', 'dGVzdA==', 'Vodacom 1.0', 'Acme XX, 2700'],
		...['2E+12 tons', 'No. ##', '## 7', 'It is #WOW!'],
	])('as a name, or another text: %p', (text) => expect(asText(text)).toBe(text));

	it.each([
		...['0150123456789', '01J1065490300', 'GB29 NWBK 6016 1331 9268 19', '0150-384.5127/00'],
		...['+255712345678', '0712 345 678', '1.2.3', '12.345', 150384512700, '12E345'],
		...['0112345400847jhs', 'AE070331234567890123456', '1x2X3x4', '1.0.20.0'],
		'1,503-0150,384',
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
		expect(refusedBy(() => asNumberText(text)).message).not.toMatch(/\d{5}/);
	}
});

it.each([
	...['Mu\u0308ller', 'M\u00fcller7', '\u212b7', 'INV\u1112\u1161\u11ab', '王小明'],
	'INV\u20137',
])('a reference of other letters than A to Z is refused, since two may look alike: %j', (text) => {
	const says = values.notLookedUp({ value: `"${text}"` });
	expect(refusedBy(() => asReference(text)).message).toBe(says);
	expect(asName(text)).toBe(text);
});
