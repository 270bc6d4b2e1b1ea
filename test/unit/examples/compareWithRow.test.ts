import type { IDataObject } from 'n8n-workflow';
import { evaluate, parametersOf } from '../support/exampleExpression';

interface SetParameters {
	assignments: { assignments: Array<{ name: string; value: string }> };
}

const row = (amount: number, currency: string): IDataObject => ({
	...{ id: 1, orderReference: 'INV1', status: 'accepted', accountNumber: '0150384512700' },
	...{ amount, currency },
});
const ofRow = {
	...{ id: 'payout-1', orderReference: 'INV1', status: 'SUCCESS' },
	beneficiary: { accountNumber: '0150384512700' },
};
const OTHER_AMOUNT = 'a payout of another amount';

const expressionOf = (example: string, node: string, field: string) => {
	const { assignments } = parametersOf<SetParameters>(example, node).assignments;
	return assignments.find(({ name }) => name === field)?.value ?? '';
};

describe.each(['scheduled-payouts', 'row-by-row-payouts'])('the example %s', (example) => {
	/** What differs between a row and the record that the list of the service has for it. */
	const differs = (record: IDataObject, of: IDataObject, all?: IDataObject[]) =>
		evaluate(expressionOf(example, 'Compare with the row', 'differs'), {
			$json: { ...record, row: of },
			all,
		});
	const usd = row(100, 'USD');
	const tzs = row(250_000.5, 'TZS');

	it.each<[IDataObject, IDataObject]>([
		[{ amount: '101.00', fee: '1.00', currency: 'USD' }, usd],
		[{ amount: '100.00', fee: '0.00', currency: 'USD' }, usd],
		[{ amount: 251_500.5, fee: 1500, currency: 'TZS' }, tzs],
	])('takes for the row’s payout what was taken less the fee: %j', (record, of) => {
		expect(differs({ ...ofRow, ...record }, of)).toBe('');
	});

	it.each<[string, IDataObject, IDataObject]>([
		['another amount', { amount: '102.00', fee: '1.00', currency: 'USD' }, usd],
		['a cent more', { amount: '101.01', fee: '1.00', currency: 'USD' }, usd],
		['another currency', { amount: '101.00', fee: '1.00', currency: 'TZS' }, usd],
		['no currency', { amount: '101.00', fee: '1.00' }, usd],
		['no amount', { currency: 'USD' }, usd],
	])('does not take for the row’s payout: %s', (_, record, of) => {
		expect(differs({ ...ofRow, ...record }, of)).toBe(OTHER_AMOUNT);
	});

	const made = { ...ofRow, amount: '101.00', fee: '1.00', currency: 'USD' };

	it('compares the account number as well, of which the service may mask a part', () => {
		const to = (accountNumber?: string) =>
			differs({ ...made, beneficiary: { accountNumber } }, usd);
		expect(to('*********2700')).toBe('');
		expect(to('*********2799')).toBe('a payout to another account number');
		expect(to(undefined)).toBe('a payout to another account number');
		expect(differs({ ...made, beneficiary: undefined }, usd)).toContain('another account');
	});

	it('takes none of several payouts, and leaves open what the list does not have', () => {
		expect(differs(made, usd, [made, made])).toBe('more than one payout');
		expect(differs(made, usd, [made, { ...made, orderReference: 'INV2' }])).toBe('');
		expect(differs({ orderReference: 'INV1' }, usd)).toBe('');
	});

	it.each<[IDataObject, string, string]>([
		[{ ...made, differs: '' }, 'paid', 'The service says: SUCCESS'],
		[{ ...made, differs: '', status: 'REFUNDED' }, 'reversed', 'The service says: REFUNDED'],
		[{ ...made, differs: '', status: undefined }, 'unknown', 'The service says: no status'],
		[{ ...made, differs: OTHER_AMOUNT }, 'unknown', `The service knows ${OTHER_AMOUNT} under`],
		[{ orderReference: 'INV1', differs: '' }, 'accepted', 'does not list it'],
	])('makes of %j the status %s', (record, status, note) => {
		const says = (field: string) =>
			evaluate(expressionOf(example, 'What the service says', field), {
				$json: { ...record, row: usd },
				earlier: { 'Get many payouts': {} },
			});
		expect(says('status')).toBe(status);
		expect(says('note')).toContain(note);
	});

	it('keeps the row as it is where the list could not be read, and says why', () => {
		const message = 'HTTP 500. 300 of 950 records were read before that, and none is put out';
		const says = (field: string) =>
			evaluate(expressionOf(example, 'What the service says', field), {
				$json: { orderReference: 'INV1', row: usd, differs: '' },
				earlier: { 'Get many payouts': { error: 'Not read', message } },
			});
		expect([says('status'), says('note')]).toEqual(['accepted', message]);
	});

	it('asks from the day before the oldest open row was entered', () => {
		const { filters } = parametersOf<{ filters: { startDate: string } }>(
			example,
			'Get many payouts',
		);
		const startDate = (createdAt: unknown) =>
			evaluate(filters.startDate, { $json: { createdAt } as IDataObject });
		expect(startDate('2026-11-23T00:30:00.000Z')).toBe('2026-11-22');
		expect(startDate(new Date('2026-03-01T00:30:00.000Z'))).toBe('2026-02-28');
	});
});
