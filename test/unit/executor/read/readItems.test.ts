import type { IDataObject } from 'n8n-workflow';
import {
	chosenOperation,
	readItems,
} from '../../../../nodes/CardBankPayments/executor/read/readItems';
import { getStatement } from '../../../../nodes/CardBankPayments/resources/account/getStatement';
import { initiate } from '../../../../nodes/CardBankPayments/resources/cardPayment/initiate';
import type { Operation } from '../../../../nodes/CardBankPayments/resources/operation';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { getMany } from '../../../../nodes/CardBankPayments/resources/payout/getMany';
import { contextOf, type NodeUnderTest } from '../../support/context';
import { goodPayout } from '../../support/payments';
import { expectGoodWording } from '../../support/wording';

const bic = { __rl: true, mode: 'bic', value: 'CORUTZTZ' };
const x = '={{ x }}';

/** Reads as many payouts as there are items, two by default. */
async function read(parameters: Record<string, unknown>, node: NodeUnderTest = {}) {
	const context = contextOf({
		items: [{}, {}],
		parameters: { ...goodPayout, bic, ...parameters },
		...node,
	});
	return await readItems(context, createBankPayout);
}

/** Reads one item of an operation with these parameters and no other. */
async function readOne(parameters: Record<string, unknown>, operation: Operation) {
	const sent = operation.fields.filter(({ name }) => name in parameters);
	return (
		await readItems(contextOf({ items: [{}], parameters }), { ...operation, fields: sent })
	)[0];
}

const given = (values: unknown[]) => ({ expressions: { [x]: (index: number) => values[index] } });

it('an operation that there is not is named, with where to choose one', () => {
	const parameters = { resource: 'refund', operation: 'get' };
	expect(() => chosenOperation(contextOf({ parameters }))).toThrow(
		expect.objectContaining({
			message: 'There is no operation "get" of "refund"',
			description: 'Choose Resource and Operation from their lists.',
		}),
	);
});

describe('an item', () => {
	it('is a payment in the format of the service, with the amount as a number', async () => {
		expect(await read({ amount: '1500.50' })).toEqual(
			[0, 1].map((index) => ({
				index,
				orderReference: 'INV-1',
				says: [],
				isEmptyRow: false,
				numeric: new Set(),
				payment: {
					index,
					orderReference: 'INV-1',
					cents: 150050n,
					currency: 'TZS',
					body: goodPayout,
				},
			})),
		);
	});

	it('of a card payment has the amount as text, and fields further down', async () => {
		const same = { currency: 'USD', orderReference: 'INV-1' };
		const item = await readOne({ ...same, amount: 25, customer: 'id', customerId: 7 }, initiate);
		expect(item?.payment).toMatchObject({ cents: 2500n, currency: 'USD' });
		expect(item?.payment?.body).toEqual({ ...same, amount: '25', customer: { id: '7' } });
	});

	it('that only asks has no body: its reference goes into the path', async () => {
		const { payment } = (await readOne({ orderReference: 'INV-1' }, get)) ?? {};
		expect(payment).toEqual({ index: 0, orderReference: 'INV-1' });
	});

	it('has the values of its own expressions, as deep as they lie', async () => {
		const onItem = { ...bic, value: '={{ b }}' };
		const checksum = { checksum: '={{ c }}' };
		const expressions = {
			[x]: (index: number) => 10 + index,
			'={{ b }}': (index: number) => `BANK${index}`,
			'={{ c }}': (index: number) => `sum-${index}`,
		};
		const given = { amount: x, bic: onItem, additionalFields: checksum };
		const items = await read(given, { expressions });
		expect(items.map(({ payment }) => payment?.body)).toMatchObject([
			{ amount: 10, bic: 'BANK0', checksum: 'sum-0' },
			{ amount: 11, bic: 'BANK1', checksum: 'sum-1' },
		]);
	});

	it('costs no evaluation of what is the same for all', async () => {
		const parameters = { ...goodPayout, bic, amount: x };
		const evaluate = jest.fn(() => 5);
		const context = contextOf({
			parameters,
			items: Array.from({ length: 50 }, () => ({})),
			expressions: { [x]: evaluate },
		});
		const asked = jest.spyOn(context, 'getNodeParameter');
		const items = await readItems(context, createBankPayout);
		expect(items.map(({ payment }) => payment?.cents)).toEqual(Array(50).fill(500n));
		expect(evaluate).toHaveBeenCalledTimes(50);
		const evaluated = asked.mock.calls.filter(([, , , how]) => !how?.rawExpressions);
		expect(evaluated.filter(([name]) => name === 'accountNumber')).toHaveLength(1);
	});

	it('lets other work go on when evaluating takes long', async () => {
		let otherWork = 0;
		const seen: number[] = [];
		const other = setInterval(() => otherWork++);
		const slow = () => {
			seen.push(otherWork);
			for (const end = Date.now() + 150; Date.now() < end;);
			return 1;
		};
		await read({ amount: x }, { expressions: { [x]: slow } });
		clearInterval(other);
		expect(seen[0]).toBe(0);
		expect(seen[1]).toBeGreaterThan(0);
	});

	it('waits for no other work while evaluating is quick', async () => {
		const now = jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 10, 21));
		let otherWork = 0;
		const other = setImmediate(() => otherWork++);
		await read({ amount: x }, { expressions: { [x]: () => 1 } });
		expect(otherWork).toBe(0);
		clearImmediate(other);
		now.mockRestore();
	});
});

