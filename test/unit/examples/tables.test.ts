import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { evaluate, parametersOf, setBy, through } from '../support/exampleExpression';
import { createdNow, inputRow } from './outcomeCases';

it('scheduled-payouts does not say that a run ended early, where another one or a person sent the payout', () => {
	const example = 'scheduled-payouts';
	const payout = { status: 'SUCCESS', createdAt: createdNow };
	const row = { ...inputRow('INV1'), payout, seen: 'paid', outcome: 'alreadySent' };
	const earlier = { 'Create bank payout': { options: {} } };
	const [{ beforeNote } = {}] = setBy(example, 'Compare with the row', [row], { earlier });
	expect(beforeNote).toBe(
		'Sent by another run or by hand since this row was last changed (2026-11-25, SUCCESS).',
	);
});

interface Conditions {
	conditions: { combinator: 'and' | 'or'; conditions: Array<{ leftValue: string }> };
}

/** Whether a Filter or an If of an example lets a row through. */
function passes(example: string, node: string, $json: IDataObject, $now?: DateTime): boolean {
	const { combinator, conditions } = parametersOf<Conditions>(example, node).conditions;
	const met = conditions.map(({ leftValue }) => evaluate(leftValue, { $json, $now }) === true);
	return combinator === 'and' ? met.every(Boolean) : met.some(Boolean);
}

describe('scheduled-payouts', () => {
	const example = 'scheduled-payouts';
	const $now: DateTime = DateTime.fromISO('2026-11-25T09:00:00.000Z');
	const isDue = (row: IDataObject) => passes(example, 'Keep rows that are due', row, $now);

	// A row that waits for a day that it has not understood would be held only then, when it is late.
	it.each<[string | null | undefined, 'paid' | 'held' | 'waits']>([
		[null, 'paid'],
		[undefined, 'paid'],
		['', 'paid'],
		['2026-11-25', 'paid'],
		['2026-12-28', 'waits'],
		['2026-12-28T08:00:00.000Z', 'waits'],
		['20261228', 'held'],
		['2026-W53-1', 'held'],
		['28/12/2026', 'held'],
		['2026-28-12', 'held'],
		['2026-12-281', 'held'],
	])('makes of payOn %j today: %s', (payOn, becomes) => {
		const row = { ...inputRow('INV1'), payOn };
		const isHeld = passes(example, 'Must a person look first?', row, $now);
		expect(isDue(row) ? (isHeld ? 'held' : 'paid') : 'waits').toBe(becomes);
	});

	// "Set the status to checked" would pay a row that is held for its day, and the day of the other one is right.
	it.each<[IDataObject, RegExp]>([
		[
			{ accountLastPaid: '0150384519999', payOn: '2026-11-25' },
			/^Account …2700; the one last paid to Asha Mushi was …9999\. Ask .* checked\. $/,
		],
		[{ accountLastPaid: '0150384512700', payOn: '28/12/2026' }, /^payOn has to be [^.]*\.$/],
		[
			{ status: 'checked', accountLastPaid: '0150384519999', payOn: '28/12/2026' },
			/^payOn has to be [^.]*\.$/,
		],
	])('says of a row only for what it is held: %j', (changes, note) => {
		const row = { ...inputRow('INV1'), ...changes };
		expect(passes(example, 'Must a person look first?', row, $now)).toBe(true);
		expect(setBy(example, 'Hold the row', [row])[0]!.note).toMatch(note);
	});

	it.each(['PayOn', 'payon', 'pay_on', 'Pay On'])(
		'holds a row with a day in a column called %s, which nothing reads',
		(column) => {
			const row: IDataObject = { ...inputRow('INV1'), [column]: '2099-12-28' };
			expect(passes(example, 'Must a person look first?', row)).toBe(true);
			const [{ note } = {}] = setBy(example, 'Hold the row', [row]);
			expect(note).toBe('The column of the day has to be called payOn, with these very letters.');
			expect(passes(example, 'Must a person look first?', { ...row, [column]: null })).toBe(false);
		},
	);
});

