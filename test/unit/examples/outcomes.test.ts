import type { IDataObject } from 'n8n-workflow';
import { evaluate, parametersOf, setBy, through } from '../support/exampleExpression';
import { outcomeCases, inputRow, says } from './outcomeCases';

const pay = 'Create bank payout';

/** What an example makes of the item that the node put out for a row. */
function decided(example: string, row: IDataObject, item: IDataObject, options: object = {}) {
	const earlier = {
		[pay]: { options: options as IDataObject },
		'Get the row written last': { note: '' },
	};
	const [outcome] = setBy(example, 'Read the outcome', [item], { earlier });
	const counted = example === 'row-by-row-payouts' ? ['Count the same cause'] : [];
	const nodes = ['Compare with the row', ...counted, 'Decide the status'];
	// As n8n's Merge puts them together.
	return through(example, nodes, [{ ...row, ...outcome }], { earlier });
}

describe.each(['scheduled-payouts', 'row-by-row-payouts'])('%s writes into a row', (example) => {
	/** The title of the section in which the e-mail has a row. */
	const sectionOf = (row: IDataObject) =>
		setBy(example, 'Write the sections', [{ ...row, count_line: 1 }])[0]!.title;

	it.each(outcomeCases)('$status for: $name', ({ item, status, section, note, hasPayout }) => {
		const row = inputRow('INV1');
		const made = decided(example, row, item(row));
		expect([made.status, sectionOf({ status: made.status })]).toEqual([status, `${section}: 1`]);
		const counted = /^\d in a row \([a-z ]+\): /;
		expect(String(made.note).replace(counted, '')).toMatch(note);
		expect([made.payoutId, made.fee]).toEqual(hasPayout ? ['payout-1', '1500.00'] : ['', '']);
	});

	it.each([
		['accepted', 'paid', 'ACCEPTED → PAID'],
		['accepted', 'accepted', 'ACCEPTED FOR MORE THAN 3 DAYS'],
	])('and says of one that was %s, and is %s now: %s', (was, status, section) => {
		expect(sectionOf({ was, status })).toBe(`${section}: 1`);
	});

	it('keeps a row that somebody has checked as checked, where nothing was sent', () => {
		const row = { ...inputRow('INV1'), status: 'checked' };
		expect(decided(example, row, row).status).toBe('checked');
	});

	it('keeps a row pending in a dry run, also where it is not valid', () => {
		const row = inputRow('INV1');
		const { item } = outcomeCases.find(({ name }) => name === 'invalid, item')!;
		expect(decided(example, row, item(row), { validateOnly: true }).status).toBe('pending');
	});
});

