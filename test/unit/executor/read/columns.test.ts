import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	emptyParts,
	inexactPart,
	isBlank,
	isEmptyRow,
	missingColumns,
	partAt,
	sourcesOf,
} from '../../../../nodes/CardBankPayments/executor/read/columns';
import { expectGoodWording } from '../../support/wording';

const itemsOf = (...jsons: IDataObject[]): INodeExecutionData[] => jsons.map((json) => ({ json }));

describe('what a parameter takes from the item', () => {
	it.each<[unknown, string[][]]>([
		['={{ $json.a }}', [['a']]],
		["={{ $json['Order Reference'] }}", [['Order Reference']]],
		['=INV{{ $json.a }}-{{ $json.b.c }}', [['a'], ['b', 'c']]],
		['={{ $json?.a?.b ?? $json["c"] }}', [['a', 'b'], ['c']]],
		// A method is no field.
		['={{ $json.a.trim().toUpperCase() }}', [['a']]],
		['={{ $json.keys() }}', []],
		[
			'={{ $json.a[10]["b"].c }}{{ $json.d?.[1] }}',
			[
				['a', '10', 'b', 'c'],
				['d', '1'],
			],
		],
		["={{ $('Sheet').item.json.a }}", []],
		['$json.a', []],
		['={{ $now }}', []],
		[7, []],
		[{ __rl: true, mode: 'bic', value: '={{ $json.bic }}' }, [['bic']]],
		[{ startDate: '={{ $json.from }}', status: 'SUCCESS', endDate: null }, [['from']]],
	])('%j: %j', (raw, paths) => {
		expect(sourcesOf(raw, itemsOf({ keys: 1 })).paths).toEqual(paths);
	});

	it.each<[unknown, IDataObject[], boolean]>([
		// n8n leaves out what stands alone and is missing: all rows would have the same reference.
		['=SAL{{ $json.month }}{{ $json.emp }}', [{ emp: 'E1' }], true],
		['=SAL{{ $json.month }}{{ $json.emp }}', [{ emp: 'E1' }, { emp: 'E2', month: '' }], false],
		['=SAL{{ $json.month ?? "" }}{{ $json.emp }}', [{ emp: 'E1' }], false],
		['={{ $json.month }}', [{ emp: 'E1' }], true],
		// What fails is left out, too.
		['=SAL{{ $json.month.trim() }}', [{ emp: 'E1' }], true],
		["=SAL{{ $json?.month?.replace(/[^0-9]/g, '') }}", [{ emp: 'E1' }], true],
		["=SAL{{ $json.month ? $json.month : '' }}", [{ emp: 'E1' }], false],
		["=SAL{{ $json.month.trim() || 'NONE' }}", [{ emp: 'E1' }], false],
		["=SAL{{ $ifEmpty($json.month, 'NONE') }}", [{ emp: 'E1' }], false],
		[{ a: '={{ $json.month }}', b: '={{ $json.emp }}' }, [{ emp: 'E1' }], true],
	])('%j leaves a part out of a text, with %j: %p', (raw, jsons, leavesOut) => {
		expect(sourcesOf(raw, itemsOf(...jsons)).leavesOut).toBe(leavesOut);
	});
});

it.each([
	["=INV{{ $('Set').item.json.no }}", ["$('Set').item.json.no"]],
	['=INV{{ $node["Set"].json.no }}', ['$node["Set"].json.no']],
	['=INV{{ $("Set").item.json.no }}', ['$("Set").item.json.no']],
	['=INV{{ $input.item.json.no }}', ['$input.item.json.no']],
	// Something stands in for it, or may.
	["=INV{{ $json.no ?? $('Set').item.json.no }}", []],
	["=INV{{ $ifEmpty($('Set').item.json.no, 'NONE') }}", []],
	["=INV{{ String($('Set').item.json.no) }}", ["$('Set').item.json.no"]],
	["={{ 'INV' + $('Set').item.json.no }}", ["$('Set').item.json.no"]],
	// Text, methods or another part may stand behind it.
	["={{ 'INV' + $('Set').first().json['No'] + '-26' }}", ["$('Set').first().json['No']"]],
	["={{ $json.no + $input.all()[10].json.no.padStart(4, '0') }}", ['$input.all()[10].json.no']],
	["={{ `INV${ $json.no }${ $('Set').item.json.no }` }}", ["$('Set').item.json.no"]],
	["={{ $('Set').item.json.no.toString() }}", ["$('Set').item.json.no"]],
	// It is all that there is.
	["={{ $('Set').item.json.no }}", []],
])('%s takes from another node, and as it is there: %j', (raw, others) => {
	expect(sourcesOf(raw, itemsOf({ no: 1 })).others).toEqual(others);
});

