import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { evaluate, parametersOf, setBy } from '../support/exampleExpression';
import { createdNow, inputRow } from './outcomeCases';

it.each(['scheduled-payouts', 'row-by-row-payouts'])(
	'%s does not say that a run ended early, where another one or a person sent the payout',
	(example) => {
		const payout = { status: 'SUCCESS', createdAt: createdNow };
		const row = { ...inputRow('INV1'), payout, seen: 'paid', outcome: 'alreadySent' };
		const earlier = { 'Create bank payout': { options: {} } };
		const [{ beforeNote } = {}] = setBy(example, 'Compare with the row', [row], { earlier });
		expect(beforeNote).toBe(
			'Sent by another run or by hand since this row was last changed (2026-11-25, SUCCESS).',
		);
	},
);

interface Conditions {
	conditions: { combinator: 'and' | 'or'; conditions: Array<{ leftValue: string }> };
}

/** Whether a Filter or an If of an example lets a row through. */
function passes(example: string, node: string, $json: IDataObject, $now?: DateTime): boolean {
	const { combinator, conditions } = parametersOf<Conditions>(example, node).conditions;
	const met = conditions.map(({ leftValue }) => evaluate(leftValue, { $json, $now }) === true);
	return combinator === 'and' ? met.every(Boolean) : met.some(Boolean);
}

describe.each(['scheduled-payouts', 'row-by-row-payouts'])('%s', (example) => {
	const $now: DateTime = DateTime.fromISO('2026-11-25T09:00:00.000Z');
	const isDue = (row: IDataObject) => {
		if (example === 'scheduled-payouts')
			return passes(example, 'Keep rows that are due', row, $now);
		const [{ rows } = {}] = setBy(example, 'Take the next row that is due', [row], { $now });
		return (rows as IDataObject[]).length === 1;
	};

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

describe('google-sheets-payouts', () => {
	const example = 'google-sheets-payouts';
	it.each<[string, Record<string, IDataObject>]>([
		['The service does not list it, which proves nothing', {}],
		['It could not be looked up', { 'Say that nothing was looked up': {} }],
	])('says of a row without a payout: %s', (note, earlier) => {
		const rows = [{ ...inputRow('INV1'), status: 'accepted' }];
		const compared = [{ rows, amountFits: [false], accountFits: [false], seen: ['unknown'] }];
		const decided = setBy(example, 'Decide the new status', compared, { earlier });
		const [made] = setBy(example, 'Write the notes', decided, { earlier });
		expect(made?.rows).toMatchObject([{ note }]);
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
