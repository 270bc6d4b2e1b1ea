import type { IDataObject } from 'n8n-workflow';
import { placeNamed, readerOf } from '../../../../nodes/CardBankPayments/executor/read/parameters';

// Places in other nodes are told apart by their forms in check/agentRules.test.ts.
describe('a parameter that names a place in the input item', () => {
	it.each([
		['={{ $json.amount }}', ['amount']],
		['={{$json.amount}}', ['amount']],
		['={{ $json.body.order_1.$ref }}', ['body', 'order_1', '$ref']],
		["={{ $json['Account Number'] }}", ['Account Number']],
		['={{ $json["it\'s"].name }}', ["it's", 'name']],
		["={{ $json.rows['0'].bic }}", ['rows', '0', 'bic']],
		['={{ $json[""] }}', ['']],
		[{ __rl: true, mode: 'bic', value: '={{ $json.bic }}' }, ['bic']],
	])('is recognized: %j', (raw, path) => {
		expect(placeNamed(raw)).toEqual({ path });
	});

	it.each<unknown>([
		...['$json.amount', '={{ $json }}', '={{ $json.amount * 2 }}', '={{ $json?.amount }}'],
		...['={{ $json.amount.toString() }}', '={{ $json[0] }}', '={{ $json.0 }}', 'a={{ $json.b }}'],
		...['={{ $json["a" + "b"] }}', '={{ $json["a\\u0062"] }}', '={{ $json["a}}b"] }}'],
		...['={{ $json["a\nb"] }}', '={{ $json["a\'] }}', '={{ $json.amount }} TZS'],
		...['={{ $json.amount }}{{ $json.cents }}', '= {{ $json.amount }}', 42, null, undefined],
		...['={{ $json.amount // cents }}', '={{ $input.item.json.amount }}'],
		...[{ value: '={{ $json.amount }}' }, { __rl: true, value: { toString: '={{ $json.a }}' } }],
	])('is nothing else: %p', (raw) => {
		expect(placeNamed(raw)).toBeUndefined();
	});
});

/** Reads all items; n8n's own evaluation gives what is theirs. */
function read(items: unknown[], theirs: unknown[], path: string[]) {
	const evaluated: number[] = [];
	const jsons = items.map((json) => ({ json: json as IDataObject }));
	const reader = readerOf(path, jsons, (index) => {
		evaluated.push(index);
		return theirs[index];
	});
	return { values: items.map((_, index) => reader(index)), evaluated };
}

const values = (...each: unknown[]) => each.map((a) => ({ a }));
const inherited = Object.create({ a: 'inherited' }) as IDataObject;
const others = [null, undefined, 'x', { b: 1 }, [1], 'y'];
const deep = [{ a: { b: [{ c: 'x' }] } }, { a: { b: [{ c: 'y' }] } }, { a: { b: [] } }];

it.each<[string, unknown[], unknown[], number[], string[]?]>([
	['once, where it gives the same', values('x', 2, true, ''), ['x', 2, true, ''], [0]],
	[
		'always, where it gives another value',
		values(1, 2, 3),
		['theirs', 'theirs', 'theirs'],
		[0, 1, 2],
	],
	['always, where it gave another one once', values(1, 2, 3), ['?', 2, '?'], [0, 1, 2]],
	['always, where it gives the text of a number', values(1, 2), ['1', '2'], [0, 1]],
	['for what an item has not of its own', [{ a: 'x' }, inherited], ['x', undefined], [0, 1]],
	[
		'for what is no text, number or boolean',
		values(...others),
		[0, 1, 'x', 3, 4, 'y'],
		[0, 1, 2, 3, 4],
	],
	['once, down in objects and lists', deep, ['x', 'y', undefined], [0, 2], ['a', 'b', '0', 'c']],
	['for what is no part of a text', [{ a: 'text' }], [4], [0], ['a', 'length']],
])('a place in the input items is read by n8n %s', (_, items, theirs, evaluated, path = ['a']) => {
	expect(read(items, theirs, path)).toEqual({ values: theirs, evaluated });
});

it('a place is not proven by an evaluation that fails', () => {
	const reader = readerOf(['a'], [{ json: { a: 1 } }, { json: { a: 2 } }], () => {
		throw new Error('No access');
	});
	for (const index of [0, 1]) expect(() => reader(index)).toThrow('No access');
});