/** Neither writes down when somebody set a row to pending: a payout that was made before is always an earlier one. */
describe.each([
	['google-sheets-payouts', 'Create bank payout', 'Sort the rows'],
	['salary-run', 'Pay the salaries', 'Take each salary'],
])('%s writes into a row', (example, payingNode, rows) => {
	it.each(outcomeCases)(
		'$status for: $name',
		({ item, status, result, note, hasPayout = false }) => {
			const row = { ...inputRow('SAL202612E017'), employeeNumber: 'E017', isToPay: true };
			const earlier = { [payingNode]: { options: {} }, [rows]: row };
			const nodes = ['Read the outcome', 'Decide the status'];
			const made = through(example, nodes, [item(row)], { earlier });
			expect(made.status).toBe(result === 'already sent' ? result : status);
			// The table of employees has no column for it.
			if (example !== 'salary-run') expect(made.payoutId).toBe(hasPayout ? 'payout-1' : '');
			// The row is not the item of that number.
			expect(made.note).toMatch(/^(?!.*\(item \d).*\w/);
			// To send the form of a month again is usual, and says of a bill that it may have been paid by mistake.
			const notNow = example === 'salary-run' ? /^Nothing was sent now: / : /^NOT PAID NOW: /;
			// An item that was passed through says itself why nothing was sent.
			if (made.status === 'already sent') expect(made.note).toMatch(note === says ? says : notNow);
		},
	);
});

describe('spreadsheet-approval writes into the result', () => {
	it.each(outcomeCases)('$result$status for: $name', ({ item, status, result = status, note }) => {
		// What becomes of a row of the file, before it is sent.
		const file = { orderReference: 'INV1', amount: '1000' };
		const row = { row: 1, file, request: file, status: 'not sent', note: '' };
		const given = inputRow('INV1');
		const put = item(given);
		const made = decided('spreadsheet-approval', row, put === given ? row : put);
		expect(made.status).toBe(result);
		expect(made.note).toMatch(note);
		const earlier = {
			...{ 'Read the decision': {}, 'Name the columns': [made] },
			'Describe each row': [{ reference: 'INV1' }],
		};
		const [{ lookAt } = {}] = setBy('spreadsheet-approval', 'Write the summary', [{}], { earlier });
		const isGood = ['accepted', 'paid'].includes(result);
		const where = '- INV1, row 1 of the result file';
		expect(lookAt).toBe(isGood ? '' : `${where}, ${result}: ${String(made.note)}`);
	});
});

describe('row-by-row-payouts pauses', () => {
	const example = 'row-by-row-payouts';
	const repeats = (cause: string, note: unknown, refused = 'pending') =>
		setBy(example, 'Count the same cause', [{ cause, refused }], {
			earlier: { 'Get the row written last': { note } as IDataObject },
		})[0]!.repeats;

	it.each([
		['service', null, 1],
		['service', 'The service accepted it: SUCCESS', 1],
		['service', '1 in a row (service): HTTP 503', 2],
		['service', 'PAUSED FOR AN HOUR, 26 in a row (service): HTTP 503', 27],
		['account', '2 in a row (service): HTTP 503', 1],
		['dry run', '1 in a row (dry run): Validate Only is on', 2],
		['', '2 in a row (service): HTTP 503', 0],
	])('counting %j after %j as %i', (cause, note, count) => {
		expect(repeats(cause, note)).toBe(count);
	});

	// The row stays the next one, and would be told of each minute.
	it('after a wrong row in a dry run, and not where the row gets another status', () => {
		const note = '2 in a row (item): Amount is empty';
		expect([repeats('item', note), repeats('item', note, 'rejected')]).toEqual([3, 0]);
	});

	interface Conditions {
		conditions: { conditions: Array<{ leftValue: string }> };
	}
	const passes = (node: string, $json: IDataObject) =>
		evaluate(
			parametersOf<Conditions>(example, node).conditions.conditions[0]!.leftValue.replace(
				// n8n adds this to text.
				'.toDateTime()',
				'.length && DateTime.fromISO($json.updatedAt)',
			),
			{ $json },
		);
	const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

	it.each([
		['PAUSED FOR AN HOUR, 3 in a row (service): HTTP 503', 59, false],
		['PAUSED FOR AN HOUR, 3 in a row (service): HTTP 503', 61, true],
		['2 in a row (service): HTTP 503', 1, true],
		[null, 1, true],
	])('after the note %j of %i minutes ago: goes on is %s', (note, minutes, goesOn) => {
		const row = { note, status: 'pending', updatedAt: ago(minutes) };
		expect(passes('Stop while paused', row)).toBe(goesOn);
	});

	// To write it changes the row, whose pause would begin anew.
	it.each<[string, boolean]>([
		['later', true],
		['held', true],
		['Pending ', false],
		['checked', false],
		['unknown', false],
	])(
		'until somebody lets the other rows go first: a paused row that is %s: %s',
		(status, goesOn) => {
			const note = 'PAUSED FOR AN HOUR, 3 in a row (service): HTTP 503';
			const row = { note, status, updatedAt: ago(1) };
			expect(passes('Stop while paused', row)).toBe(goesOn);
		},
	);

	it.each<[string, number, boolean]>([
		['pending', 1, false],
		['pending', 2, false],
		['pending', 3, true],
		['pending', 4, false],
		// One attempt an hour: once a day.
		['pending', 27, true],
		['unknown', 1, true],
		['unknown', 4, false],
		['accepted', 0, false],
		['paid', 0, false],
		...['already sent', 'reference used', 'reversed', 'rejected', 'unknown'].map(
			(status): [string, number, boolean] => [status, 0, true],
		),
	])('a row that is %s, for the %i. time in a row, is told of: %s', (status, count, isTold) => {
		expect(passes('Keep what a person must see', { status, repeats: count })).toBe(isTold);
	});
});
