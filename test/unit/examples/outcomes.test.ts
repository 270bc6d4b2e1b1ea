import type { IDataObject } from 'n8n-workflow';
import { setBy, through } from '../support/exampleExpression';
import { outcomeCases, inputRow } from './outcomeCases';

const pay = 'Create bank payout';

/** What an example makes of the item that the node put out for a row. */
function decided(example: string, row: IDataObject, item: IDataObject, options: object = {}) {
	const earlier = {
		[pay]: { options: options as IDataObject },
		'Get the row written last': { note: '' },
	};
	const [outcome] = setBy(example, 'Read the outcome', [item], { earlier });
	const nodes = ['Compare with the row', 'Decide the status'];
	// As n8n's Merge puts them together.
	return through(example, nodes, [{ ...row, ...outcome }], { earlier });
}

describe('scheduled-payouts writes into a row', () => {
	const example = 'scheduled-payouts';
	/** The title of the section in which the e-mail has a row. */
	const sectionOf = (row: IDataObject) =>
		setBy(example, 'Write the sections', [{ ...row, count_line: 1 }])[0]!.title;

	it.each(outcomeCases)('$status for: $name', ({ item, status, section, note, hasPayout }) => {
		const row = inputRow('INV1');
		const made = decided(example, row, item(row));
		expect([made.status, sectionOf({ status: made.status })]).toEqual([status, `${section}: 1`]);
		expect(made.note).toMatch(note);
		// With Simplify, a fee is a number.
		const fee = made.fee === '' ? '' : Number(made.fee);
		expect([made.payoutId, fee]).toEqual(hasPayout ? ['payout-1', 1500] : ['', '']);
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
describe.each([['google-sheets-payouts', 'Create bank payout', 'Sort the rows']])(
	'%s writes into a row',
	(example, payingNode, rows) => {
		it.each(outcomeCases)('$status for: $name', ({ item, status, result, hasPayout = false }) => {
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
			if (made.status === 'already sent') expect(made.note).toMatch(notNow);
		});
	},
);
