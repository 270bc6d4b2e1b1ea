import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { sendOf } from '../../nodes/CardBankPayments/wire/field';
import { findInContract, pathOf, readContract } from '../../workbench/contract/contract';
import { operationsUnderTest } from '../../workbench/engine/operations';

const contract = readContract();
const addressOf = ({ method, url }: { method: string; url: string }) => `${method} ${url}`;

it('has one operation for each that the contract describes, under its method and path', () => {
	// A customer is named by ID or by details: two of the contract, and two of the node.
	const offered = operationsUnderTest
		// That all of a list is wanted is no other request.
		.filter(({ chosen }) => chosen.returnAll !== true)
		.map(({ request }) => addressOf(request));
	expect(offered.sort()).toEqual(contract.map(addressOf).sort());
});

const described = operationsUnderTest.map((one) => {
	return { ...one, properties: findInContract(contract, one)?.properties ?? [] };
});

it.each(described)(
	'$name has one field for each property, required where it is, or else optional',
	({ required, optional, properties, operation }) => {
		const offered = (fields: INodeProperties[]) =>
			fields.map((field) => [pathOf(field), field.name, field.required === true]).sort();
		const wanted = (isRequired: boolean) =>
			properties
				.filter((property) => property.required === isRequired)
				.map(({ path }) => [path, named(path), isRequired])
				.sort();
		expect(offered(required)).toEqual(wanted(true));
		expect(offered(optional)).toEqual(wanted(false));
		const collections = operation.fields.filter(({ type }) => type === 'collection');
		const name = operation.response.form === 'page' ? 'filters' : 'additionalFields';
		const isCollected = optional.some((field) => !operation.fields.includes(field));
		expect(collections.map((field) => field.name)).toEqual(isCollected ? [name] : []);
	},
);

const each = described.flatMap(({ name, required, optional, properties }) =>
	properties.map((property) => ({
		...{ name, property, path: property.path },
		field: [...required, ...optional].find((one) => pathOf(one) === property.path)!,
	})),
);

it.each(each)(
	'$name: $path has the place, type, values and default of the contract',
	({ field, property }) => {
		expect(field.routing?.send?.type ?? 'path').toBe(property.place);
		const word = /accountName|FullName/.test(field.name) ? 'Asha' : '1';
		const example = field.type === 'dateTime' ? '2026-11-23' : word;
		expect(typeof sendOf(field).format(example)).toBe(property.type);
		// A number of the contract may be text in the editor, which changes a number while it is typed.
		if (field.type === 'number') expect(property.type).toBe('number');
		expect(field.type === 'resourceLocator').toBe(field.modes !== undefined);
		expect(field.type === 'options').toBe(property.enum !== undefined);
		const values = (field.options as INodePropertyOptions[] | undefined)?.map(({ value }) => value);
		if (property.enum) expect(values?.sort()).toEqual([...property.enum].sort());
		// Where the contract names no default, it begins with the first value, or with nothing.
		const first = property.default ?? property.enum?.[0];
		const { value = field.default } = Object(field.default) as { value?: unknown };
		if (first === undefined) expect(['', 0]).toContain(value);
		else expect(value).toBe(first);
	},
);

/** `customer.id` becomes `customerId`. A currency is one, whatever the service calls it in a list. */
function named(path: string): string {
	if (path === 'collectedCurrency') return 'currency';
	return path.replace(/\.(\w)/g, (_, first: string) => first.toUpperCase());
}