// A month later, somebody copies a row of a bill, and types the new one over it.
describe.each([
	['google-sheets-payouts', 'row_number'],
	['scheduled-payouts', 'id'],
])('%s', (example, number) => {
	const paid = (at: number, orderReference: string, payoutId: string | null) => ({
		...{ ...inputRow(orderReference), status: 'paid', payoutId },
		...{ id: at, row_number: at },
	});
	it('holds a row that is paid by the payout of an earlier row, and says that it was not paid', () => {
		const rows = [
			...[paid(2, 'INV1', 'P1'), paid(3, 'INV2', 'P2'), paid(4, 'HAND1', ''), paid(5, 'HAND2', '')],
			...[
				paid(6, 'INV3', 'P1'),
				paid(7, 'INV4', null),
				paid(8, 'INV5', null),
				paid(9, 'INV6', 'P1'),
			],
		];
		const given = example === 'scheduled-payouts' ? [...rows].reverse() : rows;
		const [{ copies } = {}] = setBy(example, 'Find copied rows', given);
		const found = (copies as IDataObject[]).map((row) => [row[number], row.first]).sort();
		expect(found).toEqual([
			[6, 'INV1'],
			[9, 'INV1'],
		]);
		const earlier = { 'Read the status': rows };
		const held = setBy(example, 'Hold the copied row', copies as IDataObject[], { earlier });
		for (const { status, was, note } of held) {
			expect([status, was]).toEqual(['held', '']);
			expect(note).toMatch(/^NOT PAID: this row has the payoutId of INV1, as a copied row has\./);
		}
	});
});

// The team writes paid by hand, too, as the note of a copied row asks. Without a sign %, n8n would also find unpaid.
it('scheduled-payouts finds a paid row whose status somebody began with a capital letter', () => {
	const { filters } = parametersOf<{ filters: { conditions: object[] } }>(
		'scheduled-payouts',
		'Get rows that were sent',
	);
	expect(filters.conditions[0]).toEqual({
		...{ keyName: 'status', condition: 'ilike', keyValue: 'paid%' },
	});
});

describe('scheduled-payouts', () => {
	const example = 'scheduled-payouts';
	it('reads accepted rows, too, to find copied ones, but no account last paid from them', () => {
		const { filters, matchType } = parametersOf<{
			filters: { conditions: object[] };
			matchType: string;
		}>(example, 'Get rows that were sent');
		expect(matchType).toBe('anyCondition');
		expect(filters.conditions[1]).toEqual({
			...{ keyName: 'status', condition: 'eq', keyValue: 'accepted' },
		});
		const passed = ['Paid', 'paid by hand', 'accepted'].map((status) =>
			passes(example, 'Leave out accepted rows', { status }),
		);
		expect(passed).toEqual([true, true, false]);
	});

	it('holds a copied row that is accepted, and says which status to write where the first one is the copy', () => {
		const sent = (id: number, orderReference: string) => ({
			...{ ...inputRow(orderReference), id, status: 'accepted', payoutId: 'P1' },
		});
		const [{ copies } = {}] = setBy(example, 'Find copied rows', [
			sent(2, 'INV1'),
			sent(3, 'INV2'),
		]);
		const held = setBy(example, 'Hold the copied row', copies as IDataObject[]);
		expect(held).toMatchObject([{ id: 3, status: 'held' }]);
		expect(held[0]!.note).toMatch(
			/ Is INV1 the copy\? Do so there, and write accepted here, in small letters$/,
		);
	});
});

