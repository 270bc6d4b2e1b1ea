import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { execute, retryExecution } from '../../workbench/engine/engine';
import {
	createBankPayout,
	parametersFromItem,
	payoutItems,
} from '../../workbench/engine/operations';
import { detailsOf, outcomesOfItems } from '../../workbench/executions/outcomes';
import { useSandbox } from './useSandbox';

/* Values as n8n evaluates them, and rows without any. What is refused of values: test/unit/executor/read. */

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

const [good, second] = payoutItems(2) as [IDataObject, IDataObject];

describe('a part that a row does not have', () => {
	// As n8n gives each: what fails is undefined, too.
	it.each([
		['accountNumber', '=0{{ $json.from.toString().trim() }}', null, 'INV-0'],
		// Filled in later, the row would be paid once more.
		['orderReference', "=SAL{{ $('Source').item.json.from }}", undefined, 'SAL15012345678'],
	])('is not left out of the %s: %s with %j', async (field, expression, missing, paid) => {
		const rows = [
			{ ...good, from: '15012345678' },
			{ ...second, from: missing },
		] as IDataObject[];
		const { items } = await pay(rows, { [field]: expression }, 'continueRegularOutput');
		expect(detailsOf(items[1]!).outcome).toBe('invalid');
		expect(items[1]!.json.message).toMatch(/ uses \{\{ .* \}\}, which is empty; fill it in/);
		expect(await sandbox.paid()).toEqual({ [paid]: 1 });
	});

	it('may be left out of a name, and where the expression says what stands in for it', async () => {
		const rows = [{ ...good, middle: 'M.', part: 'B' }, second];
		const { error } = await pay(rows, {
			accountName: '=Asha {{ $json.middle }} Mushi',
			orderReference: "={{ $json.orderReference }}{{ $json.part ?? '' }}",
		});
		expect(error).toBeUndefined();
		expect(await sandbox.paid()).toEqual({ 'INV-0B': 1, 'INV-1': 1 });
	});
});

it('an amount that an expression makes of texts goes out where it is meant, and is refused where nobody means it', async () => {
	const row = { ...good, salary: '100', bonus: '50' };
	const { error } = await pay([row], { amount: '={{ $json.salary }}{{ $json.bonus }}' });
	expect(error?.message).toMatch(/Amount is \S+, one text behind/);
	expect(await sandbox.requests()).toEqual([]);
	await pay([row], { amount: '={{ Number($json.salary) + Number($json.bonus) }}' });
	expect((await sandbox.requests('createBankPayout'))[0]?.body).toMatchObject({ amount: 150 });
});

describe('an empty row', () => {
	const empty = Object.fromEntries(Object.keys(good).map((name) => [name, '']));

	it('is told in one sentence, and stops nobody', async () => {
		const rows = [empty, ...payoutItems(2), { ...empty, row_number: 9 }, {}];
		const { error, items } = await pay(rows, { currency: 'TZS', transferType: 'ACH' });
		expect(error).toBeUndefined();
		const invalid = Array<string>(2).fill('invalid');
		expect(outcomesOfItems(items)).toEqual(['invalid', 'accepted', 'accepted', ...invalid]);
		expect(Object.keys(items[0]!.json)).toEqual(['error', 'message', 'details']);
		expect(items[0]!.json.message).toBe('Item 1: This item was not sent. The row is empty.');
		expect(detailsOf(items[0]!).nextStep).toBe('Delete the row, or fill it in.');
	});

	it('holds up no other row when n8n runs the node again', async () => {
		const scenario = (changes = {}) => sandbox.scenario(createBankPayout, [empty, good], changes);
		const credential = sandbox.pastedToken({ payoutPath: '' });
		await sandbox.control.addFault({ kind: 'dropAfter', operation: 'createBankPayout' });
		const failed = await execute(scenario({ credential }));
		expect(failed.error?.message).toContain('INV-0');
		const { error, items } = await retryExecution(failed, scenario());
		expect([error, outcomesOfItems(items)]).toEqual([undefined, ['invalid', 'accepted']]);
	});

	it('stops a run in which there is nothing else, and does not hide what else is wrong', async () => {
		const { error } = await pay([empty, {}]);
		expect(error?.message).toMatch(/^Nothing was sent: 2 of 2 .* The row is empty\.$/);
		const other = await pay([empty, { ...good, amount: 'x' }]);
		expect(other.error?.message).toContain('INV-0 (item 2): Amount is "x"');
		expect(await sandbox.requests()).toEqual([]);
	});
});
