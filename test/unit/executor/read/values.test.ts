import type { IDataObject } from 'n8n-workflow';
import {
	assertExact,
	assertNoneEmpty,
	columnsOf,
	isBlankRow,
	isLacking,
	partsOf,
} from '../../../../nodes/CardBankPayments/executor/read/values';
import { refusedBy } from '../../support/wording';

describe('the parts of a text', () => {
	it.each<[unknown, string[]]>([
		['=INV{{ $json.no }}', ['{{ $json.no }}']],
		['=SAL{{ $json.month }}{{ $json.emp }}', ['{{ $json.month }}', '{{ $json.emp }}']],
		['={{ $json.no }} ', ['{{ $json.no }}']],
		// Alone, an expression is the value itself.
		['={{ $json.no }}', []],
		["={{ 'INV' + $json.no }}", []],
		['INV{{ $json.no }}', []],
		['=INV7', []],
		[7, []],
	])('of %j are %j', (raw, parts) => expect(partsOf(raw)).toEqual(parts));

	it.each(['', ' ', null, undefined])('are all there: %j', (value) => {
		const parts: Array<[string, unknown]> = [
			['{{ $json.month }}', '202612'],
			['{{ $json.emp }}', value],
		];
		expect(refusedBy(() => assertNoneEmpty(parts)).message).toMatch(
			/^uses \{\{ \$json\.emp \}\}, which is empty; fill it in, or write \?\? '' in it/,
		);
	});

	it.each(["{{ $json.suffix ?? '' }}", "{{ $json.suffix || '' }}"])(
		'may be empty where the builder says so: %s',
		(part) => expect(() => assertNoneEmpty([[part, '']])).not.toThrow(),
	);

	it.each([0, false, 'x'])('may be %j', (value) =>
		expect(() => assertNoneEmpty([['{{ $json.no }}', value]])).not.toThrow(),
	);

	it('have kept their digits', () => {
		const { message } = refusedBy(() =>
			assertExact([['{{ $json.no }}', Number('12345678901234567')]]),
		);
		expect(message).toMatch(/^uses \{\{ \$json\.no \}\}, a number that cannot be held exactly/);
		expect(() => assertExact([['{{ $json.no }}', 123456789012345]])).not.toThrow();
	});
});

it.each<[unknown, boolean]>([
	...[undefined, null, '', ' ', NaN, 'INVundefined', 'NaN'].map((one): [unknown, true] => [
		one,
		true,
	]),
	...[0, false, 'INV7', 5, {}].map((one): [unknown, false] => [one, false]),
])('%j lacks what it is made of: %p', (value, isSo) => expect(isLacking(value)).toBe(isSo));

it.each<[IDataObject, string]>([
	[{ Amount: 5, Reference: 'INV7' }, 'Amount, Reference'],
	[{}, 'nothing'],
	[{ cells: { amount: 5, ref: 1 }, params: {}, no: 7 }, 'cells.amount, cells.ref, no'],
	[
		{ headers: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`h${at}`, 1])), body: {} },
		'headers, body',
	],
	[{ 'Amount ': 5 }, '"Amount" (with a blank or a sign that nobody can see)'],
	[{ '\ufeffAmount': 5 }, '"Amount" (with a blank or a sign that nobody can see)'],
	[
		{ 'amount;bic;ref': '5;CORUTZTZ;INV7' },
		'amount;bic;ref (several columns in one: set the delimiter of the file)',
	],
	[{ 'a\tb\tc': '5' }, 'a b c (several columns in one: set the delimiter of the file)'],
	[{ 'a;b': 5 }, 'a;b'],
	[{ ['x'.repeat(60)]: 5 }, `${'x'.repeat(40)}…`],
	[Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`c${at}`, 1])), 'c0, c1,'],
])('the columns of %j are told', (json, columns) =>
	expect(columnsOf(json)).toContain(`The row has: ${columns}`),
);

it.each<[IDataObject, boolean]>([
	[{}, true],
	[{ amount: '', account: null, note: ' \u00a0\t' }, true],
	[{ amount: '', row_number: 9 }, true],
	[{ amount: 0 }, false],
	[{ note: 'pending' }, false],
])('a row like %j is blank: %p', (json, isSo) => expect(isBlankRow(json)).toBe(isSo));
