import { execute } from '../../workbench/engine/engine';
import {
	fromItem,
	getManyPayouts,
	goodItems,
	operationsUnderTest,
} from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';

const sandbox = useSandbox();
const lists = operationsUnderTest.filter(({ operation }) => operation.answer.form === 'page');
const three = goodItems(getManyPayouts, 3);
const references = three.map(({ orderReference }) => orderReference);

describe.each(lists)('$name', (operation) => {
	it('reads a list once where all items ask for the same, and says so', async () => {
		await sandbox.know(operation, three);
		const parameters = fromItem(operation, { filters: { startDate: '2020-01-01' } });
		const { items, hints } = await execute(sandbox.scenario(operation, three, { parameters }));
		expect(items.map(({ json }) => json.orderReference)).toEqual(references);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(three.map(() => ({ item: 0 })));
		expect(hints).toEqual([expect.stringContaining('it was read once')]);
		expect(await sandbox.requests()).toHaveLength(1);
	});

	it('reads a list for each item that asks for one of its own', async () => {
		await sandbox.know(operation, three);
		const asked = [...three, { orderReference: 'NOBODY' }];
		const { items, hints } = await execute(sandbox.scenario(operation, asked));
		const found = items.map(({ json, pairedItem }) => [json.orderReference, pairedItem]);
		expect(found).toEqual(references.map((reference, item) => [reference, { item }]));
		expect(hints).toEqual([]);
		expect(await sandbox.requests()).toHaveLength(4);
	});
});

it('reads no list without a limit for an agent', async () => {
	const parameters = fromItem(getManyPayouts, { returnAll: true });
	const { error } = await execute(
		sandbox.scenario(getManyPayouts, three, { parameters, asTool: true }),
	);
	expect(error?.message).toBe('An AI agent may not read a whole list. Nothing was sent.');
	expect(await sandbox.requests()).toEqual([]);
});
