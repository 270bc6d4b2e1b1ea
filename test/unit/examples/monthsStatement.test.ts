import { readFileSync } from 'node:fs';
import path from 'node:path';
import { evaluate, parametersOf, setBy } from '../support/exampleExpression';

const example = 'months-statement';

interface Workflow {
	nodes: Array<{ name: string; parameters: object }>;
	connections: Record<string, { main: Array<Array<{ node: string; index: number }>> }>;
}
const file = path.resolve(__dirname, `../../../examples/${example}.json`);
const { nodes, connections } = JSON.parse(readFileSync(file, 'utf8')) as Workflow;
/** The nodes that a node hands its items to, with the number of their input. */
const behind = (name: string) =>
	connections[name]?.main.flat().map(({ node, index }) => `${node} ${index}`);

// Where either gives nothing, there is no second file, and n8n's Merge puts no files together.
it.each(['Keep what has a reference', 'Keep what differs'])(
	'sends the e-mail also of a month without a payment, through: %s',
	(name) => {
		expect(nodes).toContainEqual(expect.objectContaining({ name, alwaysOutputData: true }));
	},
);

it('says of a currency without a statement why its payments are called differences', () => {
	const { text } = parametersOf<{ text: string }>(example, 'Send the statement');
	const earlier = {
		'Find its days': { month: 'October 2026' },
		'Say what is missing': { Currency: 'USD', Description: 'It says why.' },
		'Write a row for each difference': [{ Reference: 'INV1' }, { Reference: '' }],
	};
	const mail = String(evaluate(text, { $json: {}, earlier }));
	expect(mail).toContain(
		'USD: no statement, so all its payments count as differences. It says why.',
	);
	expect(mail).toContain('Differences: 1.');
});

it('calls the files by the names that they have', () => {
	const { text } = parametersOf<{ text: string }>(example, 'Send the statement');
	const earlier = {
		'Find its days': { month: 'October 2026', file: '2026-10' },
		'Write a row for each difference': [],
	};
	const mail = String(evaluate(text, { $json: {}, earlier }));
	for (const node of ['Make the statement', 'Make the list of differences']) {
		const { options } = parametersOf<{ options: { fileName: string } }>(example, node);
		expect(mail).toContain(`\n${String(evaluate(options.fileName, { $json: {}, earlier }))} `);
	}
});

it('says the balance of a currency with a statement', () => {
	const { text } = parametersOf<{ text: string }>(example, 'Send the statement');
	const total = {
		Currency: 'TZS',
		Description: 'Opening balance 1.00',
		In: 5,
		Out: 1.5,
		Balance: 4,
	};
	const earlier = {
		'Find its days': { month: 'October 2026' },
		'Write the totals': total,
		'Write a row for each difference': [],
	};
	expect(evaluate(text, { $json: {}, earlier })).toContain(
		'TZS: Opening balance 1.00, in 5.00, out 1.50, closing balance 4.00\n',
	);
});

it.each([
	['The account has none.', { message: 'Item 2: Nothing was changed. The account has none.' }],
	['Something in n8n', { error: 'Something in n8n' }],
])('writes down why there is no statement: %s', (Description, item) => {
	const earlier = { 'Take each currency': { currency: 'USD' } };
	expect(setBy(example, 'Say what is missing', [item], { earlier })).toMatchObject([
		{ Type: 'NO STATEMENT', Description, Currency: 'USD' },
	]);
});

// n8n's Merge puts what it finds a name for before what it does not: deposits would come last.
it('writes transactions in the order of the statement, whether they have a name or not', () => {
	const account = { currency: 'TZS' };
	const lines = setBy(example, 'Sign each amount', [
		{ id: 'TX1', orderReference: 'A1', entry: 'Debit', amount: 5, account },
		{ id: 'TX2', orderReference: '', entry: 'Credit', amount: 7, account },
	]);
	expect(lines).toMatchObject([
		{ line: 0, reference: 'A1', change: -5 },
		{ line: 1, reference: 'TX2', change: 7 },
	]);
	const sort = 'Put them in the order of the statement';
	expect(parametersOf(example, sort)).toMatchObject({
		sortFieldsUi: { sortField: [{ fieldName: 'line' }] },
	});
	expect([behind('Add the names'), behind(sort)]).toEqual([
		[`${sort} 0`],
		['Write a row for each 0'],
	]);
});

// A card that was declined first, and another one that paid, are two records.
it('has one sum of the book for each reference, before it is compared', () => {
	expect(behind('Keep what has a reference')).toEqual(['Sum up the book 0']);
	expect(behind('Sum up the book')).toEqual(['Add the names 1', 'Compare with the book 0']);
	const book = setBy(example, 'Write card payments into the book', [
		{ orderReference: 'INV1', status: 'FAILED', collectedAmount: 0, collectedCurrency: 'USD' },
		{ orderReference: 'INV1', status: 'SUCCESS', collectedAmount: 25, collectedCurrency: 'USD' },
	]);
	expect(book.map(({ book: sum }) => sum)).toEqual([0, 25]);
	const summed = {
		...{ reference: 'INV1', currency: 'USD', sum_book: 25, max_name: 'Asha Mushi' },
		concatenated_says: 'Card payment, FAILED; Card payment, SUCCESS',
	};
	const row = (moved: object) =>
		setBy(example, 'Write a row for each difference', [{ ...summed, ...moved }])[0];
	expect(row({ sum_change: 24.1 })).toMatchObject({
		...{ Difference: 'Another amount', Book: 25, Statement: 24.1, Name: 'Asha Mushi' },
		'Book says': summed.concatenated_says,
	});
	expect(row({})).toMatchObject({ Difference: 'Only in the book' });
	expect(row({ sum_book: undefined, sum_change: 5 })).toMatchObject({
		Difference: 'Only in the statement',
	});
});

// Set ends the run at what is no number, and the accountant gets no statement at all, not even at a retry.
it('has a card payment in the book of which the service does not tell the amount', () => {
	const paid = { orderReference: 'INV1', status: 'SUCCESS', collectedCurrency: 'USD' };
	const [told, notTold] = setBy(example, 'Write card payments into the book', [
		{ ...paid, collectedAmount: '25.00' },
		paid,
	]);
	expect(told).toMatchObject({ book: 25, says: 'Card payment, SUCCESS' });
	expect(notTold).toMatchObject({ book: 0, says: 'Card payment, SUCCESS, amount not told' });
});