describe('what needs a correction', () => {
	it.each<[string, unknown, string | RegExp]>([
		['currency', 'EUR', 'Pay From is "EUR"; use one of TZS, USD'],
		['currency', ['TZS'], 'Pay From is a list; use one of TZS, USD'],
		['currency', { toString: 'TZS' }, 'Pay From is an object; use one of TZS, USD'],
		['currency', 'x'.repeat(100_000), `Pay From is "${'x'.repeat(40)}…"; use one of TZS, USD`],
		['accountNumber', null, 'Account Number is empty. The row has: nothing'],
		['accountNumber', ' ', 'Account Number is empty. The row has: nothing'],
		['accountName', '', 'Account Name is empty. The row has: nothing'],
		['amount', NaN, /^Amount is NaN; enter digits .*\. The row has: nothing$/],
		['amount', 0, 'Amount is 0; enter an amount of more than zero'],
		['accountNumber', 1e20, /^Account Number .*format the column as text/],
		['accountNumber', '0150 ', /^Account Number starts or ends with white space/],
		// What a spreadsheet has broken: all of it is in wire/broken.test.ts.
		['accountNumber', '150384512700.0', /^Account Number has decimals/],
		['accountNumber', 0, /^Account Number is 0, as a formula gives for an empty cell/],
		['orderReference', 0, /^Order Reference is 0, as a formula gives for an empty cell/],
		['orderReference', 'INVundefined', /^Order Reference .*stands for a missing value/],
		['accountName', '#REF!', /^Account Name .*correct the formula in the sheet/],
	])('is said by field, with the reason: %s %p', async (name, value, reason) => {
		const [item] = await read({ [name]: x }, given([value]));
		expect(item?.says).toEqual([
			typeof reason === 'string' ? reason : expect.stringMatching(reason),
		]);
	});

	it.each(['customerId', 'orderReference'])('is said of the %s of a link', async (name) => {
		const link = { amount: 25, currency: 'USD', orderReference: 'INV-1', customerId: 7 };
		const item = await readOne({ ...link, customer: 'id', [name]: 'INVundefined' }, initiate);
		expect(item?.says).toEqual([expect.stringContaining('"undefined", which stands for')]);
	});

	it.each([
		['filters', "={{ { orderReference: 'INV-1' } }}", 'they cannot be one expression as a whole'],
		['additionalFields', x, 'they cannot be one expression as a whole'],
		[
			'filters',
			{ startdate: '2026-01-01' },
			'there is no filter "startdate"; use currency, endDate',
		],
	])('is said of fields that would be lost: %s %j', async (name, value, says) => {
		const operation = name === 'filters' ? getMany : createBankPayout;
		const item = await readOne({ [name]: value }, operation);
		expect(item?.says).toEqual([expect.stringContaining(` could not be read: ${says}`)]);
	});

	it('is said of all fields, and concerns no other item', async () => {
		const fail = (index: number) => {
			if (index === 1) return 5;
			throw new Error('No data found');
		};
		const currency = '={{ c }}';
		const expressions = { [x]: fail, [currency]: (index: number) => ['EUR', 'TZS'][index] };
		const [first, second] = await read({ amount: x, currency }, { expressions });
		expect(first).toMatchObject({ index: 0, orderReference: 'INV-1', payment: undefined });
		const says = first?.says.join('; ') ?? '';
		expect(says).toBe(
			'Amount could not be read: No data found; Pay From is "EUR"; use one of TZS, USD',
		);
		expectGoodWording(says);
		expect(second?.payment?.cents).toBe(500n);
	});

	// As n8n gives a column of another name, alone and in whatever is made of it.
	it.each<[string, unknown, RegExp]>([
		['={{ $json.a }}', undefined, /^Order Reference is empty$/],
		['={{ $json.a.trim() }}', undefined, /^Order Reference is empty$/],
		["={{ $('Sheet').item.json.a }}", '', /^Order Reference is empty$/],
		["={{ 'INV' + $json.a }}", 'INVundefined', /^Order Reference contains "undefined"/],
		['=INV{{ $json.a }}', 'INV', /^Order Reference uses \{\{ \$json\.a \}\}, which is empty/],
	])('is said of an empty value, whatever its expression is: %s', async (...each) => {
		const [orderReference, value, says] = each;
		const expressions = { [orderReference]: () => value };
		const items = [{ b: '', 'c ': 'Asha' }];
		const [item] = await read({ orderReference }, { expressions, items });
		const [text = '', ...others] = item?.says ?? [];
		expect(others).toEqual([]);
		const [what, columns] = text.split('. The row has: ');
		expect(what).toMatch(says);
		expect(columns).toBe('b, "c" (with a blank or a sign that nobody can see)');
	});

	it('names the columns once, behind all that is empty', async () => {
		const expressions = { [x]: () => '', '={{ y }}': () => 'INV7' };
		const parameters = { amount: x, accountName: x, orderReference: '={{ y }}' };
		const [item] = await read(parameters, { expressions, items: [{ Amount: 5 }] });
		expect(item?.says).toEqual(['Amount is empty', 'Account Name is empty. The row has: Amount']);
	});

	it('is said of every item where a choice cannot be read, and its reference is read all the same', async () => {
		const parameters = { orderReference: 'INV-1', customer: "={{ 'id' }}", customerId: 7 };
		expect(await readOne(parameters, initiate)).toMatchObject({
			orderReference: 'INV-1',
			says: [expect.stringContaining('choose one of Customer ID, Customer Details')],
			payment: undefined,
		});
	});
});

