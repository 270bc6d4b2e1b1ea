import type { IDataObject } from 'n8n-workflow';
import { DateTime } from 'luxon';
import { valueAt } from '../../../nodes/CardBankPayments/wire/valueAt';
import { evaluate, parametersOf, through } from '../support/exampleExpression';
import { simplifiedByNode } from '../support/byNode';

const row = (amount: number, currency: string): IDataObject => ({
	...{ id: 1, orderReference: 'INV1', status: 'accepted', accountNumber: '0150384512700' },
	...{ amount, currency, note: 'as it was', updatedAt: '2026-11-24T08:00:00.000Z' },
});
const usd = row(100, 'USD');
const tzs = row(250_000.5, 'TZS');

interface SummarizeParameters {
	fieldsToSummarize: { values: Array<{ aggregation: 'count' | 'concatenate'; field: string }> };
}

/** A record of the list, as Summarize puts it together with others of its reference, joined with the row. */
const joinedBy =
	(example: string, shapeOf = (record: IDataObject) => record) =>
	(of: IDataObject, ...given: IDataObject[]): IDataObject => {
		if (given.length === 0) return of;
		const records = given.map(shapeOf);
		const { fieldsToSummarize } = parametersOf<SummarizeParameters>(
			example,
			'List the payouts by reference',
		);
		const fields = fieldsToSummarize.values.map(({ aggregation, field: expression }) => {
			const field = String(evaluate(expression, { $json: records[0]!, all: records }));
			const values = records.map((record) => valueAt(record, field.split('.')) ?? '');
			const named = field.replaceAll('.', '_');
			const shown = values.filter((value) => value !== '');
			return aggregation === 'count'
				? [`count_${named}`, shown.length]
				: [`concatenated_${named}`, shown.join()];
		});
		return { ...of, ...(Object.fromEntries(fields) as IDataObject) };
	};

/** What Get many payouts may give: whole records, or with Simplify on. */
const shapes: Array<[string, (record: IDataObject) => IDataObject]> = [
	['whole', (record) => record],
	['simplified', simplifiedByNode],
];

const nine: DateTime = DateTime.fromISO('2026-11-25T09:10:00.000Z');
const compared = ['Compare with the payouts', 'Decide the new status', 'Write the notes'];

/** The rows that are to be written and told of. */
const decided = (example: string, items: IDataObject[], $now = nine) =>
	through(example, [...compared, 'Decide what to write and tell'], items, { $now }) as Record<
		'changed' | 'unknown' | 'tell',
		IDataObject[]
	>;

/** What the only condition of a Filter or an If says of an item. */
function conditionOf(example: string, node: string, $json: IDataObject): unknown {
	const { conditions } = parametersOf<{ conditions: { conditions: Array<{ leftValue: string }> } }>(
		example,
		node,
	).conditions;
	return evaluate(conditions[0]!.leftValue, { $json });
}

const ofRow = {
	...{ id: 'payout-1', orderReference: 'INV1', status: 'SUCCESS' },
	...{ createdAt: '2026-11-24T09:00:00.000Z' },
	beneficiary: { accountNumber: '0150384512700' },
};
const made = { amount: '101.00', fee: '1.00', currency: 'USD' };
const to = (accountNumber?: string) => ({ ...made, beneficiary: { accountNumber } });
const OURS = '';
const AMOUNT = 'a payout of another amount';
const ACCOUNT = 'a payout to another account number';

const inAll = ['scheduled-payouts', 'google-sheets-payouts'];
const inEachShape = inAll.flatMap((example) =>
	shapes.map(([shape, shapeOf]) => ({ example, shape, shapeOf })),
);

