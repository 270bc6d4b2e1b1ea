import type { IDataObject } from 'n8n-workflow';
import {
	assertExact,
	assertNoneEmpty,
	columnsOf,
	isBlankRow,
	partsOf,
} from '../../../../nodes/CardBankPayments/executor/read/values';
import { items } from '../../../../nodes/CardBankPayments/sentences/items';
import { values } from '../../../../nodes/CardBankPayments/sentences/values';
import { refusedBy } from '../../support/wording';

describe('the parts of a text', () => {
	it.each<[unknown, string[]]>([
		['=INV{{ $json.no }}', ['{{ $json.no }}']],
		['=SAL{{ $json.month }}{{ $json.emp }}', ['{{ $json.month }}', '{{ $json.emp }}']],
		['={{ $json.no }} ', ['{{ $json.no }}']],
		// Alone, an expression is the value itself.
		['={{ $json.no }}', []],
		['INV{{ $json.no }}', []],
		['=INV7', []],
		[7, []],
	])('of %j are %j', (raw, parts) => expect(partsOf(raw)).toEqual(parts));

	it.each(['', ' ', null, undefined])('are all there: %j', (value) => {
		const parts: Array<[string, unknown]> = [
			['{{ $json.month }}', '202612'],
			['{{ $json.emp }}', value],
		];
		const says = values.emptyPart({ expression: '{{ $json.emp }}' });
		expect(refusedBy(() => assertNoneEmpty(parts)).message).toBe(says);
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
		expect(message).toBe(values.inexactPart({ expression: '{{ $json.no }}' }));
		for (const exact of [123456789012345, '12345678901234567']) {
			expect(() => assertExact([['{{ $json.no }}', exact]])).not.toThrow();
		}
	});
});

const twenty = Array.from({ length: 20 }, (_, at) => `c${at}`).join(', ');

it.each<[IDataObject, string]>([
	[{ Amount: 5, Reference: 'INV7' }, 'Amount, Reference'],
	[{ cells: { amount: 5, ref: 1 }, params: {}, no: 7 }, 'cells.amount, cells.ref, no'],
	[
		{ headers: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`h${at}`, 1])), body: {} },
		'headers, body',
	],
	[{ 'Amount ': 5 }, items.oddColumn({ name: 'Amount' })],
	[{ [`${'x'.repeat(39)} `]: 5 }, items.oddColumn({ name: 'x'.repeat(39) })],
	[{ 'amount;bic;ref': '5;7' }, items.joinedColumns({ name: 'amount;bic;ref' })],
	[{ 'a\tb\tc': '5' }, items.joinedColumns({ name: 'a b c' })],
	[{ 'a;b': 5 }, 'a;b'],
	[{ ['x'.repeat(60)]: 5 }, `${'x'.repeat(40)}…`],
	[
		Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`c${at}`, 1])),
		`${twenty} and 10 more`,
	],
])('the columns of %j are told', (json, columns) =>
	expect(columnsOf(json)).toBe(items.columns({ names: columns })),
);

it.each<[IDataObject, boolean]>([
	[{}, true],
	[{ amount: '', account: null, note: ' \u00a0\t' }, true],
	[{ amount: '', row_number: 9 }, true],
	[{ amount: 0 }, false],
	[{ note: 'pending' }, false],
])('a row like %j is blank: %p', (json, isSo) => expect(isBlankRow(json)).toBe(isSo));
