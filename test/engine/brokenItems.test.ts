import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { execute, retryExecution } from '../../workbench/engine/engine';
import {
	createBankPayout,
	parametersFromItem,
	operationNamed,
	payoutItems,
} from '../../workbench/engine/operations';
import { detailsOf } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';

const sandbox = useSandbox();

async function pay(
	items: IDataObject[],
	parameters: INodeParameters = {},
	onError = 'stopWorkflow',
) {
	const all = parametersFromItem(createBankPayout, parameters);
	const changes = { parameters: all, onError } as object;
	return await execute(sandbox.scenario(createBankPayout, items, changes));
}

const [good] = payoutItems(1) as [IDataObject];
const getStatement = operationNamed('account.getStatement');

describe('a column of another name', () => {
	it('is told once for several, also where they are worked on', async () => {
		const items = [{ ...good, ref: 'INV-1', sum: 5, amount: undefined, bic: undefined }];
		const { error } = await pay(items as never, {
			orderReference: '={{ $json.reference.trim() }}',
			amount: "={{ Number($json['Amount']) }}",
			bic: { __rl: true, mode: 'bic', value: '={{ $json.BIC }}' },
		});
		expect(error?.message.match(/The item has no/g)).toHaveLength(1);
		expect(error?.message).toContain(
			'The item has no fields Amount (for Amount) and reference (for Order Reference) and BIC (for Bank).',
		);
	});

	it('is not left out of a reference, which would then be the same for all rows', async () => {
		const items = payoutItems(2).map((item, at) => ({ ...item, emp: `E${at}` }));
		const { error } = await pay([items[0]!], {
			orderReference: '=SAL{{ $json.month }}{{ $json.emp }}',
		});
		expect(error?.message).toContain('The item has no field month (for Order Reference). It has: ');
		expect(await sandbox.requests()).toEqual([]);
		const known = await pay(items, {
			orderReference: '=SAL{{ $json.month ?? "" }}{{ $json.emp }}',
		});
		expect(known.error).toBeUndefined();
		expect(await sandbox.paid()).toEqual({ SALE0: 1, SALE1: 1 });
	});
});

describe('a value that a row does not have', () => {
	const [first, second] = payoutItems(2) as [IDataObject, IDataObject];

	it.each([
		['accountNumber', 'Account Number', '=0{{ $json.from }}', '', 'INV-0'],
		['accountNumber', 'Account Number', '=0{{ $json.from.toString().trim() }}', null, 'INV-0'],
		// Filled in later, the row would be paid once more.
		['orderReference', 'Order Reference', '=SAL{{ $json.from.trim() }}', ' ', 'SAL15012345678'],
	])('is not left out of the %s (%s): %s with %j', async (...row) => {
		const [field, label, expression, missing, paid] = row;
		const rows = [
			{ ...first, from: '15012345678' },
			{ ...second, from: missing },
		] as IDataObject[];
		const { items } = await pay(rows, { [field]: expression }, 'continueRegularOutput');
		expect(detailsOf(items[1]!).outcome).toBe('invalid');
		expect(items[1]!.json.message).toContain(
			`${label} uses "from", which is empty in this item; fill it in`,
		);
		expect(await sandbox.paid()).toEqual({ [paid]: 1 });
	});

	it.each(["$('Source').item.json.emp", '$input.item.json.emp'])(
		'is not left out where it is that of another node: %s',
		async (place) => {
			const rows = [{ ...first, emp: 'E017' }, second];
			const orderReference = `=SAL202612{{ ${place} }}`;
			const { items } = await pay(rows, { orderReference }, 'continueRegularOutput');
			expect(items[1]!.json.message).toContain(`Order Reference uses "${place}"`);
			expect(await sandbox.paid()).toEqual({ SAL202612E017: 1 });
		},
	);

	it.each([
		['=INV{{ $json.subject.match(/\\d+/)?.[0] }}', '$json.subject.match(/\\d+/)?.[0]'],
		[
			"=INV{{ $('Source').item.json.subject.replace(/\\D/g, '') }}",
			"$('Source').item.json.subject.replace(/",
		],
	])('is not left out where it is computed: %s', async (orderReference, expression) => {
		const rows = [
			{ ...first, subject: 'Bill /77' },
			{ ...second, subject: 'Bill' },
		] as IDataObject[];
		const { items } = await pay(rows, { orderReference }, 'continueRegularOutput');
		expect(items[1]!.json.message).toContain(`Order Reference uses "${expression}`);
		expect(await sandbox.paid()).toEqual({ INV77: 1 });
	});

	it('may be left out of a name, and where the expression says what stands in for it', async () => {
		const rows = [{ ...first, middle: 'M.', part: 'B' }, second];
		const { error } = await pay(rows, {
			accountName: '=Asha {{ $json.middle }} Mushi',
			orderReference: "={{ $json.orderReference }}{{ $json.part ?? '' }}",
		});
		expect(error).toBeUndefined();
		expect(await sandbox.paid()).toEqual({ 'INV-0B': 1, 'INV-1': 1 });
	});
});

