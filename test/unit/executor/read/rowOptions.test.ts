import { columnOf } from '../../../../nodes/CardBankPayments/executor/read/columnName';
import {
	readExpected,
	rowOptions,
	type RowOptions,
} from '../../../../nodes/CardBankPayments/executor/read/rowOptions';
import { get as getPayment } from '../../../../nodes/CardBankPayments/resources/cardPayment/get';
import { getMany } from '../../../../nodes/CardBankPayments/resources/bank/getMany';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { get as getPayout } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { values } from '../../../../nodes/CardBankPayments/sentences/values';
import { contextOf } from '../../support/context';
import { payment } from '../../support/payments';

it.each<[raw: unknown, column: string | undefined]>([
	['={{$json.bic}}', 'bic'],
	['={{ $json["Account Number"] }}', 'Account Number'],
	["={{ $json['Account Number'] }}", 'Account Number'],
	[{ __rl: true, mode: 'bic', value: '={{ $json.bic }}' }, 'bic'],
	['={{ $json.bank.bic }}', undefined],
	['={{ $json.bic.trim() }}', undefined],
	['=S{{ $json.bic }}', undefined],
	['=S={{ $json.bic }}', undefined],
	['CORUTZTZ', undefined],
])('%p is the column %p alone', (raw, column) => {
	expect(columnOf(raw)).toBe(column);
});

it('a reference that is none of the columns gets one of its own', () => {
	const parameters = { options: { output: 'row' }, orderReference: '=S{{ $json.bill }}' };
	const { referenceColumn } = rowOptions(contextOf({ parameters }), createBankPayout)!;
	expect(referenceColumn).toBe('orderReference');
});

it.each<[options: unknown, operation: typeof getMany, expected: RowOptions | undefined]>([
	[{ output: 'row' }, createBankPayout, { kind: 'payout', referenceColumn: 'Bill' }],
	[{ output: 'row' }, getPayout, { kind: 'payoutLookUp', referenceColumn: 'Bill' }],
	[{ output: 'record' }, createBankPayout, undefined],
	['={{ $json.options }}', createBankPayout, undefined],
	// It was added for another operation.
	[{ output: 'row' }, getMany, undefined],
])('with the options %j, rows come out as %j', (options, operation, expected) => {
	const parameters = { options, orderReference: "={{ $json['Bill'] }}" };
	expect(rowOptions(contextOf({ parameters }), operation)).toEqual(expected);
});

describe('what a row expects', () => {
	const read = (
		options: Record<string, unknown>,
		due: unknown[],
		operation = getPayment,
		isEmptyRow = false,
	) => {
		const context = contextOf({
			parameters: { options: { output: 'row', ...options } },
			expressions: { '={{ $json.due }}': (index) => due[index] },
		});
		const items = due.map((_, index) => ({
			...{ index, says: [], payment: payment(index), isEmptyRow },
		}));
		return readExpected(context, rowOptions(context, operation)!, items);
	};

	it('is read for each row by itself', () => {
		const { items, expected } = read(
			{ expectedAmount: '={{ $json.due }}', expectedCurrency: 'usd' },
			[25, '26.50'],
		);
		expect([...expected.values()]).toEqual([
			{ cents: 2500n, currency: 'USD' },
			{ cents: 2650n, currency: 'USD' },
		]);
		expect(items.every(({ payment: one }) => one !== undefined)).toBe(true);
	});

	it.each<[value: unknown, says: string]>([
		['', values.empty],
		['10,000', values.notAmount({ value: '"10,000"' })],
	])('is not guessed from %p: the row is not looked up', (value, says) => {
		const { items } = read({ expectedAmount: '={{ $json.due }}' }, [value]);
		expect(items[0]).toMatchObject({ says: [`due ${says}`], payment: undefined });
	});

	it('is nothing for a blank row, and for an option of another operation', () => {
		const amount = { expectedAmount: '={{ $json.due }}' };
		expect(read(amount, [''], getPayment, true).items[0]).toMatchObject({ says: [] });
		const account = { expectedAccountNumber: '={{ $json.due }}' };
		expect(read(account, ['']).items[0]).toMatchObject({ says: [] });
		expect(read(account, ['0150'], getPayout).expected.get(0)).toEqual({ accountNumber: '0150' });
		expect(read(amount, [''], createBankPayout).items[0]).toMatchObject({ says: [] });
	});
});
