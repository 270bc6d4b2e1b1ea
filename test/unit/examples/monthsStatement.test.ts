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

it('writes the balances of an account into the file and the e-mail', () => {
	const total = rowOf({
		...{ account_currency: 'TZS', max_account_openingBalance: 1000 },
		...{ max_account_totalCredits: 5, max_account_totalDebits: 1.5 },
		max_account_closingBalance: 1003.5,
	});
	const Description = 'Opening balance 1,000.00, in 5.00, out 1.50, closing balance 1,003.50';
	expect(total).toMatchObject({ Type: 'Total', Description, Currency: 'TZS' });
	expect(total).toMatchObject({ In: 5, Out: 1.5, Balance: 1003.5 });
	expect(mailOf([total])).toContain(`TZS: ${Description}\n`);
});

it('says of a currency without a statement why, in the file and in the e-mail', () => {
	const message = 'Item 2: Nothing was changed. The account has none.';
	const missing = rowOf(
		{ error: 'Request rejected', message },
		{ 'Take each currency': { currency: 'USD' } },
	);
	const Description = 'No statement. The account has none.';
	expect(missing).toMatchObject({ Type: 'NO STATEMENT', Description, Currency: 'USD' });
	expect(missing).toMatchObject({ In: null, Out: null, Balance: null });
	expect(mailOf([missing])).toContain(`USD: ${Description}\n`);
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

const card = { paymentReference: 'CARD1', orderReference: 'INV1', collectedCurrency: 'USD' };
const payout = { orderReference: 'A1', amount: 1000, currency: 'TZS', accountName: 'Asha Mushi' };
const inBook = (record: IDataObject) => setBy(example, 'Write the book', [record])[0]!;

it.each<[string, number, number, IDataObject]>([
	['Card payment, SETTLED', 25, 0, { ...card, status: 'SETTLED', collectedAmount: '25.00' }],
	['Card payment, SUCCESS, amount not told', 0, 0, { ...card, status: 'SUCCESS' }],
	['Payout, PROCESSING', 0, 1000, { ...payout, status: 'PROCESSING' }],
	['Payout, REVERSED', 0, 0, { ...payout, status: 'REVERSED' }],
])('writes into the book: %s, %d came, %d went', (says, came, went, record) => {
	expect(inBook(record)).toMatchObject({ says, came, went });
});

it('writes into the book whose money in which currency it was, and what stands for none', () => {
	const of = { reference: 'A1', name: 'Asha Mushi', currency: 'TZS' };
	expect(inBook(payout)).toMatchObject(of);
	expect(inBook({ ...payout, accountName: null, beneficiary: payout })).toMatchObject(of);
	expect(inBook(card)).toMatchObject({ reference: 'INV1', currency: 'USD' });
	// n8n hands on an empty item where the service lists nothing.
	expect(inBook({})).toMatchObject({ reference: '', came: 0, went: 0 });
});

const book = {
	...{ reference: 'INV1', currency: 'USD', sum_came: 25, sum_went: 0, max_name: 'Asha Mushi' },
	concatenated_says: 'Payment, FAILED; Payment, SUCCESS',
};
const moved = (sum_change: number) => ({ sum_change, concatenated_type: 'Deposit' });

it.each<[string, number, number, IDataObject]>([
	['Only in the book: Payment, FAILED; Payment, SUCCESS', 25, 0, book],
	['Only in the statement: Deposit', 0, 5, { reference: 'INV1', ...moved(5) }],
	[
		'Another amount: Payment, FAILED; Payment, SUCCESS / Deposit',
		25,
		24.1,
		{ ...book, ...moved(24.1) },
	],
])('names a difference: %s', (Description, Book, Statement, item) => {
	expect(holds(example, 'Keep what differs', { $json: item })).toBe(true);
	const row = rowOf(item);
	const Name = item.max_name ?? '';
	expect(row).toMatchObject({ Type: 'Difference', Description, Reference: 'INV1', Name });
	expect(row).toMatchObject({ Book, Statement });
	expect(mailOf([row])).toMatch(/Differences: 1\.$/);
});

it.each([
	['both are equal', { ...book, ...moved(25) }],
	['money has no reference', { reference: '', sum_came: 5, sum_went: 0 }],
])('names no difference where %s', (_, item) => {
	expect(holds(example, 'Keep what differs', { $json: item })).toBe(false);
});
