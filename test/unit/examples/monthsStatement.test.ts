import type { IDataObject } from 'n8n-workflow';
import { holds, setBy, textOf } from '../support/exampleExpression';

const example = 'months-statement';

/** What "Put the statement together" hands on as a row, as it stands in the file. */
const rowOf = (item: IDataObject, earlier = {}) =>
	setBy(example, 'Write a row', [item], { earlier })[0]!;

/** The text of the e-mail with these rows in the file. */
function mailOf(rows: IDataObject[]): string {
	const earlier = {
		'Find its days': { month: 'October 2026', file: '2026-10' },
		'Write a row': rows,
	};
	return textOf(example, 'Send the statement', 'text', { $json: {}, earlier });
}

const account = {
	account_currency: 'TZS',
	max_account_openingBalance: 1000,
	max_account_totalCredits: 5,
	max_account_totalDebits: 1.5,
	max_account_closingBalance: 1003.5,
};

it('writes the balances of an account into the file and the e-mail', () => {
	const total = rowOf(account);
	const Description = 'Opening balance 1,000.00, in 5.00, out 1.50, closing balance 1,003.50';
	expect(total).toMatchObject({
		...{ Type: 'Total', Description, Currency: 'TZS' },
		...{ In: 5, Out: 1.5, Balance: 1003.5 },
	});
	expect(mailOf([total])).toContain(`TZS: ${Description}\n`);
});

it('says of a currency without a statement why, in the file and in the e-mail', () => {
	const refused = {
		error: 'Request rejected',
		message: 'Item 2: Nothing was changed. The account has none.',
	};
	const missing = rowOf(refused, { 'Take each currency': { currency: 'USD' } });
	expect(missing).toMatchObject({
		...{
			Type: 'NO STATEMENT',
			Description: 'No statement. The account has none.',
			Currency: 'USD',
		},
		...{ In: null, Out: null, Balance: null },
	});
	expect(mailOf([missing])).toContain('USD: No statement. The account has none.\n');
});

it('reads transactions with the names of the book, and an account without any', () => {
	const usd = { currency: 'USD' };
	const read = setBy(
		example,
		'Read the transactions',
		[
			{ id: 'TX1', orderReference: 'A1', entry: 'Debit', amount: 5, type: 'Payout', account: usd },
			{ id: 'TX2', orderReference: '', entry: 'Credit', amount: 7, type: 'Deposit', account: usd },
			{ account: usd },
		],
		{ earlier: { 'Sum up the book': [{ reference: 'A1', max_name: 'Asha Mushi' }] } },
	);
	expect(read).toMatchObject([
		{ reference: 'A1', name: 'Asha Mushi', change: -5, in: 0, out: 5, currency: 'USD' },
		{ reference: 'TX2', name: '', change: 7, in: 7, out: 0 },
		{ reference: '', type: 'No transactions', in: 0, out: 0 },
	]);
	expect(rowOf(read[0]!)).toMatchObject({ Type: 'Payout', Reference: 'A1', Out: 5, Book: null });
});

const inBook = (record: IDataObject) => setBy(example, 'Write the book', [record])[0];
const card = { paymentReference: 'CARD1', orderReference: 'INV1', collectedCurrency: 'USD' };
const payout = { orderReference: 'A1', amount: 1000, currency: 'TZS' };

it.each<[string, IDataObject, IDataObject]>([
	[
		'a card that paid',
		{ ...card, status: 'SETTLED', collectedAmount: '25.00' },
		{ came: 25, went: 0, says: 'Card payment, SETTLED', currency: 'USD' },
	],
	[
		'a card payment of which nobody tells the amount',
		{ ...card, status: 'SUCCESS' },
		{ came: 0, went: 0, says: 'Card payment, SUCCESS, amount not told' },
	],
	[
		'a payout',
		{ ...payout, status: 'PROCESSING', beneficiary: { accountName: 'Asha Mushi' } },
		{ came: 0, went: 1000, says: 'Payout, PROCESSING', name: 'Asha Mushi', currency: 'TZS' },
	],
	['a payout that came back', { ...payout, status: 'REVERSED' }, { came: 0, went: 0 }],
	// n8n hands on an empty item where the service lists nothing.
	['nothing', {}, { reference: '', came: 0, went: 0 }],
])('writes into the book: %s', (_, record, written) => {
	expect(inBook(record)).toMatchObject(written);
});

const book = {
	...{ reference: 'INV1', currency: 'USD', sum_came: 25, sum_went: 0, max_name: 'Asha Mushi' },
	concatenated_says: 'Card payment, FAILED; Card payment, SUCCESS',
};
const moved = (sum_change: number) => ({ sum_change, concatenated_type: 'Payment' });

it.each<[string, IDataObject, IDataObject]>([
	[
		'Only in the book: Card payment, FAILED; Card payment, SUCCESS',
		book,
		{ Book: 25, Statement: 0, Name: 'Asha Mushi', Reference: 'INV1' },
	],
	[
		'Only in the statement: Payment',
		{ reference: 'TX1', currency: 'USD', ...moved(5) },
		{ Book: 0, Statement: 5 },
	],
	[
		'Another amount: Card payment, FAILED; Card payment, SUCCESS / Payment',
		{ ...book, ...moved(24.1) },
		{ Book: 25, Statement: 24.1 },
	],
])('names a difference: %s', (Description, item, columns) => {
	expect(holds(example, 'Keep what differs', { $json: item })).toBe(true);
	const row = rowOf(item);
	expect(row).toMatchObject({ Type: 'Difference', Description, ...columns });
	expect(mailOf([row])).toMatch(/Differences: 1\.$/);
});

it.each([
	['both are equal', { ...book, ...moved(25) }],
	['money has no reference', { reference: '', sum_came: 5, sum_went: 0 }],
])('names no difference where %s', (_, item) => {
	expect(holds(example, 'Keep what differs', { $json: item })).toBe(false);
});