it.each([
	["=INV{{ $json.no.split('/')[1] }}", ["$json.no.split('/')[1]"]],
	['={{ $vars.code }}{{ $json.no }}', ['$vars.code']],
	// Known by their places, or all that there is.
	["=INV{{ $json.no }}{{ $('Set').item.json.no }}", []],
	["={{ $json.no.split('/')[1] }}", []],
	// Something stands in for it.
	["=INV{{ $json.no.split('/')[1] ?? '' }}", []],
	["=INV{{ String($json.no.split('/')[1] ?? '') }}", []],
])('%s computes in the middle of a text: %j', (raw, computed) => {
	expect(sourcesOf(raw, itemsOf({ no: 1 })).computed).toEqual(computed);
});

describe('a part of a text', () => {
	const emptyIn = (raw: unknown, json: IDataObject) =>
		sourcesOf(raw, itemsOf(json, { a: 1, b: { c: 1 } })).parts.filter((path) =>
			isBlank(partAt(json, path)),
		);

	it.each<[string, IDataObject, string[][]]>([
		['=INV{{ $json.a }}{{ $json.b.c }}', { a: '1', b: { c: 0 } }, []],
		['=INV{{ $json.a }}{{ $json.b.c }}', { a: ' ', b: {} }, [['a'], ['b', 'c']]],
		['=INV{{ $json.a }}{{ $json.b.c }}', { b: null }, [['a'], ['b', 'c']]],
		['={{ $json.a + $json.b.c }}', { a: '' }, [['a'], ['b', 'c']]],
		["=INV{{ $json.a.padStart(4, '0') }}", { a: '' }, [['a']]],
		['=INV{{ $json.a[0].b }}{{ $json.a[1] }}', { a: [{ b: '' }, 'x'] }, [['a', '0', 'b']]],
		['=INV{{ $json.a[0] }}', { a: [] }, [['a', '0']]],
		// Behind a value stand methods.
		['=INV{{ $json.a.length }}', { a: 'x' }, []],
		['=INV{{ $json.a.length }}', { a: [] }, []],
		['=INV{{ $json.a.length }}', { a: 5 }, []],
		// Text in front of it stands in for nothing.
		["={{ 'INV' + $json.a }}", { a: '' }, [['a']]],
		['={{ `INV${ $json.a }` }}', { a: '' }, [['a']]],
		["={{ ('INV' + $json.a).replace(/\\W/g, '') }}", { a: '' }, [['a']]],
		["={{ 'INV' + String($json.a) }}", { a: '' }, [['a']]],
		["={{ 'INV' + ($json.a ?? '') }}", {}, []],
		["=INV{{ $json.a || '' }}", {}, []],
		["={{ $json.a || 'INV' + $json.b.c }}", { a: '1' }, []],
		["={{ 'INV' + $ifEmpty($json.a, 'NONE') }}", {}, []],
		["={{ 'INV' + $if($json.a, $json.a, 'NONE') }}", {}, []],
		["={{ 'INV' + [$json.a, $json.b.c].filter(Boolean).join('') }}", {}, []],
		// What stands in for one part does not for another.
		["={{ 'INV' + $json.a + ($json.b.c.trim() || '') }}", {}, [['a']]],
		["={{ $json.a.split('|')[0] + $json.b.c }}", { a: '1' }, [['b', 'c']]],
		["={{ ('INV' + $json.a).replace(/[^A-Z0-9]/g, '') }}", {}, [['a']]],
		["={{ $now.toFormat('yyMM') + String($json.a) }}", {}, [['a']]],
		['=INV{{ [$json.a, $json.b].join() }}', {}, []],
	])('%s takes nothing of %j from: %j', (raw, json, empty) => {
		expect(emptyIn(raw, json)).toEqual(empty);
	});

	it('is told by its name', () => {
		for (const text of [emptyParts(['a', 'b.c', 'a']), emptyParts(['a']), inexactPart('a')]) {
			expectGoodWording(text);
		}
		expect(emptyParts(['a', 'b.c', 'a'])).toContain('uses "a" and "b.c", which are empty');
	});
});