describe.each(inEachShape)('the example $example, by $shape records', ({ example, shapeOf }) => {
	const joined = joinedBy(example, shapeOf);
	/** What becomes of a row that is unknown, and that the list has. */
	const found = (of: IDataObject, ...records: IDataObject[]) => {
		const { rows } = through(example, compared, [joined({ ...of, status: 'unknown' }, ...records)]);
		return (rows as IDataObject[])[0]!;
	};

	it.each<[string, IDataObject, IDataObject]>([
		[OURS, made, usd],
		[OURS, { amount: '100.00', fee: '0.00', currency: 'USD' }, usd],
		[OURS, { amount: 251_500.5, fee: 1500, currency: 'TZS' }, tzs],
		// The beneficiary bears the fee, or half of it.
		[OURS, { amount: '100.00', fee: '1.00', currency: 'USD' }, usd],
		[OURS, { amount: '100.50', fee: '1.00', currency: 'USD' }, usd],
		[AMOUNT, { ...made, amount: '102.00' }, usd],
		[AMOUNT, { ...made, amount: '101.01' }, usd],
		[AMOUNT, { ...made, amount: '99.99' }, usd],
		[AMOUNT, { ...made, amount: 'much' }, usd],
		[AMOUNT, { ...made, currency: 'TZS' }, usd],
		[AMOUNT, { ...made, currency: undefined }, usd],
		[AMOUNT, { currency: 'USD' }, usd],
		// The service may mask a part, or leave out zeros in front.
		[OURS, to('*********2700'), usd],
		[OURS, to('0150*****2700'), usd],
		[OURS, to('150384512700'), usd],
		[ACCOUNT, to('*********2799'), usd],
		[ACCOUNT, to('0151*****2700'), usd],
		[ACCOUNT, to('************0'), usd],
		[ACCOUNT, to(undefined), usd],
		[ACCOUNT, { ...made, beneficiary: undefined }, usd],
	])('compares amount, currency and account number: "%s" for %j', (differs, record, of) => {
		const { isOurs, status, note } = found(of, { ...ofRow, ...record });
		expect([isOurs, status]).toEqual(differs === OURS ? [true, 'paid'] : [false, 'unknown']);
		if (differs !== OURS) expect(note).toContain(`The service knows ${differs} under`);
	});

	// With letters in it, or grouped for reading, an account number is still the row's own.
	it.each<[string, string, string]>([
		[OURS, '01J2345678A1', '01J2345678A1'],
		[OURS, '01J2345678KA', '01J*****78KA'],
		[OURS, '01j2345678ka', '01J2345678KA'],
		[OURS, '0150-3845-12700', '0150384512700'],
		[OURS, '0150-3845-12700', '0150-3845-12700'],
		[OURS, '0150384512700', '0150 3845 12700'],
		[OURS, '0150384512700', '0150**2700'],
		[OURS, '0150384512700', '0150XXXXX2700'],
		[OURS, '0150384512700', '0150xxxxx2700'],
		[OURS, '0150384512700', '0150_____2700'],
		[OURS, '0150384512700', '---------2700'],
		[OURS, '1234567', '0001234567'],
		[ACCOUNT, '01J2345678KA', '01J2345678KB'],
		[ACCOUNT, '01J2345678KA', '01B2345678KA'],
		[ACCOUNT, '0150384512700', '0150**2701'],
		[ACCOUNT, '0150384512700', 'XXXXXXXXXXXXX'],
		[ACCOUNT, '0150384512700', '0150-3845-_____'],
		[ACCOUNT, '', ''],
	])(
		'compares account numbers as the node does: "%s" for %s, shown as %s',
		(differs, own, shown) => {
			const { status, note } = found({ ...usd, accountNumber: own }, { ...ofRow, ...to(shown) });
			expect(status).toBe(differs === OURS ? 'paid' : 'unknown');
			if (differs !== OURS) expect(note).toContain(`The service knows ${differs} under`);
		},
	);

	it('takes none of several payouts, not even equal ones', () => {
		const ours = { ...ofRow, ...made };
		const several = found(usd, ours, { ...ours, id: 'payout-2' });
		expect(several).toMatchObject({ isOurs: false, status: 'unknown' });
		expect(several.note).toContain('several payouts');
	});

	it.each([
		['PROCESSING', []],
		['SUCCESS', ['paid']],
		...['REVERSED', 'REFUNDED', 'FAILED'].map((status) => [status, ['reversed']]),
		...['ODD', undefined].map((status) => [status, ['unknown']]),
	] as Array<[string | undefined, string[]]>)(
		'makes of a row that was accepted, and is %s: %j',
		(status, now) => {
			const { changed } = decided(example, [joined(usd, { ...ofRow, ...made, status })]);
			expect(changed.map((each) => each.status)).toEqual(now);
			for (const { note } of changed)
				expect(note).toBe(`The service says: ${status ?? 'no status'}`);
		},
	);
});

