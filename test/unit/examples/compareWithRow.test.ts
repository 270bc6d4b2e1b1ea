import type { IDataObject } from 'n8n-workflow';
import { evaluate, parametersOf } from '../support/exampleExpression';

interface SetParameters {
	assignments: { assignments: Array<{ name: string; value: string }> };
}

const row = (amount: number, currency: string): IDataObject => ({
	...{ id: 1, orderReference: 'INV1', status: 'sent', accountNumber: '0150384512700' },
	...{ amount, currency },
});
const ofRow = { orderReference: 'INV1', beneficiary: { accountNumber: '0150384512700' } };
const OTHER_AMOUNT = 'a payout of another amount';

describe.each(['scheduled-payouts', 'row-by-row-payouts'])('the example %s', (example) => {
	const { assignments } = parametersOf<SetParameters>(example, 'Compare with the row').assignments;
	const expression = assignments.find(({ name }) => name === 'differs')?.value ?? '';
	const differs = (record: IDataObject, of: IDataObject, all?: IDataObject[]) =>
		evaluate(expression, { $json: record, all, earlier: { 'Sent or to look up': of } });

	const usd = row(100, 'USD');
	const tzs = row(250_000.5, 'TZS');
	const arrived = (amount: string) => ({ beneficiary: { ...ofRow.beneficiary, amount } });

	it.each<[string, IDataObject, IDataObject]>([
		['the order', { order: { amount: '100.00', currency: 'USD' } }, usd],
		['the order, as a number', { order: { amount: 250_000.5, currency: 'TZS' } }, tzs],
		[
			'the order, in the currency of the payout',
			{ order: { amount: '100' }, currency: 'USD' },
			usd,
		],
		['the order, in a currency that nobody names', { order: { amount: '100' } }, usd],
		[
			'the order, whatever was taken',
			{ order: { amount: '250000.50', currency: 'TZS' }, amount: '97.10', currency: 'USD' },
			tzs,
		],
		['what was taken', { amount: '100.00', currency: 'USD' }, usd],
		['what was taken, in a currency that nobody names', { amount: '100.00' }, usd],
		['what was taken less the fee', { amount: '101.00', fee: '1.00', currency: 'USD' }, usd],
		[
			'what was taken less the fee, though it was ordered in another currency',
			{
				...{ order: { amount: '250000.00', currency: 'TZS' } },
				...{ amount: '101.00', fee: '1.00', currency: 'USD' },
			},
			usd,
		],
		['what has arrived', { amount: '103.00', currency: 'USD', ...arrived('100.00') }, usd],
		[
			'what has arrived after an exchange',
			{
				...{ amount: '97.10', currency: 'USD', exchanged: true },
				...{ exchange: { targetCurrency: 'TZS' }, ...arrived('250000.50') },
			},
			tzs,
		],
	])('takes the row’s payout by %s', (_, record, of) => {
		expect(differs({ ...ofRow, ...record }, of)).toBe('');
	});

	it.each<[string, IDataObject, IDataObject]>([
		['another order', { order: { amount: '100.01', currency: 'USD' }, amount: '100.00' }, usd],
		['the order in another currency', { order: { amount: '100', currency: 'TZS' } }, usd],
		[
			'the order in another currency, of which the row’s was taken in part',
			{ order: { amount: '100', currency: 'TZS' }, amount: '0.04', currency: 'USD' },
			usd,
		],
		['the order in the payout’s other currency', { order: { amount: 100 }, currency: 'TZS' }, usd],
		['what was taken in another currency', { amount: '100.00', currency: 'TZS' }, usd],
		['the rest in another currency', { amount: '101', fee: '1', currency: 'TZS' }, usd],
		['what arrived in another currency', { currency: 'TZS', ...arrived('100.00') }, usd],
		[
			'what arrived after an exchange',
			{ amount: '0.04', currency: 'USD', exchanged: true, ...arrived('100.00') },
			usd,
		],
		[
			'what arrived after an exchange into a currency that is named',
			{
				...{ amount: '0.04', currency: 'USD', exchanged: true },
				...{ exchange: { targetCurrency: 'TZS' }, ...arrived('100.00') },
			},
			usd,
		],
		['a cent more', { amount: '100.01', currency: 'USD' }, usd],
		['no amount at all', {}, usd],
	])('does not take for the row’s payout: %s', (_, record, of) => {
		expect(differs({ ...ofRow, ...record }, of)).toBe(OTHER_AMOUNT);
	});

	it('compares the account number as well, of which the service may mask a part', () => {
		const made = { orderReference: 'INV1', order: { amount: '100.00', currency: 'USD' } };
		const to = (accountNumber: string) => differs({ ...made, beneficiary: { accountNumber } }, usd);
		expect(to('*********2700')).toBe('');
		expect(to('*********2799')).toBe('a payout to another account number');
	});

	it('takes none of several payouts, and leaves a question without an answer open', () => {
		const record = { ...ofRow, amount: '100.00', currency: 'USD' };
		expect(differs(record, usd, [record, record])).toBe('more than one payout');
		expect(differs(record, usd, [record, { ...record, orderReference: 'INV2' }])).toBe('');
		expect(differs({ error: 'Not found' }, usd)).toBe('');
	});
});
