import { valueAt } from '../../../nodes/CardBankPayments/wire/valueAt';

const root = { amount: 0, empty: null, rows: [{ bic: 'CORUTZTZ' }] };

it.each([
	[[], root],
	[['amount'], 0],
	[['rows', '0', 'bic'], 'CORUTZTZ'],
	[['empty'], null],
	[['empty', 'bic'], undefined],
	[['amount', 'toFixed'], undefined],
	[['rows', '1', 'bic'], undefined],
	[['__proto__'], undefined],
	[['constructor', 'name'], undefined],
])('following %j leads to what an object has of its own', (keys, value) => {
	expect(valueAt(root, keys)).toEqual(value);
});
