import { readFileSync } from 'node:fs';
import path from 'node:path';
import { evaluate, parametersOf, setBy } from '../support/exampleExpression';

const example = 'months-statement';

// Where either gives nothing, there is no second file, and n8n's Merge puts no files together.
it.each(['Keep what has a reference', 'Keep what differs'])(
	'sends the e-mail also of a month without a payment, through: %s',
	(name) => {
		const file = path.resolve(__dirname, `../../../examples/${example}.json`);
		const { nodes } = JSON.parse(readFileSync(file, 'utf8')) as { nodes: object[] };
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
