import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { formatOf } from '../../nodes/CardBankPayments/wire/field';
import {
	findInContract,
	readContract,
	type ContractOperation,
	type ContractProperty,
} from '../../workbench/engine/contract';
import { operationsUnderTest, type OperationUnderTest } from '../../workbench/engine/operations';

const contract = readContract();

it('has one operation for each that the contract describes, under its method and path', () => {
	// A customer is named by ID or by details: two of the contract, and two of the node.
	const offered = operationsUnderTest
		// That all of a list is wanted is no other request.
		.filter(({ chosen }) => chosen.returnAll !== true)
		.map(({ request }) => addressOf(request));
	expect(offered.sort()).toEqual(contract.map(addressOf).sort());
});

describe.each(operationsUnderTest)('$name', (one) => {
	const { required, optional, request } = one;
	const described = findInContract(contract, request, required.map(propertyOf)) ?? {
		...request,
		properties: [],
	};

	it('has exactly one field for each property of the request, with a name like its path', () => {
		const fields = [...required, ...optional];
		const namesByPath = fields.map((field) => [propertyOf(field), field.name]).sort();
		expect(namesByPath).toEqual(described.properties.map(({ path }) => [path, named(path)]).sort());
	});

	it('requires what the contract requires and keeps the rest in a collection', () => {
		const paths = (wanted: boolean) =>
			described.properties.filter((property) => property.required === wanted).map(pathOf);
		expect(required.map(propertyOf).sort()).toEqual(paths(true).sort());
		expect(optional.map(propertyOf).sort()).toEqual(paths(false).sort());
		expect(required.every((field) => field.required === true)).toBe(true);
		expect(optional.every((field) => field.required !== true)).toBe(true);
		const collections = one.operation.fields.filter(({ type }) => type === 'collection');
		const name = one.operation.response.form === 'page' ? 'filters' : 'additionalFields';
		expect(collections.map((field) => field.name)).toEqual(paths(false).length === 0 ? [] : [name]);
	});

	describe.each(pairs(one, described))('$property.path', ({ field, property }) => {
		it(`is sent in the ${property.place}`, () => {
			expect(field.routing?.send?.type ?? 'path').toBe(property.place);
		});

		it('offers the values that the contract lists', () => {
			expect(field.type === 'options').toBe(property.enum !== undefined);
			if (property.enum !== undefined)
				expect(choicesOf(field).sort()).toEqual([...property.enum].sort());
		});

		it('has the JSON type of the contract', () => {
			const value = field.type === 'dateTime' ? '2026-11-23' : '1';
			expect(typeof formatOf(field)(value)).toBe(property.type);
			expect(field.type === 'number').toBe(property.type === 'number');
			expect(field.type === 'resourceLocator').toBe(field.modes !== undefined);
		});

		it('begins with the default of the contract, or the first of its values', () => {
			if (property.default !== undefined) expect(field.default).toBe(property.default);
			else if (property.enum !== undefined) expect(field.default).toBe(property.enum[0]);
			else expect(['', 0, { value: '' }]).toContainEqual(withoutMode(field.default));
		});
	});
});

function addressOf({ method, url }: { method: string; url: string }): string {
	return `${method} ${url}`;
}

function pathOf({ path }: ContractProperty): string {
	return path;
}

function propertyOf(field: INodeProperties): string {
	return field.routing?.send?.property ?? field.name;
}

function capitalized(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}

/** `customer.id` becomes `customerId`. A currency is one, whatever the service calls it in a list. */
function named(path: string): string {
	if (path === 'collectedCurrency') return 'currency';
	const [first = '', ...others] = path.split('.');
	return first + others.map(capitalized).join('');
}

function pairs({ required, optional }: OperationUnderTest, described?: ContractOperation) {
	return [...required, ...optional].flatMap((field) => {
		const property = described?.properties.find(({ path }) => path === propertyOf(field));
		return property === undefined ? [] : { field, property };
	});
}

function choicesOf({ options }: INodeProperties): unknown[] {
	return (options as INodePropertyOptions[]).map(({ value }) => value);
}

function withoutMode(value: INodeProperties['default']): unknown {
	return typeof value === 'object' && value !== null && 'value' in value
		? { value: value.value }
		: value;
}