it.each([
	[{ accountCurrency: 'TZS' }, undefined, { accountCurrency: 'TZS' }],
	[{ checksum: x, other: 1 }, 'abc', { checksum: 'abc' }],
	[{}, undefined, {}],
])('additional fields are sent where they were added: %j, giving %j', async (...each) => {
	const [additionalFields, value, sent] = each;
	const [item] = await read({ additionalFields }, given([value]));
	expect(item?.payment?.body).toEqual({ ...goodPayout, ...sent });
});

it('a field that need not be filled in may be left empty, but not where it has a default', async () => {
	const parameters = { returnAll: false, limit: '' };
	expect((await readOne(parameters, getMany))?.says).toEqual([
		'Limit is empty; correct its expression, or clear it',
	]);
	expect((await readOne({ startDate: '', endDate: '' }, getStatement))?.says).toEqual([]);
});

describe('what means the same in other letters', () => {
	it.each([
		['currency', ' tzs ', 'TZS'],
		['transferType', 'ach', 'ACH'],
		['transferType', 'Rtgs\t', 'RTGS'],
		['bic', ' corutztz', 'CORUTZTZ'],
		['accountName', ' Asha Mushi\u00a0', 'Asha Mushi'],
	])('is tidied: %s %j goes out as %j', async (name, value, sent) => {
		const parameter = name === 'bic' ? { ...bic, value: x } : x;
		const [item] = await read({ [name]: parameter }, given([value]));
		expect(item?.payment?.body).toEqual({ ...goodPayout, [name]: sent });
		if (name === 'currency') expect(item?.payment?.currency).toBe(sent);
	});

	it.each([
		['orderReference', ' INV7', /^Order Reference starts or ends with white space/],
		['accountNumber', '0150 ', /^Account Number starts or ends with white space/],
	])('is not the %s: %j', async (name, value, says) => {
		const [item] = await read({ [name]: x }, given([value]));
		expect(item?.says).toEqual([expect.stringMatching(says)]);
	});

	it.each(['inv7', 'S024/INV-1', '0150 3845'])('leaves a reference as it is: %s', async (value) => {
		const [item] = await read({ orderReference: x }, given([value]));
		expect(item?.orderReference).toBe(value);
	});
});

describe('a row that nobody waits for', () => {
	const y = '={{ y }}';
	const rows = (...values: unknown[]) => ({
		[x]: (index: number) => values[index],
		[y]: (index: number) => values[index],
	});
	const isEmpty = async (values: unknown[], items: IDataObject[], parameters: object) => {
		const expressions = rows(...values);
		const read0 = await read({ ...parameters }, { expressions, items });
		return read0.map(({ isEmptyRow, says }) => [isEmptyRow, says.includes('The row is empty')]);
	};
	const two = { accountNumber: x, accountName: y };

	it.each<[string, unknown, IDataObject]>([
		['has blanks in all columns', '', { account: '', note: ' ' }],
		['has its number alone', undefined, { row_number: 9 }],
		['has nothing', undefined, {}],
		['has something else in other columns', '', { account: '', note: 'pending' }],
	])('%s', async (_, value, item) => {
		const items = [item, { account: '0150123456789', note: 'x' }];
		const seen = await isEmpty([value, 'ABC 0150'], items, two);
		expect(seen).toEqual([
			[true, true],
			[false, false],
		]);
	});

	it.each<[string, unknown[], IDataObject[], object]>([
		[
			'has other columns, as all have',
			[undefined, undefined],
			[{ Account: '1' }, { Account: '2' }],
			two,
		],
		['lacks one value alone', ['', 'x1'], [{ note: 'x' }, {}], { accountNumber: x }],
	])('is none that %s', async (_, values, items, parameters) => {
		expect((await isEmpty(values, items, parameters))[0]).toEqual([false, false]);
	});
});

it('additional fields are not empty where they were added', async () => {
	const [item] = await read({ additionalFields: { checksum: undefined, accountCurrency: '' } });
	expect(item?.says.sort()).toEqual([
		'Beneficiary Receives was added but is empty',
		'Checksum was added but is empty',
	]);
});