describe.each(inAll)('the example %s', (example) => {
	const joined = joinedBy(example);
	/** What is written and told of a row that is paid, by its references. */
	const ofPaid = (...records: IDataObject[]) => {
		const row = { ...usd, status: 'paid', count_row_number: 1 };
		const { changed, unknown = [], tell } = decided(example, [joined(row, ...records)]);
		const read = (rows: IDataObject[]) => rows.map(({ status, note }) => [status, note]);
		return { written: read([...changed, ...unknown]), told: read(tell) };
	};
	const old = { ...ofRow, ...made, createdAt: '2026-11-01T09:00:00.000Z' };

	it.each(['REVERSED', 'REFUNDED', 'FAILED'])(
		'writes and tells that a payout came back after it was paid: %s',
		(status) => {
			const reversed = [['reversed', `The service says: ${status}`]];
			expect(ofPaid({ ...old, status })).toEqual({ written: reversed, told: reversed });
		},
	);

	it.each<[string, IDataObject[]]>([
		['is still paid', [{ ...old, status: 'SUCCESS' }]],
		['has an odd status', [{ ...old, status: 'ODD' }]],
		['has a payout of another amount', [{ ...old, status: 'REVERSED', amount: '200.00' }]],
		['is not in the list', []],
	])('neither writes nor tells of a paid row that %s', (_, records) => {
		expect(ofPaid(...records)).toEqual({ written: [], told: [] });
	});
});

// A run that begins before another one has written its rows writes "already sent" over "accepted".
it.each([
	['REVERSED', [['reversed', 'The service says: REVERSED']]],
	['SUCCESS', []],
	['PROCESSING', []],
])('google-sheets-payouts tells of a row that is already sent, and now %s: %j', (status, told) => {
	const example = 'google-sheets-payouts';
	for (const node of ['Keep rows to work on', 'Was it sent before?']) {
		expect(conditionOf(example, node, { status: 'already sent', orderReference: 'INV1' })).toBe(
			true,
		);
	}
	const row = { ...usd, status: 'already sent', count_row_number: 1 };
	const sentBefore = { ...ofRow, ...made, status, createdAt: '2026-11-01T09:00:00.000Z' };
	const { changed, tell } = decided(example, [joinedBy(example)(row, sentBefore)]);
	for (const rows of [changed, tell])
		expect(rows.map(({ status: now, note }) => [now, note])).toEqual(told);
});

it('google-sheets-payouts leaves a paid row alone whose reference stands in another row, too', () => {
	const row = { ...usd, status: 'paid', count_row_number: 2 };
	const back = { ...ofRow, ...made, status: 'REVERSED' };
	const example = 'google-sheets-payouts';
	expect(decided(example, [joinedBy(example)(row, back)])).toEqual({ changed: [], tell: [] });
});

it.each(inAll)(
	'the example %s reads account numbers behind a record that shows none',
	(example) => {
		const { fieldsToSummarize } = parametersOf<SummarizeParameters>(
			example,
			'List the payouts by reference',
		);
		const { field } = fieldsToSummarize.values.at(-1)!;
		const all = [{ id: 'payout-0' }, { ...ofRow, accountNumber: '1' }];
		expect(evaluate(field, { $json: all[0]!, all })).toBe('beneficiary.accountNumber');
	},
);

