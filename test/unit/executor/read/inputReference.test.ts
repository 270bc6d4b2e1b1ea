import type { IDataObject } from 'n8n-workflow';
import {
	inputReference,
	readerOf,
} from '../../../../nodes/CardBankPayments/executor/read/parameters';

describe('a parameter that names a place in the input item', () => {
	it.each([
		['={{ $json.amount }}', ['amount']],
		['={{$json.amount}}', ['amount']],
		['={{ $json.body.order_1.$ref }}', ['body', 'order_1', '$ref']],
		["={{ $json['Account Number'] }}", ['Account Number']],
		['={{ $json["it\'s"].name }}', ["it's", 'name']],
		["={{ $json.rows['0'].bic }}", ['rows', '0', 'bic']],
		['={{ $json[""] }}', ['']],
	])('is recognized: %s', (raw, path) => {
		expect(inputReference(raw)).toEqual(path);
	});

	it.each<unknown>([
		...['$json.amount', '={{ $json }}', '={{ $json.amount * 2 }}', '={{ $json?.amount }}'],
		...['={{ $json.amount.toString() }}', '={{ $json[0] }}', '={{ $json.0 }}'],
		...['={{ $json["a" + "b"] }}', '={{ $json["a\\u0062"] }}', '={{ $json["a}}b"] }}'],
		...['={{ $json["a\nb"] }}', '={{ $json["a\'] }}', '={{ $json.amount }} TZS'],
		...['={{ $json.amount }}{{ $json.cents }}', '= {{ $json.amount }}'],
		...['={{ $json.amount // cents }}', '={{ $("Items").item.json.amount }}'],
		...['={{ $input.item.json.amount }}', 42, null, undefined],
		...[{ value: '={{ $json.amount }}' }, { toString: '={{ $json.amount }}' }],
		{ __rl: true, value: { toString: '={{ $json.amount }}' } },
	])('is nothing else: %p', (raw) => {
		expect(inputReference(raw)).toBeUndefined();
	});

	it('is the value of a resource locator', () => {
		const locator = { __rl: true, mode: 'bic', value: '={{ $json.bic }}' };
		expect(inputReference(locator)).toEqual(['bic']);
	});
});

/** Reads all items; n8n's own evaluation gives what is theirs, by default the same. */
function read(items: unknown[], theirs: unknown[], path: string[] = ['a']) {
	const asked: number[] = [];
	const reader = readerOf(
		path,
		items.map((json) => ({ json: json as IDataObject })),
		(index) => {
			asked.push(index);
			return theirs[index];
		},
	);
	return { values: items.map((_, index) => reader(index)), asked };
}

const values = (...each: unknown[]) => each.map((a) => ({ a }));
const inherited = Object.create({ a: 'inherited' }) as IDataObject;
const deep = [{ a: { b: [{ c: 'x' }] } }, { a: { b: [{ c: 'y' }] } }, { a: { b: [] } }];
const mixed = [{ a: null }, {}, { a: 'x' }, { a: { b: 1 } }, { a: [1] }, { a: 'y' }];

describe('reading a place in the input items', () => {
	it('asks n8n once, and reads the other items by itself', () => {
		const { values: seen, asked } = read(values('x', 2, true, ''), ['x']);
		expect(seen).toEqual(['x', 2, true, '']);
		expect(asked).toEqual([0]);
	});

	it.each([
		['another value', values(1, 2, 3), ['theirs', 'theirs', 'theirs']],
		['another value once, also when the next one is the same', values(1, 2, 3), ['?', 2, '?']],
		['the text of a number', values(1, 2), ['1', '2']],
		['what an item has not of its own', [{ a: 'x' }, inherited], ['x', undefined]],
	])('leaves everything to n8n when its own evaluation gives %s', (_, items, theirs) => {
		const { values: seen, asked } = read(items, theirs);
		expect(seen).toEqual(theirs);
		expect(asked).toEqual([...items.keys()]);
	});

	it('leaves what is no text, number or boolean to n8n, and is proven by the others', () => {
		const theirs = ['theirs 0', 'theirs 1', 'x', 'theirs 3', 'theirs 4'];
		const { values: seen, asked } = read(mixed, theirs);
		expect(seen).toEqual([...theirs, 'y']);
		expect(asked).toEqual([0, 1, 2, 3, 4]);
	});

	it('goes down into objects and lists, and into nothing else', () => {
		const { values: seen, asked } = read(deep, ['x', 'y'], ['a', 'b', '0', 'c']);
		expect(seen).toEqual(['x', 'y', undefined]);
		expect(asked).toEqual([0, 2]);
		expect(read([{ a: 'text' }], [4], ['a', 'length']).asked).toEqual([0]);
	});

	it('is not proven by an evaluation that fails', () => {
		const reader = readerOf(['a'], [{ json: { a: 1 } }, { json: { a: 2 } }], () => {
			throw new Error('No access');
		});
		expect(() => reader(0)).toThrow('No access');
		expect(() => reader(1)).toThrow('No access');
	});
});
