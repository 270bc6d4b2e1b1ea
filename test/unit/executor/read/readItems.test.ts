import type { IDataObject } from 'n8n-workflow';
import { readItems } from '../../../../nodes/CardBankPayments/executor/read/readItems';
import { getStatement } from '../../../../nodes/CardBankPayments/resources/account/getStatement';
import { initiate } from '../../../../nodes/CardBankPayments/resources/cardPayment/initiate';
import type { Operation } from '../../../../nodes/CardBankPayments/resources/operation';
import { createBankPayout } from '../../../../nodes/CardBankPayments/resources/payout/createBankPayout';
import { get } from '../../../../nodes/CardBankPayments/resources/payout/get';
import { getMany } from '../../../../nodes/CardBankPayments/resources/payout/getMany';
import { items } from '../../../../nodes/CardBankPayments/sentences/items';
import { values } from '../../../../nodes/CardBankPayments/sentences/values';
import { contextOf, type NodeUnderTest } from '../../support/context';
import { goodPayout } from '../../support/payments';

const bic = { __rl: true, mode: 'bic', value: 'CORUTZTZ' };
const x = '={{ x }}';
const nothing = items.columns({ names: items.noColumns });
const names = 'currency, endDate, orderReference, startDate, status';

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
	const currencies = (value: string) => values.choices({ value, choices: 'TZS, USD' });
	const { broken } = values;

	// What is wrong with a value: wire/text.test.ts, wire/amount.test.ts and wire/broken.test.ts.
	it.each<[string, unknown, string]>([
		['currency', 'EUR', `Pay From ${currencies('"EUR"')}`],
		['currency', ['TZS'], `Pay From ${currencies('a list')}`],
		['accountNumber', ' ', `Account Number ${values.empty}. ${nothing}`],
		['amount', NaN, `Amount ${values.notAmount({ value: 'NaN' })}. ${nothing}`],
		['amount', 0, `Amount ${values.zero}`],
		['accountNumber', '0150 ', `Account Number ${values.whiteSpace}`],
		['accountNumber', '150384512700.0', `Account Number ${broken.separators}`],
		['orderReference', 0, `Order Reference ${broken.emptyCell}`],
		['accountName', '#REF!', `Account Name ${broken.missing({ found: '#REF!' })}`],
	])('is said by field, with the reason: %s %p', async (name, value, reason) => {
		const [item] = await read({ [name]: x }, given([value]));
		expect(item?.says).toEqual([reason]);
	});

	it('is said of the customer of a link', async () => {
		const link = { amount: 25, currency: 'USD', orderReference: 'INV-1', customer: 'id' };
		const item = await readOne({ ...link, customerId: 'INVundefined' }, initiate);
		expect(item?.says).toEqual([`Customer ID ${broken.missing({ found: 'undefined' })}`]);
	});

	it.each([
		["={{ { orderReference: 'INV-1' } }}", items.oneExpression],
		[{ startdate: '2026-01-01' }, items.noFilter({ name: '"startdate"', names })],
	])('is said of filters that would be lost: %j', async (filters, says) => {
		const item = await readOne({ filters }, getMany);
		expect(item?.says).toEqual([expect.stringContaining(values.unreadable({ why: says }))]);
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
		expect(first?.says).toEqual([
			`Amount ${values.unreadable({ why: 'No data found' })}`,
			`Pay From ${currencies('"EUR"')}`,
		]);
		expect(second?.payment?.cents).toBe(500n);
	});

	// As n8n gives a column of another name, alone and in whatever is made of it.
	it.each<[string, unknown, string]>([
		['={{ $json.a }}', undefined, values.empty],
		["={{ 'INV' + $json.a }}", 'INVundefined', broken.missing({ found: 'undefined' })],
		['=INV{{ $json.a }}', 'INV', values.emptyPart({ expression: '{{ $json.a }}' })],
	])('is said of an empty value, whatever its expression is: %s', async (...each) => {
		const [orderReference, value, says] = each;
		const expressions = { [orderReference]: () => value };
		const [item] = await read({ orderReference }, { expressions, items: [{ b: '', c: 'Asha' }] });
		expect(item?.says).toEqual([`Order Reference ${says}. ${items.columns({ names: 'b, c' })}`]);
	});

	it('calls a field by its column where rows come back: who fills in a sheet knows no fields', async () => {
		const column = '={{ $json["Account No"] }}';
		const node = { expressions: { [column]: () => '1.5E+11' } };
		for (const [output, name] of [
			['row', 'Account No'],
			['response', 'Account Number'],
		]) {
			const [item] = await read({ options: { output }, accountNumber: column }, node);
			expect(item?.says[0]).toMatch(new RegExp(`^${name} `));
		}
	});

	it('names the columns once, behind all that is empty', async () => {
		const expressions = { [x]: () => '', '={{ y }}': () => 'INV7' };
		const parameters = { amount: x, accountName: x, orderReference: '={{ y }}' };
		const [item] = await read(parameters, { expressions, items: [{ Amount: 5 }] });
		const columns = items.columns({ names: 'Amount' });
		expect(item?.says).toEqual([
			`Amount ${values.empty}`,
			`Account Name ${values.empty}. ${columns}`,
		]);
	});

	it('is said of every item where a choice cannot be read, and its reference is read all the same', async () => {
		const parameters = { orderReference: 'INV-1', customer: "={{ 'id' }}", customerId: 7 };
		expect(await readOne(parameters, initiate)).toMatchObject({
			orderReference: 'INV-1',
			says: [expect.stringMatching(/^Customer .*Customer ID, Customer Details/)],
			payment: undefined,
		});
	});
});