// JavaScript makes 12345678901234568 of 12345678901234567: another account, or the reference of another payment.
it.each([
	['accountNumber', 'Account Number', "={{ String($json.from ?? '') }}", 'from'],
	['orderReference', 'Order Reference', '=INV{{ $json.rows[0].no }}', 'rows.0.no'],
	[
		'accountNumber',
		'Account Number',
		"={{ $('Source').item.json.from.toString() }}",
		"$('Source').item.json.from",
	],
])(
	'makes no text of a number that has lost digits for the %s (%s): %s',
	async (field, label, expression, part) => {
		const lost = Number('12345678901234567');
		const item = { ...good, from: lost, rows: [{ no: lost }] };
		const { error } = await pay([item], { [field]: expression });
		expect(error?.message).toContain(
			`${label} uses "${part}", a number that cannot be held exactly`,
		);
		expect(await sandbox.requests()).toEqual([]);
		const exact = { ...good, from: 123456789012345, rows: [{ no: 1 }] };
		expect((await pay([exact], { [field]: expression })).error).toBeUndefined();
	},
);

describe('an amount of two columns', () => {
	const row = { ...good, salary: '100', bonus: '50' };

	it.each([
		['={{ $json.salary + $json.bonus }}', row, '"10050"'],
		['={{ Number($json.salary + $json.bonus) }}', row, '10050'],
		['={{ ($json.salary + $json.bonus).toNumber() }}', row, '10050'],
		[
			'={{ $json.lines.reduce((sum, one) => sum + one, 0) }}',
			{ ...row, lines: ['1', '2'] },
			'"012"',
		],
	])('is not the one with the other behind it: %s of %j', async (amount, item, is) => {
		const { error } = await pay([item], { amount });
		expect(error?.message).toContain(
			`Amount is ${is}, one text behind another; to add them, write Number() around each`,
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it.each([
		['={{ Number($json.salary) + Number($json.bonus) }}', row, 150],
		['={{ (Number($json.salary) + Number($json.bonus)).toFixed(2) }}', row, 150],
		['={{ ($json.salary + $json.bonus).toNumber() }}', { ...row, bonus: '.35' }, 100.35],
		['={{ $json.salary + $json.bonus }}', { ...row, salary: 100, bonus: 50 }, 150],
		['={{ $json.salary + 1e+2 }}', { ...row, salary: 100 }, 200],
	])('goes out as it is meant: %s of %j is %d', async (amount, item, units) => {
		await pay([item], { amount });
		expect((await sandbox.requests('createBankPayout'))[0]?.body).toMatchObject({ amount: units });
	});
});

describe('an amount with separators', () => {
	it.each([
		['={{ parseFloat($json.sum) }}', '1,500.00', 1],
		['={{ Number.parseFloat($json.sum).toFixed(2) }}', '1.500,00', '"1.50"'],
		['={{ parseInt($json.sum, 10) }}', '1 500 000', 1],
		['={{ parseInt($json.sum) + parseInt($json.sum) }}', "1'500", 2],
		['={{ $json.sum.toInt() }}', '25.000.000', 25],
		['={{ $json.sum.toWholeNumber() }}', '1,500', 1],
		["={{ $json.sum.split(';').map(parseFloat).sum() }}", '1,500;300', 301],
		['={{ parseInt($json.sum) }}', '150, 000', 150],
		['={{ parseFloat($json.sum) }}', '150\u00a0000,50', 150],
		["={{ parseFloat($('Source').item.json.sum) }}", '0,50 TZS', 0],
	])('is not cut at the first of them: %s of %j', async (amount, sum, is) => {
		const { error } = await pay([{ ...good, sum }], { amount });
		expect(error?.message).toContain(
			`Amount is ${is}, the beginning of a longer number; remove what separates its thousands, and put a dot before its cents, e.g. 1500.50`,
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it.each([
		["={{ $json.sum.replace(/,/g, '') }}", '1500,50', '"150050"'],
		[String.raw`={{ $json.sum.replace(/\D/g, '').toNumber() }}`, 'TZS 1,500.00', 150000],
		['={{ $json.sum.replace(/\\s/g, \'\').replace(/[^0-9]+/g, "") }}', '1 500,50 TZS', '"150050"'],
	])('does not become a hundred times as much without them: %s of %j', async (amount, sum, is) => {
		const { error } = await pay([{ ...good, sum }], { amount });
		expect(error?.message).toContain(
			`Amount is ${is}, which counts the cents as whole money; keep a dot before them, e.g. 1500.50`,
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it.each([
		['={{ parseFloat($json.sum) }}', '1500.50', 1500.5],
		['={{ parseFloat($json.sum) }}', '1500.50 TZS', 1500.5],
		['={{ parseFloat($json.sum) }}', 1500.5, 1500.5],
		['={{ parseInt($json.sum) }}', '1500.00', 1500],
		["={{ $json.sum.split(';').map(parseFloat).sum() }}", '1500;300', 1800],
		// Another number follows, and no thousands.
		['={{ parseFloat($json.sum) }}', '1500, 30 days', 1500],
		['={{ parseFloat($json.sum) }}', '1500.50\n2026-11-30', 1500.5],
		['={{ parseInt($json.sum) * 750 }}', '2 10kg bags', 1500],
		["={{ parseFloat($json.sum.replaceAll(',', '')) }}", '1,500.50', 1500.5],
		["={{ $json.sum.replace(/[^0-9.]/g, '').toFloat() }}", '1,500.50 TZS', 1500.5],
		["={{ $json.sum.replace(/[.]/g, '').replace(',', '.') }}", '1.500,50', 1500.5],
		// All that is no digit is removed, and the cents are made units again.
		[String.raw`={{ $json.sum.replace(/\D/g, '') / 100 }}`, '1.500,50', 1500.5],
		["={{ Number($json.sum.replace(/[.,]/g, '')) * 0.01 }}", '1,500.50', 1500.5],
		["={{ $json.sum.replace('$', '').replace(/,/g, '') * 2500 }}", '$1,012.50', 2531250],
		[String.raw`={{ $json.sum.replace(/\D/g, '') }}`, 'TZS 1.500/=', 1500],
		[String.raw`={{ $json.sum.replace(/[.,]\d+$/, '') }}`, '1500.75', 1500],
	])('is read as it is meant: %s of %j is %d', async (amount, sum, units) => {
		await pay([{ ...good, sum }], { amount });
		expect((await sandbox.requests('createBankPayout'))[0]?.body).toMatchObject({ amount: units });
	});
});

it('puts an account number together from two columns', async () => {
	await pay([{ ...good, branch: '0150', number: '384512700' }], {
		accountNumber: '={{ $json.branch + $json.number }}',
	});
	expect((await sandbox.requests('createBankPayout'))[0]?.body).toMatchObject({
		accountNumber: '0150384512700',
	});
});

describe('an empty row', () => {
	const empty = Object.fromEntries(Object.keys(good).map((name) => [name, '']));
	const rows = [empty, ...payoutItems(2), { ...empty, row_number: 9 }, {}];

	it.each(['stopWorkflow', 'continueRegularOutput'])(
		'is told in one sentence, and stops nobody (%s)',
		async (onError) => {
			const { error, items } = await pay(rows, { currency: 'TZS', transferType: 'ACH' }, onError);
			expect(error).toBeUndefined();
			expect(Object.keys(await sandbox.paid())).toHaveLength(2);
			expect(items.map((item) => detailsOf(item).outcome)).toEqual([
				'invalid',
				undefined,
				undefined,
				'invalid',
				'invalid',
			]);
			expect(Object.keys(items[0]!.json)).toEqual(['error', 'message', 'details']);
			expect(items[0]!.json.message).toBe('Item 1: This item was not sent. The row is empty.');
			expect(detailsOf(items[0]!).nextStep).toBe('Delete the row, or fill it in.');
		},
	);

	it('is no matter where something else stands in for its values, and no money moves', async () => {
		const dates = { startDate: "={{ $json.from ?? '2026-11-01' }}", endDate: '2026-11-02' };
		const parameters = parametersFromItem(getStatement, { currency: 'TZS', ...dates });
		const { error } = await execute(sandbox.scenario(getStatement, [{}], { parameters }));
		expect(error).toBeUndefined();
		expect(await sandbox.requests('getStatement')).toHaveLength(1);
		const payout = Object.fromEntries(
			Object.keys(good)
				.filter((name) => name !== 'bic')
				.map((name) => [
					name,
					`={{ $json[${JSON.stringify(name)}] || ${JSON.stringify(good[name])} }}`,
				]),
		);
		const { error: refused } = await pay([{}], { ...payout, bic: 'CORUTZTZ' });
		expect(refused?.message).toContain('The row is empty');
	});

	it('holds up no other row when n8n runs the node again', async () => {
		const scenario = (changes = {}) => sandbox.scenario(createBankPayout, [empty, good], changes);
		const credential = sandbox.pastedToken({ payoutPath: '' });
		await sandbox.control.addFault({ kind: 'dropAfter', operation: 'createBankPayout' });
		const failed = await execute(scenario({ credential }));
		expect(failed.error?.message).toContain('INV-0');
		const { error, items } = await retryExecution(failed, scenario());
		expect(error).toBeUndefined();
		expect(items.map((item) => detailsOf(item).outcome)).toEqual(['invalid', undefined]);
	});

	it('stops a run in which there is nothing else, and does not hide what else is wrong', async () => {
		const { error } = await pay([empty, {}]);
		expect(error?.message).toMatch(/^Nothing was sent: 2 of 2 .* The row is empty\.$/);
		const other = await pay([empty, { ...good, amount: 'x' }]);
		expect(other.error?.message).toContain('INV-0 (item 2): Amount is "x"');
		expect(await sandbox.requests()).toEqual([]);
	});
});

it('warns once of account numbers that are numbers, and still pays', async () => {
	const items = payoutItems(3).map((item) => ({ ...item, accountNumber: 150123400001 }));
	const { error, hints } = await pay(items);
	expect([error, hints]).toEqual([
		undefined,
		[expect.stringMatching(/^Account Number arrived as a number in 3 items.*zeros/)],
	]);
});