describe('a column that no item has', () => {
	/** By expressions of Amount. */
	const told = (json: IDataObject, ...raws: string[]) => {
		const gone = raws.flatMap((raw) => sourcesOf(raw, itemsOf(json)).gone);
		const text = missingColumns(
			gone.map((path) => ({ path, label: 'Amount' })),
			json,
		);
		expectGoodWording(text);
		return text;
	};

	it.each<[IDataObject, string]>([
		[
			{ '\uFEFForderReference': 'INV7', amount: 1, currency: 'TZS' },
			'orderReference (with an invisible character in front), amount, currency',
		],
		[{ 'orderReference ': 1, b: 2 }, 'orderReference (with a space at the end), b'],
		[{ ' orderReference': 1 }, 'orderReference (with a space in front)'],
		[{ 'orderReference\u00a0': 1 }, 'orderReference (with a space at the end)'],
		[{ 'order\u200bReference': 1 }, 'order Reference (with an invisible character inside)'],
		[{ 'orderReference\r': 1 }, 'orderReference (with an invisible character at the end)'],
		[{ OrderReference: 1, 'Order Reference': 2 }, 'OrderReference, Order Reference'],
		[{}, 'no field'],
		[{ '': 1, ' ': 2 }, 'a field without a name, a field without a name'],
		[
			{ 'orderReference;amount;currency': 'INV7;1;TZS' },
			'orderReference;amount;currency (several columns in one: set the delimiter of the file)',
		],
		[{ 'a;b': 1 }, 'a;b'],
		[{ 'a\tb\tc': 1 }, 'a b c (several columns in one: set the delimiter of the file)'],
	])('is named beside those that it has: %j', (json, has) => {
		expect(told(json, '={{ $json.orderReference }}')).toBe(
			`The item has no field orderReference (for Amount). It has: ${has}`,
		);
	});

	it('is named where it lies, with others, and a long list is cut', () => {
		const json = { body: { amount: 1, ref: 2 }, other: 3 };
		const [amount, account] = ['={{ $json.body.Amount }}', '={{ $json.body.account }}'];
		expect(told(json, amount, account, amount)).toBe(
			'The item has no fields body.Amount (for Amount) and body.account (for Amount). It has: body.amount, body.ref',
		);
		expect(told({ other: 1 }, '={{ $json.body.Amount }}')).toBe(
			'The item has no field body.Amount (for Amount). It has: other',
		);
		const many = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`c${at}`, at]));
		expect(told(many, '={{ $json.x }}')).toMatch(/c0, c1, .*c19 and 10 more$/);
		expect(told({ ['x'.repeat(300)]: 1 }, '={{ $json.y }}').length).toBeLessThan(120);
	});

	it('is there as soon as one item has it, and an empty one is there, too', () => {
		for (const value of [1, '', null, undefined]) {
			const { gone } = sourcesOf('={{ $json.a }}', itemsOf({ b: 1 }, { a: value }));
			expect(gone).toEqual([]);
		}
		// Behind a text, a number or a list stand methods.
		expect(sourcesOf('={{ $json.a.length }}', itemsOf({ a: 'x' })).gone).toEqual([]);
		expect(sourcesOf('={{ $json.a.first }}', itemsOf({ a: [1] })).gone).toEqual([]);
		expect(sourcesOf('={{ $json.toString }}', itemsOf({})).gone).toEqual([['toString']]);
	});
});

describe('a row', () => {
	const paths = [['amount'], ['account'], ['row_number']];
	const full = { amount: 1, account: 'x', row_number: 2 };

	it.each<[string, IDataObject, IDataObject[]]>([
		['in which no field of ours has a value', { amount: '', account: null, row_number: 9 }, [full]],
		['of white space', { amount: ' ', account: '\u00a0\t' }, []],
		['that has something else', { amount: '', account: '', note: 'pending' }, [full]],
		['of which a reader left out what is empty', { note: 'pending' }, [full]],
		['that has something else, where others have some of ours', { note: 'x' }, [{ amount: 1 }]],
		['without anything', {}, []],
		['with its number alone', { row_number: 7 }, []],
	])('%s is empty: %j', (_, json, others) => {
		expect(isEmptyRow(json, paths, itemsOf(json, ...others))).toBe(true);
	});

	it.each<[string, IDataObject, string[][]]>([
		['has a value of ours', { amount: 0, account: '' }, paths],
		['has other columns: these are named wrongly', { Amount: 5, Account: 'x' }, paths],
		['has other columns, too: these are named wrongly', { row_number: 3, Amount: 5 }, paths],
		['is asked for one thing only', { amount: '', note: 'x' }, [['amount']]],
		['is not what the values come from', {}, []],
	])('that %s is none: %j', (_, json, asked) => {
		expect(isEmptyRow(json, asked, itemsOf(json))).toBe(false);
	});
});
