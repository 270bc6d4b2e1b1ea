import type { IDataObject } from 'n8n-workflow';
import { judgeItems } from '../../../../nodes/CardBankPayments/executor/proof/items';
import { resources } from '../../../../nodes/CardBankPayments/resources';
import type { ItemsRule } from '../../../../nodes/CardBankPayments/resources/operation';
import { expectGoodWording } from '../../support/wording';

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

/** A statement is always asked for in a currency. */
const asked = { statement: { currency: 'TZS' } } as Partial<Record<Name, IDataObject>>;

const read = (name: Name, body: unknown, query = asked[name], limit?: number) =>
	judgeItems(body, rules[name] as ItemsRule, { query, limit });

const tzs = { currency: 'TZS', balance: 3000000 };
const usd = { currency: 'USD', balance: '12.50', available: true };
const account = { currency: 'TZS', openingBalance: 5, closingBalance: 5, totalDebits: 0 };
const paid = { id: 'T1', amount: 1, entry: 'Debit' };
const fee = { id: 'T2', amount: '0.50', account: 'of the entry' };
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
			{ id: 'T2', amount: '0.50', transactionAccount: 'of the entry', account },
		],
	],
	['the account alone', 'statement', { accountDetails: account, transactions: [] }, [{ account }]],
	['each bank', 'banks', [bank, { name: 'No BIC' }], [bank, { name: 'No BIC' }]],
	['each bank, wherever they stand', 'banks', { success: true, data: [bank] }, [bank]],
	['each bank, beside a list of nothing', 'banks', { errors: [], data: [bank] }, [bank]],
	['each rate', 'rates', [rate, rate], [rate, rate]],
	['nothing, where no rate is of these currencies', 'rates', [], []],
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
		expectGoodWording(says);
		if (typeof body === 'object')
			expect(says).toMatch(new RegExp(`not ${wanted}$|cannot be read$`));
	}
});

it.each<[Name, object]>([
	['banks', { data: [bank], totalCount: 60 }],
	['banks', { data: [bank], total: '60' }],
	['rates', { data: [rate], count: 60 }],
	['rates', { data: [rate], page: { number: 1, total: 60 } }],
	['balance', { balances: [tzs], totalCount: 60 }],
	['statement', { accountDetails: { currency: 'TZS' }, transactions: [fee], totalCount: 60 }],
])('nothing comes of a part of the %s: %j', (name, body) => {
	const { outcome, says, records } = read(name, body);
	expect([outcome, records]).toEqual(['unknown', undefined]);
	expect(says).toMatch(/^The service gave a part of .*: 1 of 60 entries$/);
	expectGoodWording(says);
});

it.each<[Name, object, number]>([
	['banks', { data: [bank], totalCount: 1, page: 5, code: 200 }, 1],
	['banks', [{ ...bank, count: 7 }], 1],
	['banks', { data: [{ ...bank, count: 7 }], total: null, meta: null }, 1],
	// What money is together.
	['balance', { balances: [tzs], total: 3000000 }, 1],
	['balance', { balances: [tzs], totalCount: { toString: 1, valueOf: 1 } }, 1],
	['balance', { balances: [tzs], count: [60] }, 1],
])('a list of the %s is whole, whatever numbers stand beside it: %j', (name, body, length) => {
	expect(read(name, body).records).toHaveLength(length);
});

it('an agent gets a list of as many entries as it may read, and none of a longer one', () => {
	expect(read('banks', [bank, bank], {}, 2).records).toHaveLength(2);
	const { outcome, cause, says, nextStep, records } = read('banks', [bank, bank], {}, 1);
	expect([outcome, cause, records]).toEqual(['rejected', 'settings', undefined]);
	expect(says).toBe(
		'The service gave a list of banks with 2 entries, and an AI agent may read at most 1',
	);
	expectGoodWording(nextStep ?? '');
});

it('rates of other currencies than those that are asked for are none of them', () => {
	const query = { source: 'USD', target: 'TZS' };
	expect(read('rates', [rate, rate], query).records).toHaveLength(2);
	const { outcome, says, records } = read('rates', [rate, { ...rate, source: 'EUR' }], query);
	expect([outcome, records]).toEqual(['unknown', undefined]);
	expect(says).toBe('The service did not keep to the filter Source, and gave a record with "EUR"');
});

describe('a statement', () => {
	const details = { currency: 'TZS', openingBalance: '10.50', closingBalance: 7 };
	const totals = { ...details, totalCredits: '0.50', totalDebits: 4 };
	const entry = (kind: unknown, amount: unknown) => ({ entry: kind, amount });
	const all = [entry('Debit', 1), entry('Credit', '0.50'), entry('debit', '3.00')];
	const readOf = (accountDetails: object, transactions: object[]) =>
		read('statement', { accountDetails, transactions });

	it.each<[string, object, object[]]>([
		['fits together', totals, all],
		['shows no totals', details, all.slice(1)],
		['shows a total that cannot be read', { ...totals, totalDebits: '4 TZS' }, all.slice(1)],
		['does not say of each which way it went', totals, [entry(undefined, 9)]],
		['says so in a strange way', totals, [entry({ toString: 'x' }, 9)]],
		['has an amount that cannot be compared', totals, [entry('Debit', 9.999)]],
		[
			'is of an overdrawn account',
			{ openingBalance: -1, closingBalance: '-1.50', totalCredits: 0, totalDebits: 0.5 },
			[entry('Debit', 0.5)],
		],
		['names no currency', { ...totals, currency: '' }, all],
		['writes its currency in another case', { ...totals, currency: 'tzs' }, all],
		['writes it in a strange way', { ...totals, currency: { toString: 'x' } }, all],
		// What these are of, the service does not document.
		['closes with another balance', { ...totals, closingBalance: 8 }, all],
		['lists more than it counts', { ...totals, totalDebits: 1 }, all],
		[
			'writes debits with a minus',
			{ ...totals, totalDebits: -4 },
			[...all.slice(1), entry('Debit', -1)],
		],
	])('is put out where it %s', (_, accountDetails, transactions) => {
		expect(readOf(accountDetails, transactions)).toMatchObject({
			outcome: 'accepted',
			records: transactions.map((one) => ({ ...one, account: accountDetails })),
		});
	});

	it.each<[string, object, object[]]>([
		['Its debits are 4.00, and only 3.00 of them are listed', totals, all.slice(1)],
		['Its debits are 4.00, and only 1.00 of them are listed', totals, all.slice(0, 2)],
		[
			'Its debits are 4.00, and only 3.00 of them are listed',
			{ ...totals, totalDebits: -4 },
			[all[1]!, entry('Debit', -3)],
		],
		['Its credits are 0.50, and only 0.00 of them are listed', totals, [all[0]!, all[2]!]],
		['Its credits are 0.50, and only 0.00 of them are listed', totals, []],
		// It may have gone either way, and is less than what is missing.
		[
			'Its debits are 4.00, and only 3.50 of them are listed',
			totals,
			[entry('Debit', 3), entry('Fee', 0.5)],
		],
		['a statement in "USD", and "TZS" was asked for', { ...totals, currency: 'USD' }, all],
	])('fails as a whole: %s', (words, accountDetails, transactions) => {
		const { outcome, says, records } = readOf(accountDetails, transactions);
		expect([outcome, records]).toEqual(['unknown', undefined]);
		expect(says).toContain(words);
		expectGoodWording(says);
	});
});
