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
		...['={{ $json.amount.toString() }}', '={{ $json[0] }}', '={{ $json.0 }}'],
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
function read(items: unknown[], theirs: unknown[], path: string[] = ['a']) {
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

describe('reading a place in the input items', () => {
	it('asks n8n once, and reads the other items by itself', () => {
		const seen = ['x', 2, true, ''];
		expect(read(values(...seen), ['x'])).toEqual({ values: seen, evaluated: [0] });
	});

	it.each([
		['another value', values(1, 2, 3), ['theirs', 'theirs', 'theirs']],
		['another value once, also when the next one is the same', values(1, 2, 3), ['?', 2, '?']],
		['the text of a number', values(1, 2), ['1', '2']],
		['what an item has not of its own', [{ a: 'x' }, inherited], ['x', undefined]],
	])('leaves everything to n8n when its own evaluation gives %s', (_, items, theirs) => {
		expect(read(items, theirs)).toEqual({ values: theirs, evaluated: [...items.keys()] });
	});

	it('leaves what is no text, number or boolean to n8n, and is proven by the others', () => {
		const items = [{ a: null }, {}, { a: 'x' }, { a: { b: 1 } }, { a: [1] }, { a: 'y' }];
		const theirs = ['theirs 0', 'theirs 1', 'x', 'theirs 3', 'theirs 4'];
		const seen = { values: [...theirs, 'y'], evaluated: [0, 1, 2, 3, 4] };
		expect(read(items, theirs)).toEqual(seen);
	});

	it('goes down into objects and lists, and into nothing else', () => {
		const deep = [{ a: { b: [{ c: 'x' }] } }, { a: { b: [{ c: 'y' }] } }, { a: { b: [] } }];
		const seen = { values: ['x', 'y', undefined], evaluated: [0, 2] };
		expect(read(deep, ['x', 'y'], ['a', 'b', '0', 'c'])).toEqual(seen);
		expect(read([{ a: 'text' }], [4], ['a', 'length']).evaluated).toEqual([0]);
	});

	it('is not proven by an evaluation that fails', () => {
		const reader = readerOf(['a'], [{ json: { a: 1 } }, { json: { a: 2 } }], () => {
			throw new Error('No access');
		});
		for (const index of [0, 1]) expect(() => reader(index)).toThrow('No access');
	});
});
