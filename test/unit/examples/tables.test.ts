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