describe('google-sheets-payouts', () => {
	const example = 'google-sheets-payouts';
	it.each<[string, Record<string, IDataObject>]>([
		['The list of the last 30 days does not show it, which proves nothing', {}],
		['It could not be looked up', { 'Say that nothing was looked up': {} }],
	])('says of a row without a payout: %s', (note, earlier) => {
		const rows = [{ ...inputRow('INV1'), status: 'accepted' }];
		const compared = [{ rows, amountFits: [false], accountFits: [false], seen: ['unknown'] }];
		const decided = setBy(example, 'Decide the new status', compared, { earlier });
		const [made] = setBy(example, 'Write the notes', decided, { earlier });
		expect(made?.rows).toMatchObject([{ note }]);
	});

	// n8n hands on the rows themselves, which have no id, where somebody deactivates the node.
	it('does not say that the list does not show a row, where the list was not read', () => {
		const rows = [{ ...inputRow('INV1'), status: 'accepted', count_id: 0 }];
		const compared = { rows, amountFits: [true], accountFits: [true], seen: ['unknown'] };
		const decided = setBy(example, 'Decide the new status', [compared]);
		const [made] = setBy(example, 'Write the notes', decided);
		expect(made?.rows).toMatchObject([{ status: 'accepted', note: 'It could not be looked up' }]);
	});

	it('does not take a row for its own payout either, where the sheet has a column id', () => {
		const row = { ...inputRow('INV1'), status: 'accepted', id: '7' };
		const nodes = ['Compare with the payouts', 'Decide the new status', 'Write the notes'];
		const { rows } = through(example, nodes, [
			{ ...row, count_id: 1, concatenated_id: '7', concatenated_status: 'accepted' },
		]);
		expect(rows).toMatchObject([{ status: 'accepted', note: 'It could not be looked up' }]);
	});

	// Somebody may sort the sheet, so a row number leads to a stranger's row.
	it.each<[boolean, IDataObject]>([
		[true, { isToPay: true }],
		[true, { isToPay: true, isNewAccount: true }],
		[false, { isToPay: true, isTwice: true, count_row_number: 2 }],
		[false, { orderReference: '' }],
		[false, { orderReference: 20261 }],
	])('finds a row to correct by its order reference: %s for %j', (isFound, changes) => {
		const row = { ...inputRow('INV1'), account: '0150', lastAccount: '0151', ...changes };
		const [said = {}] = setBy(example, 'Say what to correct', [{ isWrong: true, ...row }]);
		expect(passes(example, 'Has it a reference of its own?', said)).toBe(isFound);
	});

	// Deleted in the place of the other, a row that was sent would be looked up no more.
	it.each(['pending', 'accepted'])(
		'says of rows with one reference which to keep, also in the one that is %s',
		(status) => {
			const twice = { isTwice: true, count_row_number: 2, isToPay: status === 'pending' };
			const row = { ...inputRow('INV1'), account: '0150', lastAccount: '0150', status, ...twice };
			const [said] = setBy(example, 'Say what to correct', [row]);
			expect(said?.note).toMatch(
				/^2 rows share .* Keep one row: the accepted, paid or unknown one as it is;/,
			);
			const { text } = parametersOf<{ text: string }>(example, 'Send the summary');
			expect(text).toContain('Does the line say that rows share the reference? Do what it says.');
		},
	);

	it('writes such a row by its order reference, and only others by their number', () => {
		const columnsOf = (node: string) =>
			parametersOf<{ columns: { matchingColumns: string[] } }>(example, node).columns;
		expect(columnsOf('Write what to correct').matchingColumns).toEqual(['orderReference']);
		expect(columnsOf('Write by the row number').matchingColumns).toEqual(['row_number']);
	});

	it('says of a copied row whether it is found by its order reference', () => {
		const copy = (orderReference: string) => ({ ...inputRow(orderReference), first: 'INV1' });
		const earlier = { 'Read the status': ['INV1', 'INV1', 'INV2'].map((each) => inputRow(each)) };
		const held = setBy(example, 'Hold the copied row', [copy('INV1'), copy('INV2')], { earlier });
		expect(held).toMatchObject([{ hasReference: false }, { hasReference: true }]);
	});

	// A day in a column PayOn would be read by nobody, and the row be paid today.
	it.each<[string, IDataObject[]]>([
		['', [{ status: 'paid' }, { ...inputRow('INV1'), 'Amount %': 5, 'note 2': 'x', PO: 7 }]],
		['PayOn', [inputRow('INV1'), { ...inputRow('INV2'), PayOn: '2099-12-28' }, { PayOn: '' }]],
		['Account Number, BIC, pay_on', [{ 'Account Number': '1', BIC: 'X', pay_on: '', status: '' }]],
		['Status', [{ Status: 'pending' }]],
		['', [{ orderReference: 'INV1', state: 'pending' }]],
	])('reads no sheet whose first row has other names, and says which: %j in %j', (names, rows) => {
		const checked = setBy(example, 'Check the columns', rows);
		const hasStatus = rows.some((row) => 'status' in row);
		expect(checked).toMatchObject([{ rows, hasStatus }]);
		const isRead = passes(example, 'Can the columns be read?', checked[0]!);
		expect(isRead).toBe(names === '' && hasStatus);
		const [{ status, note } = {}] = setBy(example, 'Say what the sheet lacks', checked);
		expect(status).toBe('sheet not read');
		const named = names && `Spelled otherwise than the workflow needs: ${names}. `;
		const missing = hasStatus ? '' : 'No row has anything under the name status. ';
		expect(note).toBe(`${named}${missing}Nothing was looked up or paid`);
	});

	it.each([
		['2026-12-28', false],
		['', false],
		['2026-28-12', true],
		['28/12/2026', true],
	])('does not let a row wait for the day %j without a word: %s', (payOn, isWrong) => {
		const row = { ...inputRow('INV1'), payOn };
		expect(setBy(example, 'Check each row', [row])).toMatchObject([{ isWrong }]);
	});
});
