import { judgeSuccess } from '../../../../nodes/CardBankPayments/executor/proof/success';
import { resources } from '../../../../nodes/CardBankPayments/resources';
import { responses } from '../../../../nodes/CardBankPayments/sentences/responses';
import { payment } from '../../support/payments';

const ruleOf = (resource: string, operation: string) =>
	resources
		.find(({ option }) => option.value === resource)!
		.operations.find(({ option }) => option.value === operation)!.response;
const rules = {
	balance: ruleOf('account', 'getBalance'),
	statement: ruleOf('account', 'getStatement'),
	banks: ruleOf('bank', 'getMany'),
	rates: ruleOf('exchangeRate', 'getMany'),
};
type Name = keyof typeof rules;

const read = (name: Name, body: unknown, limit?: number) =>
	judgeSuccess(body, rules[name], payment(0, { limit }));

const tzs = { currency: 'TZS', balance: 3000000 };
const usd = { currency: 'USD', balance: '12.50', available: true };
const account = { currency: 'TZS', openingBalance: 5, closingBalance: 5, totalDebits: 0 };
const paid = { id: 'T1', amount: 1, entry: 'Debit' };
const fee = { id: 'T2', amount: '0.50', entry: 'Debit' };
const bank = { name: 'CRDB Bank', value: 'crdb', bic: 'CORUTZTZ' };
const rate = { source: 'USD', target: 'TZS', rate: 2510, date: '2025-08-19T06:58:34Z' };

it.each<[string, Name, unknown, object[]]>([
	['each currency', 'balance', [tzs, usd], [tzs, usd]],
	[
		'each currency, in the other form of a balance',
		'balance',
		{ balances: [tzs, usd] },
		[tzs, usd],
	],
	['nothing, where there is no balance', 'balance', [], []],
	[
		'each transaction, in the order of the service, with the account',
		'statement',
		{ accountDetails: account, transactions: [paid, fee] },
		[
			{ ...paid, account },
			{ ...fee, account },
		],
	],
	['the account alone', 'statement', { accountDetails: account, transactions: [] }, [{ account }]],
	['each bank, wherever they stand', 'banks', { success: true, data: [bank] }, [bank]],
	['each bank, beside a list of nothing', 'banks', { errors: [], data: [bank] }, [bank]],
	['each rate', 'rates', [rate, rate], [rate, rate]],
])('a list gives an item for %s', (_, name, body, records) => {
	const { outcome, records: given } = read(name, body);
	expect(outcome).toBe('accepted');
	// Also without a key that has no value.
	expect(given).toStrictEqual(records);
});

const noLists = [undefined, null, '', '<html></html>', '[{"cut', 5, {}, { data: {} }, [[]], [null]];

it.each<[Name, string, unknown[]]>([
	[
		'balance',
		'a list of balances',
		[
			...[
				[{ currency: 'TZS' }],
				[{ currency: '', balance: 1 }],
				[tzs, { balance: 1 }],
				[tzs, 'USD'],
			],
			// JavaScript makes text of a list, and of an object with such a key it cannot.
			...[[{ ...tzs, balance: [5] }], [{ ...tzs, balance: { toString: 1, valueOf: 1 } }]],
			...[[{ ...tzs, balance: null }], [{ ...tzs, balance: 'much' }], [{ ...tzs, balance: ' ' }]],
			{ data: [tzs] },
		],
	],
	[
		'statement',
		'a statement',
		[
			...[[], [paid], { transactions: [paid] }, { accountDetails: account }],
			{ accountDetails: null, transactions: [] },
			{ accountDetails: account, transactions: [paid, { id: 'T2' }] },
			{ accountDetails: account, transactions: {}, errors: [] },
		],
	],
	[
		'banks',
		'a list of banks',
		[
			...[['CRDB Bank'], [{ bic: 'CORUTZTZ' }], { data: [] }, { errors: [] }],
			// Neither of the two is the whole.
			...[{ ach: [bank], rtgs: [bank] }],
		],
	],
	['rates', 'a list of exchange rates', [[{ source: 'USD', target: 'TZS' }], { data: [] }]],
])('nothing comes of what is not %s as it must be', (name, wanted, bodies) => {
	for (const body of [...noLists, ...bodies]) {
		const { outcome, says, records } = read(name, body);
		expect([outcome, records]).toEqual(['unknown', undefined]);
		expect(says).toBe(responses.isNot({ what: wanted }));
	}
});

it('an agent gets a list of as many entries as it may read, and none of a longer one', () => {
	expect(read('banks', [bank, bank], 2).records).toHaveLength(2);
	expect(read('banks', [bank, bank], 1)).toEqual({
		...{ outcome: 'rejected', cause: 'settings' },
		...responses.tooManyEntries({ what: 'a list of banks', entries: 2, most: 1 }),
	});
});
