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

/** It does not write down when somebody set a row to pending: a payout that was made before is always an earlier one. */
describe.each([['salary-run', 'Pay the salaries', 'Take each salary']])(
	'%s writes into a row',
	(example, payingNode, rows) => {
		it.each(outcomeCases)('$status for: $name', ({ item, status, result }) => {
			const row = { ...inputRow('SAL202612E017'), employeeNumber: 'E017', isToPay: true };
			const earlier = { [payingNode]: { options: {} }, [rows]: row };
			const nodes = ['Read the outcome', 'Decide the status'];
			const made = through(example, nodes, [item(row)], { earlier });
			expect(made.status).toBe(result === 'already sent' ? result : status);
			// The row is not the item of that number.
			expect(made.note).toMatch(/^(?!.*\(item \d).*\w/);
			// To send the form of a month again is usual, and says of a bill that it may have been paid by mistake.
			const notNow = example === 'salary-run' ? /^Nothing was sent now: / : /^NOT PAID NOW: /;
			if (made.status === 'already sent') expect(made.note).toMatch(notNow);
		});
	},
);

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
