import type { IDataObject } from 'n8n-workflow';
import { setBy } from '../support/exampleExpression';

const request = {
	orderReference: 'INV1',
	amount: 1000,
	currency: 'TZS',
	accountName: 'Asha Mushi',
};

/** What the approver of an upload sees of a row, by what the preview of it has put out. */
function described(preview: IDataObject): IDataObject {
	const [read] = setBy('spreadsheet-approval', 'Read the preview', [preview]);
	const compared = { ...read, row: 1, file: {}, request, valid: true, amountText: '1,000.00 TZS' };
	return setBy('spreadsheet-approval', 'Describe each row', [compared])[0]!;
}

it('keeps out of the total to approve what was sent before', () => {
	const message = 'INV1 (item 1): Nothing was sent now. It is known (HTTP 409).';
	const used = { error: 'Request already sent', message, details: { httpStatus: 409 } };
	expect(described(used)).toMatchObject({
		...{ isToPay: false, amount: 0, currency: 'sent before, will not be sent again' },
		warning: 'Sent before: it will not be sent again',
	});
	expect(described({ fee: 1500, balance: 9000 })).toMatchObject({
		...{ isToPay: true, amount: 1000, currency: 'TZS', warning: '' },
	});
});

it('warns where there is no preview for another reason, and still asks', () => {
	const refused = { error: 'Request rejected', message: 'INV1 (item 1): Nothing was changed.' };
	expect(described({ ...refused, details: { httpStatus: 400 } })).toMatchObject({
		...{ isToPay: true, amount: 1000, currency: 'TZS' },
		warning: 'The service gave no preview: Nothing was changed.',
	});
});

describe('a salary that was changed after it was paid', () => {
	const salary = { employeeNumber: 'E1', orderReference: 'SAL202612E1', salary: 15_000 };
	const row = { ...salary, payout: { accountNumber: '0150384512700' } };
	const earlier = { 'Take each salary': row, 'Pay the salaries': { options: {} } };
	const status = (record: IDataObject) => {
		const through = (node: string, json: IDataObject) =>
			setBy('salary-run', node, [json], { earlier })[0]!;
		const compared = through('Compare with the salary', record);
		return through('Decide the status', through('Read the outcome', compared));
	};
	const record = {
		...{ id: 'payout-1', amount: '13500.00', fee: '1500.00', currency: 'TZS', status: 'SUCCESS' },
		beneficiary: { accountNumber: '0150384512700' },
	};

	it('is not called unpaid: the note says what was paid', () => {
		expect(status(record)).toMatchObject({
			status: 'reference used',
			note: 'NOT PAID NOW: before, 13500.00 TZS with the fee went to account …2700 under this order reference (SUCCESS)',
		});
	});

	it.each(['REVERSED', 'REFUNDED', 'FAILED'])(
		'is to be paid anew where it came back: %s',
		(back) => {
			const made = status({ ...record, status: back });
			expect(made.status).toBe('reversed');
			expect(made.note).toContain(`(${back})`);
		},
	);

	it('is already sent where nothing was changed', () => {
		expect(status({ ...record, amount: '16500.00' }).status).toBe('already sent');
	});
});
