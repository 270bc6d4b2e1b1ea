import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { isAmount } from '../../nodes/CardBankPayments/wire/bodyField';
import { execute, type Scenario } from '../../workbench/engine/engine';
import {
	createBankPayout,
	filledFields,
	fromItem,
	goodItems,
	keyIn,
	keyOf,
	operationsUnderTest,
	parameterOf,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { outcomesOf } from '../../workbench/engine/outcomes';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

const onError = 'continueRegularOutput';

const empty = [undefined, null, ''];
const badAmounts = [
	...[0, -1, 10.999, 1e21, NaN, Infinity, true, [], {}, '0', '0.00', '-1', '+1', 'abc', '1,000'],
	...['1.000,50', '1 000', '1e3', '10.999', '10.', '.5', '0x10', ' 10', 'TZS 10', '１０'],
];
const badTexts: unknown[] = [
	...[2 ** 53, 1.5, NaN, true, ['a'], { id: 'a' }, { toString: 'a' }],
	...[' A-1', 'A-1 ', 'A\n1', 'A\t1', 'A\u00001', 'A\u200b1'],
	'x'.repeat(1001),
];

/** With a credential that has no token yet: not even one is asked for where nothing is sent. */
const runOf = async (
	operation: OperationUnderTest,
	items: IDataObject[],
	changes: Partial<Scenario> = {},
) =>
	await execute(
		sandbox.scenario(operation, items, { credential: sandbox.credential(), ...changes }),
	);

/** Runs two good items around one with a bad value. */
const run = async (operation: OperationUnderTest, name: string, value: unknown, goOn = false) => {
	const [first, second, third] = goodItems(operation, 3);
	if (goOn) await sandbox.know(operation, [first!, third!]);
	const items = [first!, { ...second, [name]: value } as IDataObject, third!];
	return await runOf(operation, items, goOn ? { onError } : {});
};

/** The message names the item and the field, and nothing has left. */
async function expectRefused(
	operation: OperationUnderTest,
	field: INodeProperties,
	value: unknown,
) {
	const { error } = await run(operation, field.name, value);
	const { message, context } = (error ?? {}) as { message?: string; context?: IDataObject };
	const seen = [value, message, context?.itemIndex, await sandbox.requests()];
	for (const words of [
		expect.stringMatching(/^Nothing was sent: 1 of 3 items needs a correction\. Item 2\b/),
		expect.stringContaining(`: ${field.displayName} `),
		expect.not.stringMatching(/\b(error|problem|failure|mistake|undefined)\b/i),
	]) {
		expect(seen).toEqual([value, words, 1, []]);
	}
}

describe.each(operationsUnderTest)('$name', (operation) => {
	describe.each(filledFields(operation))('$displayName', (field) => {
		it('is refused when it is missing', async () => {
			for (const value of empty) await expectRefused(operation, field, value);
		});

		it('is refused when it is not what the field takes', async () => {
			for (const value of badValuesOf(field)) await expectRefused(operation, field, value);
		});

		it('is refused when the node itself holds an object without a text of its own', async () => {
			const value = { toString: 'A-1' };
			// In a locator, n8n itself cannot stand such an object.
			const inLocator = { __rl: true, mode: 'bic', value: {} };
			const held = field.type === 'resourceLocator' ? inLocator : value;
			const parameters = fromItem(operation, parameterOf(operation, field, held));
			const { items } = await runOf(operation, goodItems(operation, 2), { parameters, onError });
			expect(outcomesOf(items)).toEqual(['invalid', 'invalid']);
			expect(await sandbox.requests()).toEqual([]);
		});

		it('holds back its own item only in continue mode', async () => {
			const { items } = await run(operation, field.name, '', true);
			expect(items.map(({ json }) => json.error !== undefined)).toEqual([false, true, false]);
			const reason = field.required ? 'is required but empty' : 'was added but is empty';
			expect(items[1]?.json.message).toContain(`${field.displayName} ${reason}`);
			const [first, , third] = goodItems(operation, 3).map((item) => item[keyOf(operation)]);
			const sent = (await sandbox.requests()).flatMap((one) => keyIn(one) ?? []);
			expect(sent.sort()).toEqual([first, third]);
		});
	});

	it('says of an expression that cannot be evaluated which field and item it is', async () => {
		const field = filledFields(operation).find(({ name }) => name === keyOf(operation))!;
		const expression = parameterOf(operation, field, '={{ $json.customer.number }}');
		const parameters = fromItem(operation, expression);
		const { error } = await runOf(operation, goodItems(operation, 2), { parameters });
		expect(error?.message).toContain(
			`Nothing was sent: 2 of 2 items need a correction. Item 1: ${field.displayName} `,
		);
		expect(await sandbox.requests()).toEqual([]);
	});

	for (const field of operation.optional) {
		const { displayName } = field;
		it(`refuses ${displayName} when it was added but is empty`, async () => {
			const parameters = fromItem(operation, parameterOf(operation, field, ''));
			const { error } = await runOf(operation, goodItems(operation, 1), { parameters });
			expect(error?.message).toContain(`${displayName} was added but is empty`);
			expect(await sandbox.requests()).toEqual([]);
		});
	}
});

it('names every field of an item that needs a correction', async () => {
	const [item] = goodItems(createBankPayout, 1);
	const bad = { ...item, amount: 'abc', bic: '', transferType: 'SWIFT' };
	const { error } = await runOf(createBankPayout, [bad]);
	for (const name of ['Amount ', 'Bank ', 'Transfer Type ']) {
		expect(error?.message).toContain(name);
	}
});

it.each([
	['an operation that does not exist', { operation: 'createPayout' }, /createPayout/],
	['the operation of another resource', { operation: 'initiate' }, /"initiate" of "payout"/],
	['an operation from an expression', { operation: '={{ $json.none }}' }, /There is no operation/],
])('sends nothing for %s', async (_, changes, reason) => {
	const parameters = fromItem(createBankPayout, changes);
	const { error } = await runOf(createBankPayout, goodItems(createBankPayout, 1), { parameters });
	expect(error?.message).toMatch(reason);
	expect(await sandbox.requests()).toEqual([]);
});

function badValuesOf(field: INodeProperties): unknown[] {
	if (isAmount(field)) return badAmounts;
	if (field.type !== 'options') return badTexts;
	const { value } = (field.options as INodePropertyOptions[])[0]!;
	return ['EUR', 'toString', 7, true, { toString: 'a' }, [value], String(value).toLowerCase()];
}