describe('the example scheduled-payouts', () => {
	const example = 'scheduled-payouts';
	const joined = joinedBy(example);
	it('leaves a row as it is, with its note, where the list does not have it', () => {
		expect(decided(example, [usd]).changed).toEqual([]);
		const unknown = { ...usd, status: 'unknown' };
		const { tell, unknown: written } = decided(example, [unknown]);
		expect(tell).toMatchObject([{ status: 'unknown', note: 'as it was' }]);
		expect(written).toEqual([]);
	});

	// n8n hands on the rows themselves where somebody deactivates the node, to save calls.
	it.each(['accepted', 'unknown', 'paid', 'Paid'])(
		'takes no %s row for its own payout, where the list is not read',
		(status) => {
			const { changed, unknown, tell } = decided(example, [
				joined({ ...usd, status }, { ...usd, status, createdAt: '2026-11-01T09:00:00.000Z' }),
			]);
			expect([changed, unknown]).toEqual([[], []]);
			expect(tell).toMatchObject(status === 'unknown' ? [{ status, note: 'as it was' }] : []);
		},
	);

	// A bill that was entered twice while the service was down: both rows are unknown.
	it.each(['accepted', 'unknown'])(
		'takes no two %s rows of one reference for several payouts, where the list is not read',
		(status) => {
			const rows = [1, 2].map((id) => ({ ...usd, id, status }));
			const { changed, unknown, tell } = decided(
				example,
				rows.map((row) => joined(row, ...rows)),
			);
			expect([changed, unknown]).toEqual([[], []]);
			for (const row of tell) expect(row).toMatchObject({ status, note: 'as it was' });
		},
	);

	it('writes rows together that become the same, and no row between them that does not', () => {
		const statuses = 'SUCCESS SUCCESS PENDING SUCCESS REVERSED REVERSED FAILED REVERSED'.split(' ');
		const rows = statuses.map((status, at) =>
			joined({ ...usd, id: at + 1 }, { ...ofRow, ...made, status }),
		);
		const groups = new Map<string, unknown[]>();
		for (const { status, note, run, id } of decided(example, rows).changed) {
			const key = [status, note, run].join();
			groups.set(key, [...(groups.get(key) ?? []), id]);
		}
		expect([...groups.values()]).toEqual([[1, 2], [4], [5, 6], [7], [8]]);
	});

	const late = { ...ofRow, ...made, status: 'PROCESSING', createdAt: '2026-11-22T09:00:00.000Z' };
	it('names a row again that is unknown, or has been accepted for more than three days', () => {
		const rows = [
			joined(usd, late),
			joined(usd, { ...late, createdAt: '2026-11-22T09:20:00.000Z' }),
			{ ...usd, updatedAt: '2026-11-22T09:00:00.000Z' },
			{ ...usd, status: 'unknown' },
		].map((each, at) => ({ ...each, id: at }));
		const tell = (time: string) =>
			decided(example, rows, DateTime.fromISO(time)).tell.map(({ id }) => id);
		expect(tell('2026-11-25T09:10:00.000Z')).toEqual([0, 2, 3]);
		expect(tell('2026-11-25T10:10:00.000Z')).toEqual([0, 1, 2, 3]);
	});

	it('asks from the day before the oldest of the rows was entered, which need not be the first', () => {
		const { filters } = parametersOf<{ filters: { startDate: string } }>(
			example,
			'Get many payouts',
		);
		const startDate = (...days: unknown[]) => {
			const rows = days.map((createdAt) => ({ createdAt }) as IDataObject);
			const earlier = { 'Collect the rows to look up': rows };
			return evaluate(filters.startDate, { $json: rows[0]!, earlier });
		};
		expect(startDate('2026-11-23T00:30:00.000Z', '2026-11-24T00:30:00.000Z')).toBe('2026-11-22');
		expect(startDate('2026-11-23T00:30:00.000Z', new Date('2026-03-01T00:30:00.000Z'))).toBe(
			'2026-02-28',
		);
	});

	// The team writes paid by hand, too. What it has written about a payment is its own matter.
	it.each([
		['paid', true],
		['Paid ', true],
		['paid by cheque', false],
	])('looks up and writes a row that is %j where its money came back: %s', (status, isWritten) => {
		expect(conditionOf(example, 'Keep paid rows', { status })).toBe(isWritten);
		const back = { ...ofRow, ...made, status: 'REVERSED', createdAt: '2026-11-01T09:00:00.000Z' };
		const { unknown, tell } = decided(example, [joined({ ...usd, status }, back)]);
		const reversed = expect.objectContaining({ was: 'paid', status: 'reversed' });
		if (isWritten) expect([unknown, tell]).toEqual([[reversed], [reversed]]);
	});

	it('reads the rows that were paid in the last 30 days', () => {
		const { filters } = parametersOf<{
			filters: { conditions: Array<{ keyName: string; condition: string; keyValue: string }> };
		}>(example, 'Get rows paid lately');
		expect(filters.conditions).toMatchObject([
			{ keyName: 'status', condition: 'ilike', keyValue: 'paid%' },
			{ keyName: 'updatedAt', condition: 'gte' },
		]);
		const since = (time: string) =>
			evaluate(filters.conditions[1]!.keyValue, { $json: {}, $now: DateTime.fromISO(time) });
		expect(since('2026-11-25T09:10:00.000Z')).toBe('2026-10-26T09:10:00.000Z');
		expect(since('2026-11-25T10:10:00.000Z')).toBe('2026-10-26T10:10:00.000Z');
	});
});
