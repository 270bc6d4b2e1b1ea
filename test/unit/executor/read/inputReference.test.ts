import type { IDataObject } from 'n8n-workflow';
import {
	inputReference,
	readerOf,
} from '../../../../nodes/CardBankPayments/executor/read/inputReference';

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
		'$json.amount',
		'={{ $json }}',
		'={{ $json.amount * 2 }}',
		'={{ $json.amount.toString() }}',
		'={{ $json?.amount }}',
		'={{ $json[0] }}',
		'={{ $json.0 }}',
		'={{ $json["a" + "b"] }}',
		'={{ $json["a\\u0062"] }}',
		'={{ $json["a}}b"] }}',
		'={{ $json["a\nb"] }}',
		'={{ $json["a\'] }}',
		'={{ $json.amount }} TZS',
		'={{ $json.amount }}{{ $json.cents }}',
		'= {{ $json.amount }}',
		'={{ $json.amount // cents }}',
		'={{ $("Items").item.json.amount }}',
		'={{ $input.item.json.amount }}',
		42,
		null,
		undefined,
		{ value: '={{ $json.amount }}' },
		{ toString: '={{ $json.amount }}' },
		{ __rl: true, value: { toString: '={{ $json.amount }}' } },
	])('is nothing else: %p', (raw) => {
		expect(inputReference(raw)).toBeUndefined();
	});

	it('is the value of a resource locator', () => {
		const locator = { __rl: true, mode: 'bic', value: '={{ $json.bic }}' };
		expect(inputReference(locator)).toEqual(['bic']);
	});
});

/** Reads all items; n8n's own evaluation gives what `evaluated` says, by default the same. */
function read(
	items: IDataObject[],
	path: string[] = ['a'],
	evaluated: (index: number) => unknown = (index) => items[index]?.a,
) {
	const asked: number[] = [];
	const reader = readerOf(
		path,
		items.map((json) => ({ json })),
		(index) => {
			asked.push(index);
			return evaluated(index);
		},
	);
	return { values: items.map((_, index) => reader(index)), asked };
}

describe('reading a place in the input items', () => {
	it('asks n8n once, and reads the other items by itself', () => {
		const { values, asked } = read([{ a: 'x' }, { a: 2 }, { a: true }, { a: '' }]);
		expect(values).toEqual(['x', 2, true, '']);
		expect(asked).toEqual([0]);
	});

	it('leaves everything to n8n when its own evaluation gives another value', () => {
		const { values, asked } = read([{ a: 1 }, { a: 2 }, { a: 3 }], ['a'], () => 'theirs');
		expect(values).toEqual(['theirs', 'theirs', 'theirs']);
		expect(asked).toEqual([0, 1, 2]);
	});

	it('goes on asking n8n after one other value, also when the next one is the same', () => {
		const theirs = ['theirs', 2, 'theirs'];
		const { values, asked } = read([{ a: 1 }, { a: 2 }, { a: 3 }], ['a'], (index) => theirs[index]);
		expect(values).toEqual(theirs);
		expect(asked).toEqual([0, 1, 2]);
	});

	it('does not take a number for the same as its text', () => {
		const { asked } = read([{ a: 1 }, { a: 2 }], ['a'], (index) => String(index + 1));
		expect(asked).toEqual([0, 1]);
	});

	it('leaves what is no text, number or boolean to n8n, and is proven by the others', () => {
		const items = [{ a: null }, {}, { a: 'x' }, { a: { b: 1 } }, { a: [1] }, { a: 'y' }];
		const { values, asked } = read(items as IDataObject[], ['a'], (index) =>
			index === 2 ? 'x' : `theirs ${index}`,
		);
		expect(values).toEqual(['theirs 0', 'theirs 1', 'x', 'theirs 3', 'theirs 4', 'y']);
		expect(asked).toEqual([0, 1, 2, 3, 4]);
	});

	it('is not proven by an evaluation that fails', () => {
		const reader = readerOf(['a'], [{ json: { a: 1 } }, { json: { a: 2 } }], () => {
			throw new Error('No access');
		});
		expect(() => reader(0)).toThrow('No access');
		expect(() => reader(1)).toThrow('No access');
	});

	it('takes nothing that an item has not of its own', () => {
		const inherited = Object.create({ a: 'inherited' }) as IDataObject;
		const { values, asked } = read([{ a: 'x' }, inherited], ['a'], (index) =>
			index === 0 ? 'x' : undefined,
		);
		expect(values).toEqual(['x', undefined]);
		expect(asked).toEqual([0, 1]);
		expect(read([{ a: 'text' }], ['a', 'length'], () => 4).asked).toEqual([0]);
	});

	it('goes down into objects and lists', () => {
		const items = [{ a: { b: [{ c: 'x' }] } }, { a: { b: [{ c: 'y' }] } }, { a: { b: [] } }];
		const { values, asked } = read(items, ['a', 'b', '0', 'c'], (index) => ['x', 'y'][index]);
		expect(values).toEqual(['x', 'y', undefined]);
		expect(asked).toEqual([0, 2]);
	});
});
