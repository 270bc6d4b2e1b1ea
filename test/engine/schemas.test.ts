import Ajv from 'ajv';
import { execute } from '../../workbench/engine/engine';
import { fromItem, goodItems, operationsUnderTest } from '../../workbench/engine/operations';
import { useSandbox } from '../../workbench/engine/sandbox';
import { outputSchemas } from '../../workbench/outputSchemas';

const sandbox = useSandbox();
const schemas = outputSchemas();
const ajv = new Ajv({ allowUnionTypes: true });

/** The same, without room for a field that it does not name. */
const complete = (_: string, part: unknown) =>
	(part as { type?: string } | null)?.type === 'object'
		? { ...(part as object), additionalProperties: false }
		: part;

it.each(operationsUnderTest)('describes what $name puts out for an item', async (operation) => {
	const { resource, operation: value } = operation.chosen;
	const text = schemas.get(`v1.0.0/${resource}/${value}.json`) ?? 'false';
	const items = goodItems(operation, 2);
	await sandbox.know(operation, items);
	const credential = sandbox.credential();
	const execution = await execute({ credential, parameters: fromItem(operation), items });
	expect(execution.items.length).toBeGreaterThanOrEqual(2);
	const isDescribed = ajv.compile(JSON.parse(text, complete));
	for (const { json } of execution.items) {
		expect({ json, complaints: isDescribed(json) ? [] : isDescribed.errors }).toEqual({
			json,
			complaints: [],
		});
	}
});
