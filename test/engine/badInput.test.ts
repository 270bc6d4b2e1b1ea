import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { isAmount } from '../../nodes/CardBankPayments/wire/bodyField';
import { execute } from '../../workbench/engine/engine';
import {
	createBankPayout,
	filledFields,
	fromItem,
	goodItems,
	keyIn,
	keyOf,
	operationsUnderTest,
	type OperationUnderTest,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();

/** Two good items around one with a bad value; test/security/fuzz and test/unit/wire try what is bad. */
const itemsAround = (operation: OperationUnderTest, { name }: INodeProperties, value: unknown) => {
	const [first, second, third] = goodItems(operation, 3);
	return [first!, { ...second, [name]: value } as IDataObject, third!];
};

const badValueOf = (field: INodeProperties): unknown =>
	isAmount(field) ? '10.999' : field.type === 'options' ? 'toString' : ' A-1';

describe.each(operationsUnderTest)('$name', (operation) => {
	it.each(filledFields(operation))('sends nothing where $displayName is bad', async (field) => {
		for (const value of [undefined, null, '', badValueOf(field), { toString: 'A-1' }]) {
			// With a credential that has no token yet: not even one is asked for.
			const { error } = await execute(
				sandbox.scenario(operation, itemsAround(operation, field, value), {
					credential: sandbox.credential(),
				}),
			);
			expect([value, error?.message]).toEqual([
				value,
				expect.stringMatching(
					new RegExp(`^Nothing was sent: 1 of 3 items .* Item 2\\b.*: ${field.displayName} `),
				),
			]);
		}
		expect(await sandbox.requests()).toEqual([]);
	});

	it('holds back its own item only in continue mode', async () => {
		const [field] = filledFields(operation);
		const items = itemsAround(operation, field!, '');
		await sandbox.know(operation, [items[0]!, items[2]!]);
		const onError = 'continueRegularOutput';
		const ended = await execute(sandbox.scenario(operation, items, { onError }));
		expect(ended.items.map(({ json }) => json.error !== undefined)).toEqual([false, true, false]);
		const sent = (await sandbox.requests()).flatMap((one) => keyIn(one) ?? []);
		const key = keyOf(operation);
		expect(sent.sort()).toEqual([items[0]![key], items[2]![key]]);
	});
});

it('names every field of an item that needs a correction', async () => {
	const [item] = goodItems(createBankPayout, 1);
	const bad = { ...item, amount: 'abc', bic: '', transferType: 'SWIFT' };
	const parameters = fromItem(createBankPayout);
	const { error } = await execute(sandbox.scenario(createBankPayout, [bad], { parameters }));
	for (const name of ['Amount ', 'Bank ', 'Transfer Type ']) expect(error?.message).toContain(name);
});