it('additional fields are sent where they were added', async () => {
	const [item] = await read({ additionalFields: { checksum: x, other: 1 } }, given(['abc']));
	expect(item?.payment?.body).toEqual({ ...goodPayout, checksum: 'abc' });
});

it('a field that need not be filled in may be left empty, but not where it has a default', async () => {
	const parameters = { returnAll: false, limit: '' };
	expect((await readOne(parameters, getMany))?.says).toEqual([`Limit ${values.emptyExpression}`]);
	expect((await readOne({ startDate: '', endDate: '' }, getStatement))?.says).toEqual([]);
});

it('an account number that a text puts together has kept all digits of its parts', async () => {
	const [text, part] = ['=0{{ $json.a }}', '{{ $json.a }}'];
	const number = Number('12345678901234567');
	const expressions = { [text]: () => `0${number}`, [part]: () => number };
	const [item] = await read({ accountNumber: text }, { expressions });
	expect(item?.says).toEqual([`Account Number ${values.inexactPart({ expression: part })}`]);
});

describe('what means the same in other letters', () => {
	it.each([
		['currency', ' tzs ', 'TZS'],
		['transferType', 'Rtgs\t', 'RTGS'],
		['bic', ' corutztz', 'CORUTZTZ'],
		['accountName', ' Asha Mushi\u00a0', 'Asha Mushi'],
	])('is tidied: %s %j goes out as %j', async (name, value, sent) => {
		const parameter = name === 'bic' ? { ...bic, value: x } : x;
		const [item] = await read({ [name]: parameter }, given([value]));
		expect(item?.payment?.body).toEqual({ ...goodPayout, [name]: sent });
		if (name === 'currency') expect(item?.payment?.currency).toBe(sent);
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
	const isEmpty = async (given: unknown[], rowsGiven: IDataObject[], parameters: object) => {
		const read0 = await read({ ...parameters }, { expressions: rows(...given), items: rowsGiven });
		return read0.map(({ isEmptyRow, says }) => [isEmptyRow, says.includes(items.emptyRow.says)]);
	};
	const two = { accountNumber: x, accountName: y };

	it.each<[string, unknown, IDataObject]>([
		['has blanks in all columns', '', { account: '', note: ' ' }],
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

	it('is also one for which the builder typed a text that all rows get', async () => {
		const parameters = { ...two, additionalFields: { checksum: 'abc', accountCurrency: x } };
		const items = [{ note: 'pending' }, { account: '0150123456789', note: 'x' }];
		expect((await isEmpty(['', 'TZS'], items, parameters))[0]).toEqual([true, true]);
	});

	it.each<[string, unknown[], IDataObject[], object]>([
		[
			'is blank, where its values come from another node',
			['ABC 0150', 'ABC 0150'],
			[{ note: '' }, {}],
			two,
		],
		[
			'has other columns, as all have',
			[undefined, undefined],
			[{ Account: '1' }, { Account: '2' }],
			two,
		],
		['is blank beside a wrong value of the node', [], [{ note: '' }], { accountNumber: '0150 ' }],
		['lacks one value alone', ['', 'x1'], [{ note: 'x' }, {}], { accountNumber: x }],
	])('is none that %s', async (_, values, items, parameters) => {
		expect((await isEmpty(values, items, parameters))[0]).toEqual([false, false]);
	});
});

it('additional fields are not empty where they were added', async () => {
	const [item] = await read({ additionalFields: { checksum: undefined, accountCurrency: '' } });
	expect(item?.says.sort()).toEqual([
		`Beneficiary Receives ${values.emptyAdded}`,
		`Checksum ${values.emptyAdded}`,
	]);
});
