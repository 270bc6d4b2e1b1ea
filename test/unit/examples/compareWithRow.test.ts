import type { IDataObject } from 'n8n-workflow';
import { evaluate, fieldOf, parametersOf } from '../support/exampleExpression';

const row = (amount: number, currency: string): IDataObject => ({
	...{ id: 1, orderReference: 'INV1', status: 'accepted', accountNumber: '0150384512700' },
	...{ amount, currency },
});
const ofRow = {
	...{ id: 'payout-1', orderReference: 'INV1', status: 'SUCCESS' },
	beneficiary: { accountNumber: '0150384512700' },
};
const OTHER_AMOUNT = 'a payout of another amount';
const OTHER_ACCOUNT = 'a payout to another account number';

describe.each(['scheduled-payouts', 'row-by-row-payouts'])('the example %s', (example) => {
	/** What differs between a row and the record that the list of the service has for it. */
	const differs = (record: IDataObject, of: IDataObject, all?: IDataObject[]) =>
		evaluate(fieldOf(example, 'Compare with the row', 'differs'), {
			$json: { ...record, row: of },
			all,
		});
	const usd = row(100, 'USD');
	const tzs = row(250_000.5, 'TZS');

	const made = { amount: '101.00', fee: '1.00', currency: 'USD' };
	const to = (accountNumber?: string) => ({ ...made, beneficiary: { accountNumber } });

	it.each<[string, IDataObject, IDataObject]>([
		['', made, usd],
		['', { amount: '100.00', fee: '0.00', currency: 'USD' }, usd],
		['', { amount: 251_500.5, fee: 1500, currency: 'TZS' }, tzs],
		[OTHER_AMOUNT, { ...made, amount: '102.00' }, usd],
		[OTHER_AMOUNT, { ...made, amount: '101.01' }, usd],
		[OTHER_AMOUNT, { ...made, currency: 'TZS' }, usd],
		[OTHER_AMOUNT, { ...made, currency: undefined }, usd],
		[OTHER_AMOUNT, { currency: 'USD' }, usd],
		// The service may mask a part.
		['', to('*********2700'), usd],
		[OTHER_ACCOUNT, to('*********2799'), usd],
		[OTHER_ACCOUNT, to(undefined), usd],
		[OTHER_ACCOUNT, { ...made, beneficiary: undefined }, usd],
	])('compares amount less fee, currency and account number: "%s" for %j', (text, record, of) => {
		expect(differs({ ...ofRow, ...record }, of)).toBe(text);
	});

	it('takes none of several payouts, and leaves open what the list does not have', () => {
		const ours = { ...ofRow, ...made };
		expect(differs(ours, usd, [ours, ours])).toBe('more than one payout');
		expect(differs(ours, usd, [ours, { ...ours, orderReference: 'INV2' }])).toBe('');
		expect(differs({ orderReference: 'INV1' }, usd)).toBe('');
	});

	const listed = { ...ofRow, differs: '' };
	const notListed = { orderReference: 'INV1', differs: '' };
	const message = 'HTTP 500. 300 of 950 records were read before that, and none is put out';

	it.each<[IDataObject, IDataObject, string, string]>([
		[listed, {}, 'paid', 'The service says: SUCCESS'],
		[{ ...listed, status: 'REFUNDED' }, {}, 'reversed', 'The service says: REFUNDED'],
		[{ ...listed, status: undefined }, {}, 'unknown', 'The service says: no status'],
		[
			{ ...listed, differs: OTHER_AMOUNT },
			{},
			'unknown',
			`The service knows ${OTHER_AMOUNT} under`,
		],
		[notListed, {}, 'accepted', 'does not list it'],
		// The row stays as it is where the list could not be read.
		[notListed, { error: 'Not read', message }, 'accepted', message],
	])('makes of %j, and %j of the list, the status %s', (record, list, status, note) => {
		const says = (field: string) =>
			evaluate(fieldOf(example, 'What the service says', field), {
				$json: { ...record, row: usd },
				earlier: { 'Get many payouts': list },
			});
		expect(says('status')).toBe(status);
		expect(says('note')).toContain(note);
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
