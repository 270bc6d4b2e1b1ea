import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { execute, retryExecution } from '../../workbench/engine/engine';
import {
	createBankPayout,
	parametersFromItem,
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

/** What was paid, and not asked for before. */
const paidFor = async () => await sandbox.requests('createBankPayout');

it('names the columns of the row for whatever is empty, however that was computed', async () => {
	const items = [{ ...good, ref: 'INV-1', amount: undefined, bic: undefined }];
	const { error } = await pay(items as never, {
		orderReference: '={{ $json.reference.trim() }}',
		amount: "={{ Number($json['Amount']) }}",
		bic: { __rl: true, mode: 'bic', value: '={{ $json.BIC }}' },
	});
	expect(error?.message).toMatch(
		/Amount is NaN.*Order Reference is empty; Bank is empty\. The row/,
	);
	expect(error?.message.match(/The row has: amount, .*, ref\./g)).toHaveLength(1);
	expect(await sandbox.requests()).toEqual([]);
});

it('puts a reference together from what may be empty, where the expression says so', async () => {
	const items = payoutItems(2).map((item, at) => ({ ...item, emp: `E${at}` }));
	await pay(items, { orderReference: '=SAL{{ $json.month ?? "" }}{{ $json.emp }}' });
	expect(await sandbox.paid()).toEqual({ SALE0: 1, SALE1: 1 });
});

describe('a part that a row does not have', () => {
	const [first, second] = payoutItems(2) as [IDataObject, IDataObject];

	// As n8n gives each: what fails is undefined, too.
	it.each([
		['accountNumber', '=0{{ $json.from }}', '', 'INV-0'],
		['accountNumber', '=0{{ $json.from.toString().trim() }}', null, 'INV-0'],
		// Filled in later, the row would be paid once more.
		['orderReference', '=SAL{{ $json.from.trim() }}', ' ', 'SAL15012345678'],
		['orderReference', "=SAL{{ $('Source').item.json.from }}", undefined, 'SAL15012345678'],
		['orderReference', '=SAL{{ $input.item.json.from }}', undefined, 'SAL15012345678'],
		['orderReference', '=SAL{{ $json.from.match(/\\d+/)?.[0] }}', 'x', 'SAL15012345678'],
	])('is not left out of the %s: %s with %j', async (field, expression, missing, paid) => {
		const rows = [
			{ ...first, from: '15012345678' },
			{ ...second, from: missing },
		] as IDataObject[];
		const { items } = await pay(rows, { [field]: expression }, 'continueRegularOutput');
		expect(detailsOf(items[1]!).outcome).toBe('invalid');
		expect(items[1]!.json.message).toMatch(/ uses \{\{ .* \}\}, which is empty; fill it in/);
		expect(await sandbox.paid()).toEqual({ [paid]: 1 });
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

	// JavaScript makes 12345678901234568 of 12345678901234567: the reference of another payment.
	it('is no number that has lost digits', async () => {
		const item = { ...good, rows: [{ no: Number('12345678901234567') }] };
		const { error } = await pay([item], { orderReference: '=INV{{ $json.rows[0].no }}' });
		expect(error?.message).toContain(
			'Order Reference uses {{ $json.rows[0].no }}, a number that cannot be held exactly',
		);
		expect(await sandbox.requests()).toEqual([]);
	});
});

// What is refused of values is in executor/read/misread.test.ts: here it is as n8n evaluates it.
describe('an amount that an expression makes of texts', () => {
	it.each([
		['={{ $json.salary + $json.bonus }}', { salary: '100', bonus: '50' }],
		['={{ $json.salary }}{{ $json.bonus }}', { salary: '100', bonus: '50' }],
		['={{ ($json.salary + $json.bonus).toNumber() }}', { salary: '100', bonus: '50' }],
		['={{ parseFloat($json.sum) }}', { sum: '1,500.00' }],
		["={{ $json.sum.replace(/,/g, '') }}", { sum: '1500,50' }],
	])('is refused where nobody means it: %s of %j', async (amount, row) => {
		const { error } = await pay([{ ...good, ...row }], { amount });
		expect(error?.message).toMatch(
			/Amount is \S+, (one text behind|which counts|the beginning of)/,
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	it.each([
		['={{ Number($json.salary) + Number($json.bonus) }}', { salary: '100', bonus: '50' }, 150],
		["={{ parseFloat($json.sum.replaceAll(',', '')) }}", { sum: '1,500.50' }, 1500.5],
		[String.raw`={{ $json.sum.replace(/\D/g, '') / 100 }}`, { sum: '1.500,50' }, 1500.5],
		['={{ $json.price * $json.quantity }}', { price: '150', quantity: '10', discount: '0' }, 1500],
	])('goes out as it is meant: %s of %j is %d', async (amount, row, units) => {
		await pay([{ ...good, ...row }], { amount });
		expect((await paidFor())[0]?.body).toMatchObject({ amount: units });
	});
});

it('puts an account number together from two columns', async () => {
	await pay([{ ...good, branch: '0150', number: '384512700' }], {
		accountNumber: '={{ $json.branch + $json.number }}',
	});
	expect((await paidFor())[0]?.body).toMatchObject({ accountNumber: '0150384512700' });
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
